package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rows of a collection table or join table that belong to an entity and cannot be without it.
///
/// @param owner the entity or the one of its subtypes that has the collection first
/// @param columns that refer to the owner's id
record CollectionRows(EntityMapping owner, Table table, List<Column> columns) {

  /// Those of an entity and its subtypes, the ones inside embeddables included. Of a many-to-many
  /// both sides have them: a row of a join table is as little without its target as without its
  /// owner.
  static List<CollectionRows> of(EntityMapping entity) {
    Map<String, CollectionRows> found = new LinkedHashMap<>();
    for (EntityMapping type : entity.withSubtypes()) {
      for (Attribute attribute : type.indexed()) {
        CollectionRows rows = of(type, attribute);
        if (rows != null) {
          // Subtypes inherit attributes, and an entity may be at both sides of its join table.
          found.putIfAbsent(rows.table() + " " + rows.columns(), rows);
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static @Nullable CollectionRows of(EntityMapping owner, Attribute attribute) {
    return switch (attribute) {
      case ToManyAttribute toMany -> {
        var joinTable = toMany.joinTable();
        yield joinTable == null
            ? null
            : new CollectionRows(owner, joinTable.table(), joinTable.ownColumns());
      }
      case ElementCollectionAttribute values ->
          new CollectionRows(owner, values.table().table(), values.table().ownColumns());
      case BasicAttribute _, EmbeddedAttribute _, ToOneAttribute _ -> null;
    };
  }
}
