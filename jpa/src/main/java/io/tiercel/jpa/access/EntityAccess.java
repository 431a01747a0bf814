package io.tiercel.jpa.access;

import org.jspecify.annotations.Nullable;

/// Straight-line access to the instances of one entity class. Implementations are generated, have
/// no state but the conversions of their columns, and are safe for any number of threads.
///
/// A lazy instance is never loaded by these methods: they see it as it is.
public interface EntityAccess extends MemberAccess {

  /// A new instance by the no-argument constructor.
  Object newInstance();

  /// A new instance of an entity that is a record, by its canonical constructor. Such an entity has
  /// no other way to get values: [#newInstance()], [#fill] and [#set] refuse.
  ///
  /// @param values the row's values
  /// @param targets the instances that it refers to, each at the index of its attribute
  Object newRecord(@Nullable Object[] values, @Nullable Object[] targets);

  /// A new instance of the generated subclass with its id set; it asks the loader on first touch.
  /// Entities that cannot be subclassed safely (a final class or method) return null: load them at
  /// once.
  @Nullable Object newLazyInstance(Object id, LazyLoader loader);
}
