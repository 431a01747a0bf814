package io.tiercel.jpa.access;

import org.jspecify.annotations.Nullable;

/// What a generated subclass of an entity adds: it loads itself on the first call of any method of
/// the entity except the id's getter, `getClass`, `finalize` and private methods. An entity with
/// final methods has no such subclass. Confined to the thread of its persistence context, but for
/// those that all units of work share, whose loader is for any thread.
public interface LazyInstance {

  /// The id it was made with.
  Object tiercelId();

  /// The loader while it is not loaded yet, null once it is.
  @Nullable LazyLoader tiercelLoader();

  /// Marks it loaded; from now on its methods run straight through.
  void tiercelLoaded();

  /// Marks it not loaded: its next call asks this loader.
  void tiercelUnloaded(LazyLoader loader);
}
