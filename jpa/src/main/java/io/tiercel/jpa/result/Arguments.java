package io.tiercel.jpa.result;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.query.ArgumentReader;
import org.jspecify.annotations.Nullable;

/// Reads instances that are given as arguments by the generated access of a unit.
public record Arguments(Descriptors descriptors) implements ArgumentReader {

  @Override
  public Object entityId(Object entity) {
    Object id = descriptors.ofInstance(entity).idOf(entity);
    if (id == null) {
      throw new IllegalArgumentException(
          "cannot bind a %s without an id: it is not persisted"
              .formatted(entity.getClass().getSimpleName()));
    }
    return id;
  }

  @Override
  public @Nullable Object[] embeddable(EmbeddedAttribute attribute, Object value) {
    int width = 0;
    for (Column column : attribute.columns()) {
      width = Math.max(width, column.slot() + 1);
    }
    @Nullable Object[] values = new Object[width];
    descriptors.access(attribute).read(value, values);
    return values;
  }
}
