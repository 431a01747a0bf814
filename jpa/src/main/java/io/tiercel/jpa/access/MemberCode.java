package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.member.Setters;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;

/// The instructions that read and write one attribute, by its field or by its getter and setter.
final class MemberCode {
  private static final ClassDesc FAILURE = desc(NullForPrimitiveException.class);

  private final Attribute attribute;
  private final Class<?> type;

  MemberCode(Attribute attribute) {
    this.attribute = attribute;
    this.type =
        switch (attribute.javaMember()) {
          case Field field -> field.getType();
          case Method getter -> getter.getReturnType();
          default -> throw new IllegalArgumentException("no field or getter: " + attribute);
        };
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  boolean isPrimitive() {
    return type.isPrimitive();
  }

  private Class<?> declaringClass() {
    return attribute.javaMember().getDeclaringClass();
  }

  /// Instance to value.
  void get(CodeBuilder code) {
    ClassDesc owner = desc(declaringClass());
    Member member = attribute.javaMember();
    if (member instanceof Method) {
      code.invokevirtual(owner, member.getName(), MethodTypeDesc.of(desc(type)));
    } else {
      code.getfield(owner, member.getName(), desc(type));
    }
  }

  /// Instance and value to nothing.
  void set(CodeBuilder code) {
    ClassDesc owner = desc(declaringClass());
    if (attribute.javaMember() instanceof Method getter) {
      Method setter = Setters.of(getter).orElseThrow();
      code.invokevirtual(
          owner, setter.getName(), MethodTypeDesc.of(desc(setter.getReturnType()), desc(type)));
      discard(code, setter.getReturnType());
    } else {
      refuseFinal();
      code.putfield(owner, attribute.javaMember().getName(), desc(type));
    }
  }

  private static void discard(CodeBuilder code, Class<?> result) {
    if (result == long.class || result == double.class) {
      code.pop2();
    } else if (result != void.class) {
      code.pop();
    }
  }

  private void refuseFinal() {
    if (Modifier.isFinal(attribute.javaMember().getModifiers())) {
      throw new MappingException(
          declaringClass(),
          attribute.name(),
          "a final field cannot be loaded",
          "remove final, mark the attribute @Transient, or make the embeddable a record.");
    }
  }

  /// Primitive value to wrapper; other values stay.
  void box(CodeBuilder code) {
    if (isPrimitive()) {
      ClassDesc wrapper = desc(wrapper());
      code.invokestatic(wrapper, "valueOf", MethodTypeDesc.of(wrapper, desc(type)));
    }
  }

  /// Any object to a value of the attribute's type; it must not be null for a primitive.
  void unbox(CodeBuilder code) {
    code.checkcast(desc(wrapper()));
    if (isPrimitive()) {
      code.invokevirtual(desc(wrapper()), type.getName() + "Value", MethodTypeDesc.of(desc(type)));
    }
  }

  /// Throws if the column's value in that local variable is null.
  void refuseNull(CodeBuilder code, int value, Column column) {
    refuseNull(
        code,
        value,
        "column",
        declaringClass().getSimpleName() + "." + attribute.name(),
        type.getName(),
        column.toString());
  }

  /// Throws if the attribute's value in that local variable is null.
  void refuseNull(CodeBuilder code, int value) {
    refuseNull(
        code,
        value,
        "value",
        declaringClass().getSimpleName() + "." + attribute.name(),
        type.getName());
  }

  private static void refuseNull(CodeBuilder code, int value, String failure, String... words) {
    Label present = code.newLabel();
    code.aload(value).ifnonnull(present);
    for (String word : words) {
      code.loadConstant(word);
    }
    code.invokestatic(
            FAILURE,
            failure,
            MethodTypeDesc.of(FAILURE, Collections.nCopies(words.length, ConstantDescs.CD_String)))
        .athrow()
        .labelBinding(present);
  }

  private Class<?> wrapper() {
    return MethodType.methodType(type).wrap().returnType();
  }
}
