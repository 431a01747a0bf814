package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.wire.row.DataRow;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what rows elsewhere hold for owners that they refer to: a collection, or the other side of
/// a one-to-one. One reader serves one load.
interface OwnedReader {

  /// Finds those rows by the owners' keys.
  KeyedSelect select();

  /// Whether those rows refer to the owner's id, rather than to other columns of it.
  boolean refersToId();

  /// What refers to the owner, as it stands in maps; null when nothing can.
  @Nullable Object key(EntityEntry owner);

  /// The query for owners of these keys is about to be sent.
  default void begin(Collection<Object> owners) {}

  /// One row of the result.
  void accept(DataRow row);

  /// Gives each owner what was read.
  ///
  /// @param touched the lazy collection whose first touch this is, which the first owner has
  void distribute(Set<EntityEntry> owners, @Nullable LazyCollection touched);
}
