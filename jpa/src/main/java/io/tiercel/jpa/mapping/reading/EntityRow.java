package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything of an entity that its own row holds: all but the collections. Reading it asks only
/// for
/// the heads of other entities, so that the collections of two entities may be ordered by each
/// other's columns.
///
/// @param singular the attributes that are no collections, by name; embeddables lack theirs
/// @param nestedCollections those that its own embeddables are to get
/// @param nestedCount how many indexes the associations and collections inside embeddables take,
///     those of the entities above included
record EntityRow(
    EntityHead head,
    List<Column> columns,
    Map<String, Attribute> singular,
    @Nullable BasicAttribute version,
    List<NestedCollection> nestedCollections,
    int nestedCount) {

  EntityRow {
    columns = List.copyOf(columns);
    singular = Map.copyOf(singular);
    nestedCollections = List.copyOf(nestedCollections);
  }

  /// A collection inside an embeddable before it is read.
  ///
  /// @param path the names of the embeddables that lead to it, the entity's attribute first
  /// @param overrides what is said about it by those around it
  record NestedCollection(
      List<String> path, PersistentMember member, Overrides overrides, int index) {
    NestedCollection {
      path = List.copyOf(path);
    }
  }

  /// The single-valued associations, those inside embeddables too.
  List<ToOneAttribute> toOnes() {
    List<ToOneAttribute> found = new ArrayList<>();
    for (Attribute attribute : singular.values()) {
      if (attribute instanceof ToOneAttribute toOne) {
        found.add(toOne);
      }
    }
    for (EntityMapping.Nested nested : EntityMapping.nested(singular.values())) {
      if (nested.attribute() instanceof ToOneAttribute toOne) {
        found.add(toOne);
      }
    }
    return found;
  }

  /// The column of a basic attribute, dotted inside embeddables.
  Optional<Column> basicColumn(String path) {
    Attribute attribute = null;
    for (String name : path.split("\\.", -1)) {
      attribute =
          switch (attribute) {
            case null -> singular.get(name);
            case EmbeddedAttribute embedded -> embedded.attribute(name);
            case BasicAttribute _, ToOneAttribute _, PluralAttribute _ -> null;
          };
      if (attribute == null) {
        return Optional.empty();
      }
    }
    return attribute instanceof BasicAttribute basic
        ? Optional.of(basic.column())
        : Optional.empty();
  }
}
