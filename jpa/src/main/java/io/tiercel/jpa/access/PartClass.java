package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A hidden nestmate of one class that reaches the attributes which that class declares, private
/// ones as well. Attributes that superclasses declare are reached through parts of their own, which
/// it is defined with as constants.
final class PartClass {
  /// HotSpot does not compile methods of 8000 bytes and more; an attribute takes about 35.
  private static final int MAX_ATTRIBUTES = 100;

  private static final ClassDesc PART = MemberCode.desc(MemberAccess.class);
  private static final MethodTypeDesc MOVE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, PartCode.OBJECTS);
  private static final MethodTypeDesc GET =
      MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object, ConstantDescs.CD_int);
  private static final MethodTypeDesc SET =
      MethodTypeDesc.of(
          ConstantDescs.CD_void,
          ConstantDescs.CD_Object,
          ConstantDescs.CD_int,
          ConstantDescs.CD_Object);

  private final Class<?> host;
  private final List<Attribute> own = new ArrayList<>();
  private final @Nullable MemberAccess next;
  private final ClassData data = new ClassData();

  /// The attributes must be declared by the host or its superclasses.
  PartClass(Class<?> host, List<? extends Attribute> attributes) {
    this.host = host;
    List<Attribute> rest = new ArrayList<>();
    for (Attribute attribute : attributes) {
      boolean mine = attribute.javaMember().getDeclaringClass() == host;
      (mine && own.size() < MAX_ATTRIBUTES ? own : rest).add(attribute);
    }
    this.next = rest.isEmpty() ? null : generate(rest);
  }

  /// Generates a class with the four methods of [MemberAccess] alone.
  static MemberAccess generate(List<Attribute> attributes) {
    Class<?> host = attributes.getFirst().javaMember().getDeclaringClass();
    var part = new PartClass(host, attributes);
    return (MemberAccess)
        part.define(
            type -> {
              type.withInterfaceSymbols(PART);
              part.members(type);
            });
  }

  ClassData data() {
    return data;
  }

  /// The four methods of [MemberAccess].
  void members(ClassBuilder type) {
    boolean changes = !host.isRecord();
    method(type, "fill", MOVE, changes ? code -> move(code, "fill") : this::refuseChange);
    method(type, "read", MOVE, code -> move(code, "read"));
    method(type, "get", GET, code -> choose(code, "get", GET, this::get));
    method(
        type,
        "set",
        SET,
        changes ? code -> choose(code, "set", SET, this::set) : this::refuseChange);
  }

  private void refuseChange(CodeBuilder code) {
    fail(code, "%s is a record and cannot be changed".formatted(host.getName()));
  }

  /// Emits the throw of an IllegalStateException.
  static void fail(CodeBuilder code, String message) {
    ClassDesc failure = MemberCode.desc(IllegalStateException.class);
    code.new_(failure)
        .dup()
        .loadConstant(message)
        .invokespecial(
            failure,
            ConstantDescs.INIT_NAME,
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String))
        .athrow();
  }

  static void method(
      ClassBuilder type, String name, MethodTypeDesc signature, Consumer<CodeBuilder> body) {
    type.withMethodBody(name, signature, ClassFile.ACC_PUBLIC, body);
  }

  private void move(CodeBuilder code, String name) {
    int instance = 1;
    int values = 2;
    moveAll(code, name.equals("fill"), instance, values);
    code.return_();
  }

  /// Fills or reads all attributes, those of superclasses first.
  void moveAll(CodeBuilder code, boolean fill, int instance, int values) {
    if (next != null) {
      data.load(code, next, MemberAccess.class);
      code.aload(instance).aload(values).invokeinterface(PART, fill ? "fill" : "read", MOVE);
    }
    int typed = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(instance).checkcast(MemberCode.desc(host)).astore(typed);
    var part = new PartCode(code, data, values);
    for (Attribute attribute : own) {
      if (fill) {
        part.fill(attribute, typed);
      } else {
        part.read(attribute, typed);
      }
    }
  }

  private interface Branch {
    void emit(CodeBuilder code, MemberCode member);
  }

  /// A switch over the indexes of the own attributes; all other indexes go to the next part.
  private void choose(CodeBuilder code, String name, MethodTypeDesc signature, Branch branch) {
    Label elsewhere = code.newLabel();
    List<SwitchCase> cases = new ArrayList<>();
    own.forEach(attribute -> cases.add(SwitchCase.of(attribute.index(), code.newLabel())));
    code.iload(2).lookupswitch(elsewhere, cases);
    for (int i = 0; i < own.size(); i++) {
      code.labelBinding(cases.get(i).target());
      branch.emit(code, new MemberCode(own.get(i)));
    }
    code.labelBinding(elsewhere);
    if (next == null) {
      noSuchIndex(code);
    } else {
      delegate(code, next, name, signature);
    }
  }

  private void delegate(
      CodeBuilder code, MemberAccess part, String name, MethodTypeDesc signature) {
    data.load(code, part, MemberAccess.class);
    code.aload(1).iload(2);
    if (signature.parameterCount() == 3) {
      code.aload(3);
    }
    code.invokeinterface(PART, name, signature).return_(TypeKind.from(signature.returnType()));
  }

  private static void noSuchIndex(CodeBuilder code) {
    ClassDesc exception = MemberCode.desc(IndexOutOfBoundsException.class);
    code.new_(exception)
        .dup()
        .iload(2)
        .invokespecial(
            exception,
            ConstantDescs.INIT_NAME,
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int))
        .athrow();
  }

  private void get(CodeBuilder code, MemberCode member) {
    code.aload(1).checkcast(MemberCode.desc(host));
    member.get(code);
    member.box(code);
    code.areturn();
  }

  private void set(CodeBuilder code, MemberCode member) {
    if (member.isPrimitive()) {
      member.refuseNull(code, 3);
    }
    code.aload(1).checkcast(MemberCode.desc(host)).aload(3);
    member.unbox(code);
    member.set(code);
    code.return_();
  }

  /// Defines the hidden class and makes its only instance.
  Object define(Consumer<ClassBuilder> body) {
    Lookup lookup = ClassLookups.of(host);
    ClassDesc name = ClassDesc.of(host.getName() + "$$Access");
    byte[] bytes =
        ClassFile.of(hierarchyOf(host))
            .build(
                name,
                type -> {
                  type.withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC);
                  constructor(type);
                  body.accept(type);
                });
    try {
      Lookup hidden =
          lookup.defineHiddenClassWithClassData(bytes, data.objects(), true, ClassOption.NESTMATE);
      return hidden
          .findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
          .invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("could not define the access class of " + host, e);
    }
  }

  /// Types in stack maps are looked up where the user's classes are.
  static ClassFile.Option hierarchyOf(Class<?> host) {
    ClassHierarchyResolver fallback = ClassHierarchyResolver.defaultResolver();
    ClassLoader loader = host.getClassLoader();
    return ClassFile.ClassHierarchyResolverOption.of(
        loader == null ? fallback : ClassHierarchyResolver.ofClassLoading(loader).orElse(fallback));
  }

  private static void constructor(ClassBuilder type) {
    type.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        0,
        code ->
            code.aload(0)
                .invokespecial(
                    ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_());
  }
}
