package io.tiercel.jpa.querycache;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A statement with its parameters, limit and offset among them. Immutable as long as nobody
/// changes the values; what is stored has [copies][#copy].
final class ResultKey {
  private final String sql;
  private final boolean ofEntities;
  private final @Nullable Object[] values;
  private final int hash;

  /// @param ofEntities whether the result is kept as entities, not as rows
  /// @param values not copied
  ResultKey(String sql, boolean ofEntities, @Nullable Object[] values) {
    this.sql = sql;
    this.ofEntities = ofEntities;
    this.values = values;
    hash = sql.hashCode() * 31 + Arrays.deepHashCode(values);
  }

  /// The same with values that nobody can change; null where one is of a class that may change.
  @Nullable ResultKey copy() {
    @Nullable Object[] copies = new @Nullable Object[values.length];
    for (int i = 0; i < copies.length; i++) {
      Object value = values[i];
      Object copy = value == null ? null : copy(value);
      if (copy == null && value != null) {
        return null;
      }
      copies[i] = copy;
    }
    return new ResultKey(sql, ofEntities, copies);
  }

  private static @Nullable Object copy(Object value) {
    return switch (value) {
      case String _, Boolean _, Character _, UUID _, Enum<?> _ -> value;
      case Long _, Integer _, Short _, Byte _, Double _, Float _ -> value;
      case BigDecimal _, BigInteger _, Temporal _, Duration _ -> value;
      case byte[] bytes -> bytes.clone();
      case List<?> list -> copy(list);
      default -> null;
    };
  }

  private static @Nullable Object copy(List<?> list) {
    List<@Nullable Object> copies = new ArrayList<>(list.size());
    for (Object element : list) {
      Object copy = element == null ? null : copy(element);
      // Arrays in lists have no equals.
      if ((copy == null && element != null) || copy instanceof byte[]) {
        return null;
      }
      copies.add(copy);
    }
    return Collections.unmodifiableList(copies);
  }

  /// About how many bytes of the heap it takes.
  int bytes() {
    int bytes = 64 + 16 * values.length;
    for (Object value : values) {
      bytes +=
          switch (value) {
            case null -> 0;
            case String text -> 40 + text.length();
            case byte[] array -> 16 + array.length;
            case List<?> list -> 24 + 32 * list.size();
            default -> 24;
          };
    }
    return bytes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResultKey that
        && hash == that.hash
        && ofEntities == that.ofEntities
        && sql.equals(that.sql)
        && Arrays.deepEquals(values, that.values);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// Without the values: they may be secrets.
  @Override
  public String toString() {
    return "%s with %d values".formatted(Objects.toString(sql), values.length);
  }
}
