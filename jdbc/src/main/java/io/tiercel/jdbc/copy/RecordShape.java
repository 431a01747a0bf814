package io.tiercel.jdbc.copy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The components of a record class: names and accessors, looked up once per class. Immutable.
final class RecordShape {
  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return new RecordShape(type);
        }
      };

  private final List<String> names = new ArrayList<>();
  private final List<MethodHandle> accessors = new ArrayList<>();

  private RecordShape(Class<?> type) {
    for (RecordComponent component : type.getRecordComponents()) {
      names.add(component.getName());
      try {
        var accessor = component.getAccessor();
        accessor.setAccessible(true);
        accessors.add(MethodHandles.lookup().unreflect(accessor));
      } catch (IllegalAccessException e) {
        throw new IllegalArgumentException("cannot read the components of " + type.getName(), e);
      }
    }
  }

  static RecordShape of(Class<? extends Record> type) {
    return SHAPES.get(type);
  }

  List<String> names() {
    return names;
  }

  /// `inSnakeCase` as `in_snake_case`.
  static String snakeCase(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  @Nullable Object value(Record row, int component) {
    try {
      return accessors.get(component).invoke(row);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("an accessor of a record failed", e);
    }
  }
}
