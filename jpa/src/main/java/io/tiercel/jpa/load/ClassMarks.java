package io.tiercel.jpa.load;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.PersistenceException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells the class of a row that may be of several (Jakarta Persistence 3.2, section 2.13): by its
/// discriminator, or by the marker that a query adds where there is none. Serves one reader.
final class ClassMarks {
  private final EntityMapping declared;
  private final int column;
  private final Class<?> columnType;
  private final Map<Object, EntityMapping> types = new HashMap<>();
  private @Nullable Object lastMark;
  private @Nullable EntityMapping lastType;

  /// @param places where the columns of the entity's layout stand in a result
  ClassMarks(EntityMapping declared, int[] places) {
    this.declared = declared;
    Column discriminator = declared.inheritance().discriminator();
    this.column =
        places[discriminator == null ? declared.layout().columns().size() : discriminator.slot()];
    this.columnType = discriminator == null ? Integer.class : discriminator.columnType();
    for (EntityMapping type : declared.concreteTypes()) {
      Object mark = EntitySource.markOf(type);
      if (mark != null) {
        types.put(mark, type);
      }
    }
  }

  /// The concrete entity of the row.
  EntityMapping of(DataRow row, Object id) {
    Object mark = row.get(column, columnType);
    EntityMapping last = lastType;
    if (last != null && mark != null && mark.equals(lastMark)) {
      return last;
    }
    EntityMapping found = types.get(mark instanceof String text ? Keys.unpadded(text) : mark);
    if (found == null) {
      found = types.get(mark);
    }
    if (found == null) {
      throw unknown(mark, id);
    }
    lastMark = mark;
    lastType = found;
    return found;
  }

  private PersistenceException unknown(@Nullable Object mark, Object id) {
    Column discriminator = declared.inheritance().discriminator();
    if (discriminator == null) {
      return new PersistenceException(
          "cannot tell the class of %s#%s: it has no row in the table of a subclass, and %s is abstract\nHint: add the row that is missing, or delete the one in table %s."
              .formatted(declared, id, declared, declared.table()));
    }
    return new PersistenceException(
        "cannot tell the class of %s#%s: column %s holds %s, which is the discriminator value of none of its classes, only %s are known\nHint: correct the row, or map a class with that @DiscriminatorValue."
            .formatted(
                declared,
                id,
                discriminator,
                mark == null ? "null" : "\"" + mark + "\"",
                types.entrySet().stream()
                    .map(known -> "\"%s\" (%s)".formatted(known.getKey(), known.getValue()))
                    .sorted()
                    .toList()));
  }
}
