package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import org.jspecify.annotations.Nullable;

/// Reads what instances that are given as arguments hold for columns. Safe for any thread.
public interface ArgumentReader {

  /// The id of an entity as its columns hold it; IllegalArgumentException when it has none.
  Object entityId(Object entity);

  /// The values of an embeddable, each at the slot of its column.
  @Nullable Object[] embeddable(EmbeddedAttribute attribute, Object value);
}
