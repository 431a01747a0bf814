package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.util.UUID;

/// `uuid`: sixteen bytes, most significant first. Also written from a String, because keys often
/// arrive as one.
final class Uuids {
  private static final String TYPE = "uuid";

  private Uuids() {}

  static TypeCodec uuid() {
    return ScalarCodec.of(TYPE, UUID.class)
        .parses(UUID.class, Uuids::decode, UUID::fromString)
        .views(String.class, UUID.class, UUID::toString)
        .prints(UUID.class, Uuids::encode, UUID::toString)
        .accepts(String.class, UUID.class, Uuids::ofString)
        .build();
  }

  private static UUID decode(byte[] source, int offset, int length) {
    Faults.requireLength(TYPE, 2 * Long.BYTES, length);
    return new UUID(
        BinaryInts.readLong(source, offset), BinaryInts.readLong(source, offset + Long.BYTES));
  }

  private static void encode(UUID value, WriteBuffer out) {
    out.putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
  }

  private static UUID ofString(String value) {
    try {
      return UUID.fromString(value);
    } catch (IllegalArgumentException e) {
      throw new CodecException(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "cannot write a String of %d characters as uuid\nHint: expected 8-4-4-4-12 hexadecimal digits"
              .formatted(value.length()),
          e);
    }
  }
}
