package io.tiercel.jpa.shared;

import io.tiercel.cache.RowRegion;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which collections of cached entities are in the shared cache, and where. Safe for any thread.
final class SharedCollections {
  private static final Consistency STRONG =
      new Consistency(Consistency.Level.STRONG, Duration.ZERO);

  private final SharedEntities entities;

  /// Of join tables and tables of values, by the side that they are read from. Complete before
  /// the stream is followed.
  private final Map<Side, RowRegion> regions = new LinkedHashMap<>();

  // Guarded by this. One for each attribute of a hierarchy, whose classes share the ids.
  private final Map<Class<?>, IdentityHashMap<PluralAttribute, SharedCollection>> known =
      new LinkedHashMap<>();

  private record Side(Class<?> root, Table table, List<String> ownColumns) {

    static Side of(EntityMapping owner, Table table, List<Column> ownColumns) {
      return new Side(
          owner.root().javaType(), table, ownColumns.stream().map(Column::name).toList());
    }
  }

  SharedCollections(SharedEntities entities) {
    this.entities = entities;
  }

  /// Makes regions for the tables of an entity's collections.
  void addTables(EntityMapping owner) {
    for (var attribute : owner.indexed()) {
      if (attribute instanceof PluralAttribute plural && mayBeCached(plural)) {
        List<Column> own = ownColumns(plural);
        Table table = table(plural);
        if (table != null && own.stream().allMatch(SharedTables::isKey)) {
          regions.computeIfAbsent(
              Side.of(owner, table, own),
              any ->
                  entities
                      .cache()
                      .region(
                          owner.entityName() + "." + plural.name(),
                          List.of(SharedTables.cached(table, own))));
        }
      }
    }
  }

  /// The order of what a join table holds by columns of the targets changes with these.
  private static boolean mayBeCached(PluralAttribute attribute) {
    return !(attribute instanceof ToManyAttribute toMany)
        || toMany.joinTable() == null
        || toMany.orderBy().isEmpty();
  }

  static @Nullable Table table(PluralAttribute attribute) {
    return switch (attribute) {
      case ElementCollectionAttribute values -> values.table().table();
      case ToManyAttribute toMany -> toMany.joinTable() == null ? null : toMany.joinTable().table();
    };
  }

  static List<Column> targetColumns(PluralAttribute attribute) {
    return attribute instanceof ToManyAttribute toMany && toMany.joinTable() != null
        ? toMany.joinTable().targetColumns()
        : List.of();
  }

  static List<Column> ownColumns(PluralAttribute attribute) {
    return switch (attribute) {
      case ElementCollectionAttribute values -> values.table().ownColumns();
      case ToManyAttribute toMany ->
          toMany.joinTable() == null ? List.of() : toMany.joinTable().ownColumns();
    };
  }

  Collection<RowRegion> regions() {
    return regions.values();
  }

  List<CollectionSide> sidesOf(Table table) {
    List<CollectionSide> found = new ArrayList<>(1);
    regions.forEach(
        (side, region) -> {
          if (side.table().equals(table)) {
            found.add(new CollectionSide(side.ownColumns(), region));
          }
        });
    return found;
  }

  /// @param shared how the owner is cached
  synchronized Map<PluralAttribute, SharedCollection> of(EntityMapping owner, SharedEntity shared) {
    IdentityHashMap<PluralAttribute, SharedCollection> ofHierarchy =
        known.computeIfAbsent(owner.root().javaType(), any -> new IdentityHashMap<>());
    IdentityHashMap<PluralAttribute, SharedCollection> found = new IdentityHashMap<>();
    for (var attribute : owner.indexed()) {
      if (attribute instanceof PluralAttribute plural && mayBeCached(plural)) {
        SharedCollection one = ofHierarchy.get(plural);
        if (one == null) {
          one = make(owner, shared, plural);
        }
        if (one != null) {
          ofHierarchy.put(plural, one);
          found.put(plural, one);
        }
      }
    }
    return found;
  }

  private @Nullable SharedCollection make(
      EntityMapping owner, SharedEntity shared, PluralAttribute attribute) {
    if (!(attribute instanceof ToManyAttribute toMany)) {
      return ofTable(owner, attribute, shared.consistency());
    }
    EntityMapping target = toMany.target().mapping();
    SharedEntity ofTarget = entities.of(target);
    if (ofTarget == null || !ofTarget.isStored()) {
      return null;
    }
    return toMany.joinTable() == null
        ? byForeignKey(shared, toMany, target, ofTarget)
        : ofTable(owner, attribute, common(shared, ofTarget));
  }

  /// Levels that differ do not include each other, but STRONG has what all of them promise.
  private @Nullable Consistency common(SharedEntity one, SharedEntity other) {
    return Objects.equals(one.consistency(), other.consistency()) ? one.consistency() : STRONG;
  }

  private @Nullable SharedCollection ofTable(
      EntityMapping owner, PluralAttribute attribute, @Nullable Consistency consistency) {
    Table table = Objects.requireNonNull(table(attribute));
    RowRegion region = regions.get(Side.of(owner, table, ownColumns(attribute)));
    return region == null
        ? null
        : SharedCollection.ofTable(new SharedEntity(entities, region, true, false, consistency));
  }

  private static @Nullable SharedCollection byForeignKey(
      SharedEntity owner, ToManyAttribute attribute, EntityMapping target, SharedEntity ofTarget) {
    String mappedBy = attribute.mappedBy();
    ToOneAttribute referring = mappedBy == null ? null : target.toOne(mappedBy);
    if (mappedBy != null && (referring == null || !referring.refersToId())) {
      return null;
    }
    if (SharedTables.of(target.root()).size() != 1) {
      return null; // A row elsewhere may be what makes it an element.
    }
    // Places that stand in the elements' rows, an order by their columns, and their class are
    // not told by who is in it.
    boolean isByMembers =
        attribute.shape().columns().isEmpty()
            && attribute.orderBy().isEmpty()
            && attribute.shape().key() == null
            && !target.inheritance().sharesTable();
    return SharedCollection.byForeignKey(
        owner,
        ofTarget,
        target.root().tables().getFirst().table(),
        referring == null ? attribute.targetColumns() : referring.joinColumns(),
        mappedBy,
        isByMembers);
  }
}
