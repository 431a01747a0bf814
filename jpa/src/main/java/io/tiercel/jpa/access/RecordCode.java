package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.RecordComponent;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The instructions that make a record by its canonical constructor.
final class RecordCode {

  private RecordCode() {}

  /// Emits `new T(…)`.
  ///
  /// @param attributes the attribute of a component by its name, null for a transient one
  /// @param arguments puts the value of an attribute on the stack
  static void construct(
      CodeBuilder code,
      Class<?> record,
      Function<String, @Nullable Attribute> attributes,
      PartCode arguments) {
    ClassDesc desc = MemberCode.desc(record);
    RecordComponent[] components = record.getRecordComponents();
    code.new_(desc).dup();
    for (RecordComponent component : components) {
      Attribute attribute = attributes.apply(component.getName());
      if (attribute == null) {
        pushDefault(code, component.getType());
      } else {
        arguments.push(attribute);
      }
    }
    ClassDesc[] types =
        Stream.of(components)
            .map(component -> MemberCode.desc(component.getType()))
            .toArray(ClassDesc[]::new);
    code.invokespecial(
        desc, ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, types));
  }

  /// The value of a transient component, which no column holds.
  private static void pushDefault(CodeBuilder code, Class<?> type) {
    switch (TypeKind.from(type)) {
      case REFERENCE -> code.aconst_null();
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      default -> code.iconst_0();
    }
  }
}
