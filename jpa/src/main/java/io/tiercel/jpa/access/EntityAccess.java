package io.tiercel.jpa.access;

import org.jspecify.annotations.Nullable;

/// Straight-line access to the instances of one entity class. Implementations are generated, have
/// no state but the conversions of their columns, and are safe for any number of threads.
public interface EntityAccess {

  /// A new instance by the no-argument constructor.
  Object newInstance();

  /// A new instance of the generated subclass with its id set; it asks the loader on first touch.
  /// Entities that cannot be subclassed (final class) return null: load them at once.
  @Nullable Object newLazyInstance(Object id, LazyLoader loader);

  /// Writes every basic and embedded attribute (id and version too) from the row's values.
  void fill(Object entity, @Nullable Object[] values);

  /// Reads every basic and embedded attribute into the slots of its columns; foreign key slots stay
  /// untouched.
  void read(Object entity, @Nullable Object[] values);

  /// The attribute with that index in the entity's mapping.
  @Nullable Object get(Object entity, int attributeIndex);

  /// Sets the attribute with that index in the entity's mapping.
  void set(Object entity, int attributeIndex, @Nullable Object value);
}
