package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
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
/// @param singular the attributes that are no collections, by name
record EntityRow(
    EntityHead head,
    List<Column> columns,
    Map<String, Attribute> singular,
    @Nullable BasicAttribute version) {

  EntityRow {
    columns = List.copyOf(columns);
    singular = Map.copyOf(singular);
  }

  /// The single-valued associations, those inside embeddables too.
  List<ToOneAttribute> toOnes() {
    List<ToOneAttribute> found = new ArrayList<>();
    for (Attribute attribute : singular.values()) {
      if (attribute instanceof ToOneAttribute toOne) {
        found.add(toOne);
      }
    }
    EntityMapping.nested(singular.values()).forEach(nested -> found.add(nested.association()));
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
