package io.tiercel.jpa.access;

import org.jspecify.annotations.Nullable;

/// Straight-line access to one embedded attribute's value. Implemented by generated classes only,
/// and public because those live in the packages of the embeddables.
public interface EmbeddableAccess {

  /// A new value from the slots of its columns, null when all of them are null.
  @Nullable Object build(@Nullable Object[] values);

  /// Reads the value into the slots of its columns; a null value makes all of them null.
  void read(@Nullable Object value, @Nullable Object[] values);
}
