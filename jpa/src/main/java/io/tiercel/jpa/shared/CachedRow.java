package io.tiercel.jpa.shared;

import io.tiercel.cache.CachedValue;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.row.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The stored state of an entity: its row, and of which class it is.
///
/// @param bytes about what it takes of the heap
/// @param instance of those who only read
public record CachedRow(EntityMapping type, Row row, int bytes, SharedInstance instance)
    implements CachedValue {
  private static final int RECORD_AND_ROW = 24 + 16 + 16 + 16;
  private static final int REFERENCE = 4;
  private static final int STRING = 24 + 16;
  private static final int OBJECT = 24;
  private static final int LARGE_OBJECT = 48;

  public static CachedRow of(EntityMapping type, Row row) {
    int bytes = RECORD_AND_ROW;
    for (Object value : row.values()) {
      bytes += REFERENCE + bytes(value);
    }
    return new CachedRow(type, row, bytes, new SharedInstance());
  }

  /// By value.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CachedRow that
        && type.equals(that.type)
        && Arrays.deepEquals(row.values(), that.row.values());
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(row.values());
  }

  private static int bytes(@Nullable Object value) {
    return switch (value) {
      case null -> 0;
      case Boolean _ -> 0;
      case Integer _, Long _, Short _, Double _, Float _ -> OBJECT;
      case String text -> STRING + text.length();
      case byte[] bytes -> OBJECT + bytes.length;
      case BigDecimal number -> LARGE_OBJECT + number.precision() / 2;
      case BigInteger number -> LARGE_OBJECT + number.bitLength() / Byte.SIZE;
      default -> LARGE_OBJECT;
    };
  }
}
