package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The objects that a hidden class is defined with. Its code loads them as constants, so that the
/// compiler inlines through them as through static finals.
final class ClassData {
  private static final DirectMethodHandleDesc CLASS_DATA_AT =
      ConstantDescs.ofConstantBootstrap(
          ConstantDescs.CD_MethodHandles,
          "classDataAt",
          ConstantDescs.CD_Object,
          ConstantDescs.CD_int);

  private final List<Object> objects = new ArrayList<>();
  private final Map<EmbeddedAttribute, EmbeddableAccess> embeddables = new HashMap<>();

  /// Emits the load of an object as a constant of that type.
  void load(CodeBuilder code, Object object, Class<?> type) {
    objects.add(object);
    ClassDesc desc = type.describeConstable().orElseThrow();
    code.loadConstant(
        DynamicConstantDesc.ofNamed(
            CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, desc, objects.size() - 1));
  }

  /// Emits the load of the access to an embedded attribute, which is generated once.
  void load(CodeBuilder code, EmbeddedAttribute embedded) {
    load(
        code,
        embeddables.computeIfAbsent(embedded, EmbeddableAccessClass::generate),
        EmbeddableAccess.class);
  }

  /// All objects, for the definition of the class.
  List<Object> objects() {
    return List.copyOf(objects);
  }
}
