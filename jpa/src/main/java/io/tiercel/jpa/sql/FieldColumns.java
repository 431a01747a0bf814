package io.tiercel.jpa.sql;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.sql.ResultSetMapping.EntityItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which column of an entity each field result means (section 3.11.12.4): `name`, `embedded.name`,
/// `association`, or `association.idName` where the foreign key has several columns.
final class FieldColumns {
  private final EntityMapping entity;

  private FieldColumns(EntityMapping entity) {
    this.entity = entity;
  }

  /// The names of the result's columns by the slots of the entity's; null where the item names
  /// none.
  static @Nullable String[] bySlot(EntityMapping entity, EntityItem item) {
    var fields = new FieldColumns(entity);
    @Nullable String[] names = new String[entity.columns().size()];
    item.columnsByField().forEach((field, column) -> names[fields.column(field).slot()] = column);
    return names;
  }

  private Column column(String field) {
    List<String> names = Arrays.asList(field.split("\\.", -1));
    Attribute attribute = find(entity.attributes(), names.getFirst(), field);
    for (int i = 1; i < names.size(); i++) {
      switch (attribute) {
        case EmbeddedAttribute embedded ->
            attribute = find(embedded.attributes(), names.get(i), field);
        case ToOneAttribute toOne when toOne.isOwning() -> {
          return foreignKey(toOne, names.subList(i, names.size()), field);
        }
        default -> throw unknown(field, "%s has no parts".formatted(attribute.name()));
      }
    }
    return switch (attribute) {
      case BasicAttribute basic -> basic.column();
      case ToOneAttribute toOne when toOne.isOwning() && toOne.joinColumns().size() == 1 ->
          toOne.joinColumns().getFirst();
      case ToOneAttribute toOne when toOne.isOwning() ->
          throw unknown(field, "name the parts of its id: %s.…".formatted(field));
      default -> throw unknown(field, "it stands in no column of the entity's table");
    };
  }

  /// The foreign key column that refers to an id column of the target.
  private Column foreignKey(ToOneAttribute toOne, List<String> names, String field) {
    EntityMapping target = toOne.target().mapping();
    List<Column> ids = target.id().columns();
    int found = ids.indexOf(new FieldColumns(target).column(String.join(".", names)));
    if (found < 0 || found >= toOne.joinColumns().size()) {
      throw unknown(field, "only the id of %s is in the row".formatted(target.entityName()));
    }
    return toOne.joinColumns().get(found);
  }

  private Attribute find(List<Attribute> attributes, String name, String field) {
    List<String> known = new ArrayList<>();
    for (Attribute attribute : attributes) {
      if (attribute.name().equals(name)) {
        return attribute;
      }
      known.add(attribute.name());
    }
    throw unknown(field, Nearest.hint(name, known));
  }

  private IllegalArgumentException unknown(String field, String hint) {
    return new IllegalArgumentException(
        "cannot map field \"%s\" of %s\nHint: %s".formatted(field, entity.entityName(), hint));
  }
}
