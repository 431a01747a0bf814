package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.TargetMark;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.row.DataRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Tells from a row of its owner of which class the target of an association is. Serves one reader.
final class TargetClass {
  private final int column;
  private final Class<?> columnType;
  private final Map<Object, EntityDescriptor> types = new HashMap<>();

  /// @param column where the mark stands in a result
  TargetClass(TargetMark mark, int column, Descriptors descriptors) {
    this.column = column;
    this.columnType = mark.columnType();
    for (EntityMapping type : mark.attribute().target().mapping().concreteTypes()) {
      types.put(Objects.requireNonNull(EntitySource.markOf(type)), descriptors.of(type));
    }
  }

  /// The exact class; null when it is none that the association may lead to, or there is no row:
  /// reading the target says what is wrong.
  @Nullable EntityDescriptor of(DataRow row) {
    Object mark = row.get(column, columnType);
    if (mark == null) {
      return null;
    }
    EntityDescriptor found = types.get(mark);
    return found != null ? found : types.get(Keys.unpadded(mark));
  }
}
