package io.tiercel.jpa.access;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.classfile.Annotation;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// An entity with more attributes than one generated method may move and still be compiled.
class WideEntityTest {
  private static final int ATTRIBUTES = 350;
  private static final ClassDesc NAME = ClassDesc.of(WideEntityTest.class.getName() + "Entity");

  @Test
  void hundreds_of_attributes_are_moved_in_parts() throws IllegalAccessException {
    Class<?> entity = MethodHandles.lookup().defineClass(wideEntity());
    EntityMapping mapping = new UnitMapping(List.of(entity)).entity(entity);
    EntityAccess access = new AccessRegistry().of(mapping);
    Object instance = access.newInstance();
    @Nullable Object[] values = IntStream.range(0, ATTRIBUTES).boxed().toArray();
    access.fill(instance, values);
    @Nullable Object[] read = new Object[ATTRIBUTES];
    access.read(instance, read);
    assertArrayEquals(values, read);
    access.set(instance, ATTRIBUTES - 1, -1);
    assertEquals(-1, access.get(instance, ATTRIBUTES - 1));
    assertEquals(150, access.get(instance, 150));
  }

  private static byte[] wideEntity() {
    return ClassFile.of()
        .build(
            NAME,
            type -> {
              type.withFlags(ClassFile.ACC_PUBLIC).with(annotations(Entity.class));
              type.withMethodBody(
                  ConstantDescs.INIT_NAME,
                  ConstantDescs.MTD_void,
                  ClassFile.ACC_PROTECTED,
                  code ->
                      code.aload(0)
                          .invokespecial(
                              ConstantDescs.CD_Object,
                              ConstantDescs.INIT_NAME,
                              ConstantDescs.MTD_void)
                          .return_());
              IntStream.range(0, ATTRIBUTES).forEach(i -> field(type, i));
            });
  }

  private static void field(ClassBuilder type, int number) {
    type.withField(
        "field" + number,
        ConstantDescs.CD_int,
        field -> {
          field.withFlags(ClassFile.ACC_PRIVATE);
          if (number == 0) {
            field.with(annotations(Id.class));
          }
        });
  }

  private static RuntimeVisibleAnnotationsAttribute annotations(
      Class<? extends java.lang.annotation.Annotation> type) {
    return RuntimeVisibleAnnotationsAttribute.of(
        Annotation.of(type.describeConstable().orElseThrow()));
  }
}
