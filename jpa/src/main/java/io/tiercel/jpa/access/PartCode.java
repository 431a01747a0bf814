package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Function;

/// The instructions that move the values of one class's attributes between an instance and a row.
/// Conversions go in as functions of the JDK, because a user's module does not see the mapping.
final class PartCode {
  static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
  private static final ClassDesc FUNCTION = MemberCode.desc(Function.class);
  private static final ClassDesc EMBEDDABLE = MemberCode.desc(EmbeddableAccess.class);

  private static final int NO_TARGETS = -1;

  private final CodeBuilder code;
  private final ClassData data;
  private final int values;
  private final int targets;

  /// @param values the local variable that holds the row's values
  PartCode(CodeBuilder code, ClassData data, int values) {
    this(code, data, values, NO_TARGETS);
  }

  /// @param targets the local variable that holds the instances of associations
  PartCode(CodeBuilder code, ClassData data, int values, int targets) {
    this.targets = targets;
    this.code = code;
    this.data = data;
    this.values = values;
  }

  /// Row to instance.
  void fill(Attribute attribute, int instance) {
    switch (attribute) {
      case BasicAttribute basic -> {
        MemberCode member = new MemberCode(basic);
        int value = loadChecked(basic, member);
        code.aload(instance);
        pushValue(basic, member, value);
        member.set(code);
      }
      case EmbeddedAttribute embedded -> {
        code.aload(instance);
        pushEmbedded(embedded);
        new MemberCode(embedded).set(code);
      }
      case ToOneAttribute _, PluralAttribute _ -> {}
    }
  }

  /// Row to the stack, for the argument of a record's constructor.
  void push(Attribute attribute) {
    switch (attribute) {
      case BasicAttribute basic -> {
        MemberCode member = new MemberCode(basic);
        pushValue(basic, member, loadChecked(basic, member));
      }
      case EmbeddedAttribute embedded -> pushEmbedded(embedded);
      case ToOneAttribute association when targets != NO_TARGETS -> {
        code.aload(targets).loadConstant(association.index()).aaload();
        new MemberCode(association).unbox(code);
      }
      case ToOneAttribute _, PluralAttribute _ ->
          throw new IllegalArgumentException("no association in a record: " + attribute.name());
    }
  }

  /// The column's value in a new local variable, refused if it is null and the attribute primitive.
  private int loadChecked(BasicAttribute basic, MemberCode member) {
    int value = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(values).loadConstant(basic.column().slot()).aaload().astore(value);
    if (member.isPrimitive()) {
      member.refuseNull(code, value, basic.column());
    }
    return value;
  }

  private void pushValue(BasicAttribute basic, MemberCode member, int value) {
    Conversion conversion = basic.column().conversion();
    if (conversion == null) {
      code.aload(value);
    } else {
      applyUnlessNull(value, conversion::toAttribute);
    }
    member.unbox(code);
  }

  private void pushEmbedded(EmbeddedAttribute embedded) {
    data.load(code, embedded);
    code.aload(values)
        .invokeinterface(EMBEDDABLE, "build", MethodTypeDesc.of(ConstantDescs.CD_Object, OBJECTS));
    new MemberCode(embedded).unbox(code);
  }

  private void applyUnlessNull(int value, Function<Object, Object> function) {
    Label absent = code.newLabel();
    Label done = code.newLabel();
    code.aload(value).ifnull(absent);
    data.load(code, function, Function.class);
    code.aload(value)
        .invokeinterface(
            FUNCTION, "apply", MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object))
        .goto_(done)
        .labelBinding(absent)
        .aconst_null()
        .labelBinding(done);
  }

  /// Instance to row.
  void read(Attribute attribute, int instance) {
    switch (attribute) {
      case BasicAttribute basic -> readBasic(basic, instance);
      case EmbeddedAttribute embedded -> {
        data.load(code, embedded);
        code.aload(instance);
        new MemberCode(embedded).get(code);
        code.aload(values)
            .invokeinterface(
                EMBEDDABLE,
                "read",
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, OBJECTS));
      }
      case ToOneAttribute _, PluralAttribute _ -> {}
    }
  }

  private void readBasic(BasicAttribute basic, int instance) {
    MemberCode member = new MemberCode(basic);
    Column column = basic.column();
    Conversion conversion = column.conversion();
    if (conversion == null) {
      code.aload(values).loadConstant(column.slot()).aload(instance);
      member.get(code);
      member.box(code);
    } else {
      int value = code.allocateLocal(TypeKind.REFERENCE);
      code.aload(instance);
      member.get(code);
      member.box(code);
      code.astore(value).aload(values).loadConstant(column.slot());
      applyUnlessNull(value, conversion::toColumn);
    }
    code.aastore();
  }

  /// Puts null into every slot of an absent embeddable.
  void clear(EmbeddedAttribute embedded) {
    embedded
        .columnsWithKeys()
        .forEach(column -> code.aload(values).loadConstant(column.slot()).aconst_null().aastore());
  }
}
