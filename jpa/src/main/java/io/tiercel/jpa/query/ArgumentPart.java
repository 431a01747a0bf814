package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EmbeddedAttribute;
import jakarta.persistence.Tuple;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which part of an argument one `$n` takes.
sealed interface ArgumentPart {

  /// All of it: what one column holds.
  record Whole() implements ArgumentPart {}

  /// A column of the id of an entity that has several.
  record OfId(int index) implements ArgumentPart {}

  /// An item of a row of values.
  ///
  /// @param width how many items the row has
  record OfRow(int index, int width) implements ArgumentPart {

    /// The item of a row: an array, a list, a record, an entry of a map or a Tuple.
    @Nullable Object of(Object row) {
      @Nullable Object[] items =
          switch (row) {
            case Object[] array -> array;
            case List<?> list -> list.toArray();
            case Map.Entry<?, ?> entry -> new @Nullable Object[] {entry.getKey(), entry.getValue()};
            case Tuple tuple -> tuple.toArray();
            case Record values -> components(values);
            default ->
                throw new IllegalArgumentException(
                    "expected a row of %d values, got %s\nHint: pass arrays, lists, records or entries of a map."
                        .formatted(width, row.getClass().getName()));
          };
      if (items.length != width) {
        throw new IllegalArgumentException(
            "expected a row of %d values, got one of %d".formatted(width, items.length));
      }
      return items[index];
    }

    private static @Nullable Object[] components(Record values) {
      RecordComponent[] components = values.getClass().getRecordComponents();
      @Nullable Object[] items = new Object[components.length];
      try {
        for (int i = 0; i < items.length; i++) {
          var accessor = components[i].getAccessor();
          accessor.setAccessible(true);
          items[i] = accessor.invoke(values);
        }
        return items;
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalArgumentException(
            "cannot read the components of " + values.getClass().getName(), e);
      }
    }
  }

  /// A column of an embeddable.
  record OfEmbeddable(EmbeddedAttribute attribute, int index) implements ArgumentPart {}
}
