package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.HStore;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `hstore` of the extension of that name: as object a Map of Strings.
final class HStoreReader extends SpelledReader {
  HStoreReader(ValueType type, ConversionContext context) {
    super(type, context);
  }

  @Override
  Class<?> objectClass() {
    return Map.class;
  }

  @Override
  Map<String, @Nullable String> getObject(byte[] source, int offset, int length)
      throws SQLException {
    try {
      return HStore.parse(getString(source, offset, length));
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION, "malformed value of type hstore", e);
    }
  }
}
