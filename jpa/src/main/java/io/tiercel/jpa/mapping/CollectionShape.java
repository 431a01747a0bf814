package io.tiercel.jpa.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the elements of a collection stand to each other.
///
/// @param position the `@OrderColumn` of a list, null for none. It stands in the table that holds
///     the collection's rows. In that of an association the slots of position and key count from 0
/// @param key of a map, null for the others
public record CollectionShape(
    CollectionKind kind, @Nullable Column position, @Nullable CollectionKey key) {

  /// The columns of position or stored key in their order, empty when there are none.
  public List<Column> columns() {
    if (position != null) {
      return List.of(position);
    }
    return switch (key) {
      case CollectionKey.Stored(BasicAttribute basic) -> List.of(basic.column());
      case CollectionKey.Stored(EmbeddedAttribute embedded) -> embedded.columnsWithKeys();
      case CollectionKey.Stored(ToOneAttribute toOne) -> toOne.joinColumns();
      case CollectionKey.Stored(PluralAttribute plural) ->
          throw new IllegalStateException("a collection is no key: " + plural.name());
      case CollectionKey.OfElement _ -> List.of();
      case null -> List.of();
    };
  }

  /// A kind without positions and keys.
  public static CollectionShape plain(CollectionKind kind) {
    return new CollectionShape(kind, null, null);
  }
}
