package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Makes the lazy instances of one entity; their class is generated for the first of them. A
/// function of the JDK, because that is how generated code calls it. Safe for any number of
/// threads.
final class LazyInstances implements BiFunction<Object, LazyLoader, @Nullable Object> {
  private static final System.Logger LOG = System.getLogger(LazyInstances.class.getName());

  private final EntityMapping mapping;
  private @Nullable EntityAccess access;
  private volatile @Nullable LazyType type;

  /// Reads ids of several attributes, null for others.
  private final @Nullable EmbeddableAccess idClass;

  /// The constructor of the generated class, null when it may not have one.
  private record LazyType(@Nullable MethodHandle constructor) {}

  LazyInstances(EntityMapping mapping) {
    this.mapping = mapping;
    EmbeddedAttribute composite = mapping.id().composite();
    this.idClass =
        composite != null && mapping.id().hasIdClass()
            ? EmbeddableAccessClass.generate(composite)
            : null;
  }

  /// Called once, before anyone else sees this object.
  void setAccess(EntityAccess access) {
    this.access = access;
  }

  @Override
  public @Nullable Object apply(Object id, LazyLoader loader) {
    LazyType known = type;
    MethodHandle constructor = (known != null ? known : generate()).constructor();
    if (constructor == null) {
      return null;
    }
    LazyInstance instance = construct(constructor, id);
    // Before the loader is there: a setter of the id must run straight through.
    setId(instance, id);
    instance.tiercelUnloaded(loader);
    return instance;
  }

  private void setId(LazyInstance instance, Object id) {
    EntityAccess setter = Objects.requireNonNull(access);
    EmbeddableAccess parts = idClass;
    if (mapping.id().isAttribute()) {
      setter.set(instance, mapping.id().index(), id);
      return;
    }
    if (parts == null) {
      // The association that gives the id is set when the instance is loaded.
      return;
    }
    @Nullable Object[] values = new Object[mapping.columns().size()];
    parts.read(id, values);
    for (Attribute attribute : mapping.id().attributes()) {
      if (attribute instanceof BasicAttribute basic) {
        Object value = Objects.requireNonNull(values[basic.column().slot()]);
        Conversion conversion = basic.column().conversion();
        setter.set(
            instance, basic.index(), conversion == null ? value : conversion.toAttribute(value));
      }
    }
  }

  private LazyInstance construct(MethodHandle constructor, Object id) {
    try {
      return (LazyInstance) constructor.invokeExact(id);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the constructor of %s failed".formatted(mapping), e);
    }
  }

  private synchronized LazyType generate() {
    LazyType known = type;
    if (known != null) {
      return known;
    }
    LazyMethods methods = LazyMethods.of(mapping);
    String obstacle = methods.obstacle();
    if (obstacle != null) {
      LOG.log(
          Level.DEBUG,
          () -> "%s is never lazy: %s".formatted(mapping.javaType().getName(), obstacle));
    }
    LazyType made =
        new LazyType(obstacle == null ? LazyClass.generate(mapping.javaType(), methods) : null);
    type = made;
    return made;
  }
}
