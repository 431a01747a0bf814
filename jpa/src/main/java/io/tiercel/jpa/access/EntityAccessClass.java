package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.EntityMapping;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.BiFunction;

/// Generates the access to the instances of one entity.
final class EntityAccessClass {
  private static final ClassDesc LOADER = MemberCode.desc(LazyLoader.class);
  private static final ClassDesc BI_FUNCTION = MemberCode.desc(BiFunction.class);

  private final EntityMapping mapping;
  private final Class<?> entity;
  private final PartClass part;
  private final LazyInstances lazyInstances;

  private EntityAccessClass(EntityMapping mapping) {
    this.mapping = mapping;
    this.entity = mapping.javaType();
    this.part = new PartClass(entity, mapping.attributes());
    this.lazyInstances = new LazyInstances(mapping);
  }

  static EntityAccess generate(EntityMapping mapping) {
    var generator = new EntityAccessClass(mapping);
    EntityAccess access = (EntityAccess) generator.part.define(generator::members);
    boolean callsMethods =
        mapping.attributes().stream().anyMatch(a -> a.javaMember() instanceof Method);
    EntityAccess complete = callsMethods ? new SuspendingAccess(access) : access;
    generator.lazyInstances.setAccess(complete);
    return mapping.nested().isEmpty() ? complete : NestedAccess.of(complete, mapping);
  }

  private void members(ClassBuilder type) {
    type.withInterfaceSymbols(MemberCode.desc(EntityAccess.class));
    part.members(type);
    PartClass.method(
        type, "newInstance", MethodTypeDesc.of(ConstantDescs.CD_Object), this::newInstance);
    PartClass.method(
        type,
        "newRecord",
        MethodTypeDesc.of(ConstantDescs.CD_Object, PartCode.OBJECTS, PartCode.OBJECTS),
        this::newRecord);
    PartClass.method(
        type,
        "newLazyInstance",
        MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object, LOADER),
        this::newLazyInstance);
  }

  private void newInstance(CodeBuilder code) {
    if (Modifier.isAbstract(entity.getModifiers())) {
      PartClass.fail(code, "%s is abstract and has no instances".formatted(entity.getName()));
      return;
    }
    if (entity.isRecord()) {
      PartClass.fail(code, "%s is a record and has no empty instance".formatted(entity.getName()));
      return;
    }
    Constructors.construct(code, entity);
    code.areturn();
  }

  private void newRecord(CodeBuilder code) {
    if (!entity.isRecord()) {
      PartClass.fail(code, "%s is no record".formatted(entity.getName()));
      return;
    }
    int values = 1;
    int targets = 2;
    RecordCode.construct(
        code, entity, mapping::attribute, new PartCode(code, part.data(), values, targets));
    code.areturn();
  }

  private void newLazyInstance(CodeBuilder code) {
    part.data().load(code, lazyInstances, BiFunction.class);
    code.aload(1)
        .aload(2)
        .invokeinterface(
            BI_FUNCTION,
            "apply",
            MethodTypeDesc.of(
                ConstantDescs.CD_Object, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
        .areturn();
  }
}
