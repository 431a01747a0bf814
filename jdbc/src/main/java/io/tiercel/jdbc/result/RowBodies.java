package io.tiercel.jdbc.result;

import io.tiercel.wire.row.DataRow;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes bodies of DataRow messages: an int16 count of columns, then for each an int32 length, -1
/// for NULL, and its bytes.
public final class RowBodies {
  private static final int NULL = -1;
  private static final byte[] NO_BYTES = {};

  private RowBodies() {}

  /// A row of NULLs.
  static byte[] nulls(int columns) {
    ByteBuffer body = ByteBuffer.allocate(Short.BYTES + columns * Integer.BYTES);
    body.putShort((short) columns);
    for (int i = 0; i < columns; i++) {
      body.putInt(NULL);
    }
    return body.array();
  }

  /// A row of these values.
  public static byte[] of(List<byte @Nullable []> values) {
    var body = new ByteArrayOutputStream();
    body.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) values.size()).array());
    for (byte[] value : values) {
      if (value == null) {
        put(body, NO_BYTES, 0, NULL);
      } else {
        put(body, value, 0, value.length);
      }
    }
    return body.toByteArray();
  }

  /// A row whose columns come in turn from `fresh`, those named, and from `old`, the others.
  static byte[] merge(byte[] fresh, Set<Integer> fromFresh, DataRow old) {
    var body = new ByteArrayOutputStream();
    ByteBuffer source = ByteBuffer.wrap(fresh);
    source.getShort();
    body.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) old.size()).array());
    for (int i = 0; i < old.size(); i++) {
      if (fromFresh.contains(i)) {
        int length = source.getInt();
        put(body, fresh, source.position(), length);
        source.position(source.position() + Math.max(0, length));
      } else {
        put(body, old.buffer(), old.offset(i), old.length(i));
      }
    }
    return body.toByteArray();
  }

  private static void put(ByteArrayOutputStream to, byte[] source, int offset, int length) {
    to.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    if (length > 0) {
      to.write(source, offset, length);
    }
  }
}
