package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.MappingException;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;

/// The constructor without arguments that entities and embeddables must have (Jakarta Persistence
/// 3.2, section 2.1).
final class Constructors {
  private Constructors() {}

  /// Emits `new T()`.
  static void construct(CodeBuilder code, Class<?> type) {
    check(type);
    ClassDesc desc = MemberCode.desc(type);
    code.new_(desc).dup().invokespecial(desc, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
  }

  private static void check(Class<?> type) {
    if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
      throw new MappingException(
          type,
          null,
          "an inner class needs an instance of its outer class",
          "make the class static.");
    }
    boolean present =
        Stream.of(type.getDeclaredConstructors())
            .anyMatch(constructor -> constructor.getParameterCount() == 0);
    if (!present) {
      throw new MappingException(
          type,
          null,
          "it has no constructor without arguments",
          "add `protected %s() {}`.".formatted(type.getSimpleName()));
    }
  }
}
