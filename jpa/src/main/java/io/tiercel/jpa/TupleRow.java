package io.tiercel.jpa;

import jakarta.persistence.Tuple;
import jakarta.persistence.TupleElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One row of a `Tuple` query. Immutable.
final class TupleRow implements Tuple {
  private final List<@Nullable String> aliases;
  private final @Nullable Object[] values;

  private record Element(@Nullable String alias, Class<?> type) implements TupleElement<Object> {
    @Override
    @SuppressWarnings("unchecked") // the interface cannot express an unknown class otherwise
    public Class<Object> getJavaType() {
      return (Class<Object>) type;
    }

    @Override
    public @Nullable String getAlias() {
      return alias;
    }
  }

  TupleRow(List<@Nullable String> aliases, @Nullable Object[] values) {
    this.aliases = aliases;
    this.values = values;
  }

  @Override
  public <X> @Nullable X get(TupleElement<X> element) {
    return element.getJavaType().cast(get(element.getAlias()));
  }

  @Override
  public <X> @Nullable X get(String alias, Class<X> type) {
    return cast(get(alias), type);
  }

  @Override
  public @Nullable Object get(String alias) {
    int index = aliases.indexOf(alias);
    if (index < 0) {
      throw new IllegalArgumentException(
          "the tuple has no element \"%s\", it has %s".formatted(alias, aliases));
    }
    return values[index];
  }

  @Override
  public <X> @Nullable X get(int index, Class<X> type) {
    return cast(get(index), type);
  }

  @Override
  public @Nullable Object get(int index) {
    if (index < 0 || index >= values.length) {
      throw new IllegalArgumentException(
          "the tuple has no element %d, it has %d".formatted(index, values.length));
    }
    return values[index];
  }

  private static <X> @Nullable X cast(@Nullable Object value, Class<X> type) {
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException(
          "the tuple's element is a %s, not a %s"
              .formatted(value.getClass().getName(), type.getName()));
    }
    return type.cast(value);
  }

  @Override
  @SuppressWarnings("NullAway") // the interface does not say that elements may be null
  public Object[] toArray() {
    return values.clone();
  }

  @Override
  public List<TupleElement<?>> getElements() {
    List<TupleElement<?>> elements = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      elements.add(new Element(aliases.get(i), value == null ? Object.class : value.getClass()));
    }
    return elements;
  }
}
