package io.tiercel.jpa.statement;

import jakarta.persistence.Tuple;
import jakarta.persistence.TupleElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One row of a `Tuple` query. Immutable.
final class TupleRow implements Tuple {
  private final List<@Nullable String> aliases;
  private final List<? extends TupleElement<?>> known;
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

  /// @param known the elements as the application has them, empty when it does not
  TupleRow(
      List<@Nullable String> aliases,
      List<? extends TupleElement<?>> known,
      @Nullable Object[] values) {
    this.aliases = aliases;
    this.known = known;
    this.values = values;
  }

  @Override
  @SuppressWarnings("unchecked") // the element says what it selects
  public <X> @Nullable X get(TupleElement<X> element) {
    int index = known.indexOf(element);
    Object value = index < 0 ? get(element.getAlias()) : values[index];
    return (X) value;
  }

  @Override
  public <X> @Nullable X get(String alias, Class<X> type) {
    return cast(get(alias), type);
  }

  @Override
  public @Nullable Object get(@Nullable String alias) {
    int index = alias == null ? -1 : aliases.indexOf(alias);
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
    if (!known.isEmpty()) {
      return List.copyOf(known);
    }
    List<TupleElement<?>> elements = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      elements.add(new Element(aliases.get(i), value == null ? Object.class : value.getClass()));
    }
    return elements;
  }
}
