package io.tiercel.jpa.access;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/// Generates the subclass of an entity whose instances load themselves on first touch. An instance
/// is filled in place, so that once it is loaded its methods are the entity's own after one test
/// for null. A hidden class in the entity's package: several units may each have their own. The
/// field is volatile for the instances that units of work share: who finds it null sees what was
/// filled in before.
///
/// ```java
/// final class Order$$Lazy extends Order implements LazyInstance {
///   private volatile LazyLoader tiercelLoader;
///   private Object tiercelId;
///
///   String getNumber() {
///     if (tiercelLoader != null) tiercelLoader.load(this);
///     return super.getNumber();
///   }
/// }
/// ```
final class LazyClass {
  private static final ClassDesc LOADER = MemberCode.desc(LazyLoader.class);
  private static final ClassDesc LAZY = MemberCode.desc(LazyInstance.class);
  private static final String LOADER_FIELD = "tiercelLoader";
  private static final String ID_FIELD = "tiercelId";

  private final Class<?> entity;
  private final ClassDesc superclass;
  private final ClassDesc self;
  private final LazyMethods methods;

  private LazyClass(Class<?> entity, LazyMethods methods) {
    this.entity = entity;
    this.superclass = MemberCode.desc(entity);
    this.self = ClassDesc.of(entity.getName() + "$$Lazy");
    this.methods = methods;
  }

  /// The constructor `LazyInstance (Object id)` of a new class.
  static MethodHandle generate(Class<?> entity, LazyMethods methods) {
    return new LazyClass(entity, methods).define();
  }

  private MethodHandle define() {
    byte[] bytes = ClassFile.of(PartClass.hierarchyOf(entity)).build(self, this::type);
    try {
      Lookup hidden = ClassLookups.of(entity).defineHiddenClass(bytes, false, ClassOption.NESTMATE);
      return hidden
          .findConstructor(hidden.lookupClass(), MethodType.methodType(void.class, Object.class))
          .asType(MethodType.methodType(LazyInstance.class, Object.class));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalStateException("could not define the lazy subclass of " + entity, e);
    }
  }

  private void type(ClassBuilder type) {
    type.withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC)
        .withSuperclass(superclass)
        .withInterfaceSymbols(LAZY)
        .withField(LOADER_FIELD, LOADER, ClassFile.ACC_PRIVATE | ClassFile.ACC_VOLATILE)
        .withField(ID_FIELD, ConstantDescs.CD_Object, ClassFile.ACC_PRIVATE)
        .withMethodBody(
            ConstantDescs.INIT_NAME,
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object),
            0,
            this::constructor);
    bookkeeping(type);
    methods.overridden().forEach(method -> override(type, method));
  }

  private void constructor(CodeBuilder code) {
    code.aload(0)
        .aload(1)
        .putfield(self, ID_FIELD, ConstantDescs.CD_Object)
        .aload(0)
        .invokespecial(superclass, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
        .return_();
  }

  private void bookkeeping(ClassBuilder type) {
    PartClass.method(
        type,
        "tiercelId",
        MethodTypeDesc.of(ConstantDescs.CD_Object),
        code -> code.aload(0).getfield(self, ID_FIELD, ConstantDescs.CD_Object).areturn());
    PartClass.method(
        type,
        "tiercelLoader",
        MethodTypeDesc.of(LOADER),
        code -> code.aload(0).getfield(self, LOADER_FIELD, LOADER).areturn());
    PartClass.method(
        type,
        "tiercelLoaded",
        ConstantDescs.MTD_void,
        code -> code.aload(0).aconst_null().putfield(self, LOADER_FIELD, LOADER).return_());
    PartClass.method(
        type,
        "tiercelUnloaded",
        MethodTypeDesc.of(ConstantDescs.CD_void, LOADER),
        code -> code.aload(0).aload(1).putfield(self, LOADER_FIELD, LOADER).return_());
  }

  private void override(ClassBuilder type, Method method) {
    int access = method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED);
    type.withMethodBody(
        method.getName(),
        MethodDescriptors.of(method),
        access,
        code -> loadAndCallSuper(code, method));
  }

  private void loadAndCallSuper(CodeBuilder code, Method method) {
    Label loaded = code.newLabel();
    Label unloaded = code.newLabel();
    code.aload(0)
        .getfield(self, LOADER_FIELD, LOADER)
        .dup()
        .ifnonnull(unloaded)
        .pop()
        .goto_(loaded)
        .labelBinding(unloaded)
        .aload(0)
        .invokeinterface(LOADER, "load", MethodTypeDesc.of(ConstantDescs.CD_void, LAZY))
        .labelBinding(loaded)
        .aload(0);
    MethodTypeDesc signature = MethodDescriptors.of(method);
    for (int i = 0; i < signature.parameterCount(); i++) {
      code.loadLocal(TypeKind.from(signature.parameterType(i)), code.parameterSlot(i));
    }
    code.invokespecial(superclass, method.getName(), signature)
        .return_(TypeKind.from(signature.returnType()));
  }
}
