package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Generates the access to one embedded attribute's values: by constructor and fields or setters,
/// or by the canonical constructor of a record.
final class EmbeddableAccessClass {
  private final EmbeddedAttribute embedded;
  private final PartClass part;

  private EmbeddableAccessClass(EmbeddedAttribute embedded) {
    this.embedded = embedded;
    this.part = new PartClass(embedded.javaType(), embedded.attributes());
  }

  static EmbeddableAccess generate(EmbeddedAttribute embedded) {
    var access = new EmbeddableAccessClass(embedded);
    return (EmbeddableAccess) access.part.define(access::members);
  }

  private void members(ClassBuilder type) {
    type.withInterfaceSymbols(MemberCode.desc(EmbeddableAccess.class));
    PartClass.method(
        type, "build", MethodTypeDesc.of(ConstantDescs.CD_Object, PartCode.OBJECTS), this::build);
    PartClass.method(
        type,
        "read",
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, PartCode.OBJECTS),
        this::read);
  }

  private void build(CodeBuilder code) {
    int values = 1;
    if (!embedded.holdsMore()) {
      Label present = code.newLabel();
      embedded
          .columnsWithKeys()
          .forEach(
              column -> code.aload(values).loadConstant(column.slot()).aaload().ifnonnull(present));
      code.aconst_null().areturn().labelBinding(present);
    }
    if (embedded.javaType().isRecord()) {
      RecordCode.construct(
          code, embedded.javaType(), embedded::attribute, new PartCode(code, part.data(), values));
    } else {
      int instance = code.allocateLocal(TypeKind.REFERENCE);
      Constructors.construct(code, embedded.javaType());
      code.astore(instance);
      part.moveAll(code, true, instance, values);
      code.aload(instance);
    }
    code.areturn();
  }

  private void read(CodeBuilder code) {
    int instance = 1;
    int values = 2;
    Label present = code.newLabel();
    code.aload(instance).ifnonnull(present);
    new PartCode(code, part.data(), values).clear(embedded);
    code.return_().labelBinding(present);
    part.moveAll(code, false, instance, values);
    code.return_();
  }
}
