package io.tiercel.jpa.sql;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.mapping.type.ScalarType;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.sql.ResultSetMapping.ClassItem;
import io.tiercel.jpa.sql.ResultSetMapping.ColumnItem;
import io.tiercel.jpa.sql.ResultSetMapping.EntityItem;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds what a result set mapping names among the columns of one result.
///
/// Names are compared without regard to case, because PostgreSQL folds those without quotes; one
/// that is the same letter by letter goes first. Where columns share a name, each item takes the
/// first that no item before it has taken: `select o.*, i.*` reads both entities.
public final class ResultColumns {
  private final UnitMapping unit;
  private final ResultSetMapping mapping;
  private final List<Field> fields;
  private final BitSet taken = new BitSet();

  private ResultColumns(UnitMapping unit, ResultSetMapping mapping, RowDescription description) {
    this.unit = unit;
    this.mapping = mapping;
    this.fields = description.fields();
  }

  /// The items of a row of that description; IllegalArgumentException naming the column that is
  /// missing.
  public static List<Selection> selections(
      UnitMapping unit, ResultSetMapping mapping, RowDescription description) {
    var columns = new ResultColumns(unit, mapping, description);
    List<Selection> selections = new ArrayList<>();
    mapping.entities().forEach(item -> selections.add(columns.entity(item)));
    mapping.classes().forEach(item -> selections.add(columns.object(item)));
    mapping.columns().forEach(item -> selections.add(columns.column(item, item.type())));
    return selections;
  }

  private Selection entity(EntityItem item) {
    EntityMapping entity = unit.entity(item.type());
    @Nullable String[] names = FieldColumns.bySlot(entity, item);
    List<Integer> places = new ArrayList<>();
    Column discriminator = entity.inheritance().discriminator();
    if (discriminator != null) {
      names[discriminator.slot()] = item.discriminatorColumn();
    }
    if (entity.layout().hasMarker()) {
      throw new IllegalArgumentException(
          "cannot tell the classes of the rows: entity %s has subclasses and no discriminator column\nHint: select one of %s, or give %s a @DiscriminatorColumn."
              .formatted(entity, entity.concreteTypes(), entity.root().entityName()));
    }
    for (Column column : entity.layout().columns()) {
      String name = written(column, names);
      places.add(place(name == null ? column.name() : name, entity, column));
    }
    places.forEach(taken::set);
    return new Selection.Scattered(entity, places);
  }

  /// The name that the mapping gives a column of the entity, or of a subclass of it.
  private static @Nullable String written(Column column, @Nullable String[] names) {
    return column.slot() < names.length ? names[column.slot()] : null;
  }

  private int place(String name, EntityMapping entity, Column column) {
    int found = find(name);
    if (found < 0) {
      throw missing(name, "for column %s of %s".formatted(column.sql(), entity.entityName()));
    }
    return found;
  }

  private Selection object(ClassItem item) {
    List<Class<?>> parameters = ConstructorParameters.of(item);
    List<Selection> arguments = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      arguments.add(column(item.columns().get(i), parameters.get(i)));
    }
    return new Selection.Constructed(item.type(), arguments, null);
  }

  private Selection column(ColumnItem item, @Nullable Class<?> type) {
    int found = find(item.name());
    if (found < 0) {
      throw missing(item.name(), "for result set mapping \"%s\"".formatted(mapping.name()));
    }
    taken.set(found);
    ScalarType scalar = ScalarType.of(type == null ? Object.class : type);
    return new Selection.Scalar(found, scalar.columnType(), scalar.conversion(), item.name());
  }

  private int find(String name) {
    int best = -1;
    int rank = 0;
    for (int i = 0; i < fields.size(); i++) {
      String label = fields.get(i).name();
      int found = label.equals(name) ? 4 : label.equalsIgnoreCase(name) ? 2 : 0;
      if (found > 0 && !taken.get(i)) {
        found++;
      }
      if (found > rank) {
        best = i;
        rank = found;
      }
    }
    return best;
  }

  private IllegalArgumentException missing(String name, String what) {
    List<String> labels = fields.stream().map(Field::name).toList();
    return new IllegalArgumentException(
        "the result has no column \"%s\" %s\nHint: %s"
            .formatted(name, what, Nearest.hint(name, labels)));
  }
}
