package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An entity in a result: all columns of its mapping in mapping order from `firstColumn` on. A row
/// whose id column is null stands for no entity (an outer join without a match).
///
/// @param joined to-one associations fetched by a join in the same row
/// @param collections to-many associations to be loaded for all owners right after the result
/// @param below what is fetched of the elements of each of `collections`
/// @param alias its result variable, or null
public record EntitySelection(
    EntityMapping mapping,
    int firstColumn,
    List<JoinedToOne> joined,
    List<PluralAttribute> collections,
    Map<PluralAttribute, FetchTree> below,
    @Nullable String alias)
    implements Selection {

  public EntitySelection {
    joined = List.copyOf(joined);
    collections = List.copyOf(collections);
    below = Map.copyOf(below);
  }

  /// An entity without a result variable and with nothing fetched below its collections.
  public EntitySelection(
      EntityMapping mapping,
      int firstColumn,
      List<JoinedToOne> joined,
      List<PluralAttribute> collections) {
    this(mapping, firstColumn, joined, collections, Map.of(), null);
  }

  /// All that is fetched with the entity, what comes in its row and its collections included.
  public FetchTree fetches() {
    if (joined.isEmpty() && below.isEmpty()) {
      return FetchTree.NONE;
    }
    var toOnes =
        joined.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    JoinedToOne::attribute, fetch -> fetch.target.fetches()));
    return new FetchTree(toOnes, below);
  }

  /// A fetched to-one and where its target stands in the row.
  public record JoinedToOne(ToOneAttribute attribute, EntitySelection target) {}
}
