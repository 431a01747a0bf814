package io.tiercel.jpa.access;

import org.jspecify.annotations.Nullable;

/// Straight-line access to the attributes that one class declares. Implemented by generated classes
/// only, and public because those live in the packages of the entities.
public interface MemberAccess {

  /// Writes every basic and embedded attribute (id and version too) from the row's values.
  void fill(Object instance, @Nullable Object[] values);

  /// Reads every basic and embedded attribute into the slots of its columns; foreign key slots stay
  /// untouched.
  void read(Object instance, @Nullable Object[] values);

  /// The attribute with that index in the entity's mapping.
  @Nullable Object get(Object instance, int attributeIndex);

  /// Sets the attribute with that index in the entity's mapping.
  void set(Object instance, int attributeIndex, @Nullable Object value);
}
