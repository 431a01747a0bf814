package io.tiercel.jpa.access;

import org.jspecify.annotations.Nullable;

/// Access by getters and setters, which the generated subclass of a lazy instance overrides: while
/// this access calls them they must not load, so the loader is taken away for that time.
record SuspendingAccess(EntityAccess generated) implements EntityAccess {

  @Override
  public Object newInstance() {
    return generated.newInstance();
  }

  @Override
  public Object newRecord(@Nullable Object[] values, @Nullable Object[] targets) {
    return generated.newRecord(values, targets);
  }

  @Override
  public @Nullable Object newLazyInstance(Object id, LazyLoader loader) {
    return generated.newLazyInstance(id, loader);
  }

  @Override
  public void fill(Object instance, @Nullable Object[] values) {
    LazyLoader loader = suspend(instance);
    try {
      generated.fill(instance, values);
    } finally {
      resume(instance, loader);
    }
  }

  @Override
  public void read(Object instance, @Nullable Object[] values) {
    LazyLoader loader = suspend(instance);
    try {
      generated.read(instance, values);
    } finally {
      resume(instance, loader);
    }
  }

  @Override
  public @Nullable Object get(Object instance, int attributeIndex) {
    LazyLoader loader = suspend(instance);
    try {
      return generated.get(instance, attributeIndex);
    } finally {
      resume(instance, loader);
    }
  }

  @Override
  public void set(Object instance, int attributeIndex, @Nullable Object value) {
    LazyLoader loader = suspend(instance);
    try {
      generated.set(instance, attributeIndex, value);
    } finally {
      resume(instance, loader);
    }
  }

  private static @Nullable LazyLoader suspend(Object instance) {
    if (instance instanceof LazyInstance lazy) {
      LazyLoader loader = lazy.tiercelLoader();
      lazy.tiercelLoaded();
      return loader;
    }
    return null;
  }

  private static void resume(Object instance, @Nullable LazyLoader loader) {
    if (loader != null) {
      ((LazyInstance) instance).tiercelUnloaded(loader);
    }
  }
}
