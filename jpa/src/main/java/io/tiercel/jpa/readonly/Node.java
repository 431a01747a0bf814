package io.tiercel.jpa.readonly;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import org.jspecify.annotations.Nullable;

/// An instance of a [SharedGraph]. Guarded by the lock of its graph.
final class Node {
  final EntityDescriptor type;

  /// As its column holds it.
  final Object id;

  final Object instance;

  /// What it was made of; null as long as it is not loaded.
  @Nullable Row row;

  Node(EntityDescriptor type, Object id, Object instance) {
    this.type = type;
    this.id = id;
    this.instance = instance;
  }

  /// What tells instances of a graph apart.
  ///
  /// @param hierarchy its number
  /// @param id as maps have it
  record Key(int hierarchy, Object id) {
    static Key of(EntityDescriptor type, Object id) {
      return new Key(type.ordinal, Keys.normal(id));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && hierarchy == that.hierarchy && id.equals(that.id);
    }

    @Override
    public int hashCode() {
      return 31 * hierarchy + id.hashCode();
    }
  }

  Key key() {
    return Key.of(type, id);
  }
}
