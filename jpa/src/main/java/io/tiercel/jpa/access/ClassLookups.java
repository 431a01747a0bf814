package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.MappingException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;

/// Lookups with which a nestmate of a user's class can be defined.
final class ClassLookups {
  private static final ClassDesc LOOKUP =
      MethodHandles.Lookup.class.describeConstable().orElseThrow();
  private static final ClassDesc MODULE = Module.class.describeConstable().orElseThrow();

  private ClassLookups() {}

  /// A lookup with the access of the class itself.
  static Lookup of(Class<?> type) {
    checkVisible(type);
    // privateLookupIn asks for this edge; reflection would add it silently.
    ClassLookups.class.getModule().addReads(type.getModule());
    try {
      Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      return lookup.hasFullPrivilegeAccess() ? lookup : throughAnchor(type, lookup);
    } catch (IllegalAccessException e) {
      throw refused(
          type,
          e,
          "its package is closed to the persistence provider",
          "add `opens %s to %s;` to the module's declaration."
              .formatted(type.getPackageName(), ClassLookups.class.getModule().getName()));
    }
  }

  /// The generated classes implement our interfaces, so the user's loader must see ours.
  private static void checkVisible(Class<?> type) {
    Class<?> seen;
    try {
      seen = Class.forName(EntityAccess.class.getName(), false, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw refused(
          type,
          e,
          "its class loader does not see the persistence provider",
          "put the provider on the class path of the application.");
    }
    if (seen != EntityAccess.class) {
      throw new MappingException(
          type,
          null,
          "its class loader sees another copy of the persistence provider",
          "remove one of the two tiercel-jpa jars.");
    }
  }

  private static MappingException refused(
      Class<?> type, Exception cause, String problem, String hint) {
    var refusal = new MappingException(type, null, problem, hint);
    refusal.initCause(cause);
    return refusal;
  }

  /// A lookup into another module (another class loader's unnamed one is enough) may define plain
  /// classes but no nestmates. So a plain class is put into the package, whose own lookup may.
  private static Lookup throughAnchor(Class<?> type, Lookup limited) throws IllegalAccessException {
    try {
      Method lookup = anchor(type, limited).getDeclaredMethod("lookup", Module.class);
      lookup.setAccessible(true);
      Lookup full = (Lookup) lookup.invoke(null, ClassLookups.class.getModule());
      return MethodHandles.privateLookupIn(type, full);
    } catch (IllegalAccessException e) {
      throw e;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the generated anchor does not run", e);
    }
  }

  // One anchor per package for all units: two threads may want to define it at once.
  private static synchronized Class<?> anchor(Class<?> type, Lookup limited)
      throws IllegalAccessException {
    String name = type.getPackageName() + ".Tiercel$Anchor";
    try {
      return Class.forName(name, true, type.getClassLoader());
    } catch (ClassNotFoundException _) {
      return limited.defineClass(anchorBytes(ClassDesc.of(name)));
    }
  }

  /// `static Lookup lookup(Module provider) { Anchor.class.getModule().addReads(provider); return
  /// MethodHandles.lookup(); }`
  private static byte[] anchorBytes(ClassDesc anchor) {
    return ClassFile.of()
        .build(
            anchor,
            type -> {
              type.withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC);
              type.withMethodBody(
                  "lookup",
                  MethodTypeDesc.of(LOOKUP, MODULE),
                  ClassFile.ACC_STATIC,
                  code ->
                      code.loadConstant(anchor)
                          .invokevirtual(
                              ConstantDescs.CD_Class, "getModule", MethodTypeDesc.of(MODULE))
                          .aload(0)
                          .invokevirtual(MODULE, "addReads", MethodTypeDesc.of(MODULE, MODULE))
                          .pop()
                          .invokestatic(
                              ConstantDescs.CD_MethodHandles, "lookup", MethodTypeDesc.of(LOOKUP))
                          .areturn());
            });
  }
}
