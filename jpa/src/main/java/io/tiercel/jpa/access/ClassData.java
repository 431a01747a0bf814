package io.tiercel.jpa.access;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.util.ArrayList;
import java.util.List;

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

  /// Emits the load of an object as a constant of that type.
  void load(CodeBuilder code, Object object, Class<?> type) {
    objects.add(object);
    ClassDesc desc = type.describeConstable().orElseThrow();
    code.loadConstant(
        DynamicConstantDesc.ofNamed(
            CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, desc, objects.size() - 1));
  }

  /// All objects, for the definition of the class.
  List<Object> objects() {
    return List.copyOf(objects);
  }
}
