package io.tiercel.jpa.access;

import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/// Descriptors of methods.
final class MethodDescriptors {
  private MethodDescriptors() {}

  static MethodTypeDesc of(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .describeConstable()
        .orElseThrow();
  }
}
