package io.tiercel.jpa.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RepeatedKeysTest {
  private static final UUID FIRST = new UUID(1L, 7L);

  private static byte[] bytes(long... parts) {
    ByteBuffer bytes = ByteBuffer.allocate(parts.length * Long.BYTES);
    for (long part : parts) {
      bytes.putLong(part);
    }
    return bytes.array();
  }

  private static Object read(RepeatedKeys keys, byte... source) {
    // Not where the array begins, as in a row.
    byte[] row = new byte[source.length + 5];
    System.arraycopy(source, 0, row, 3, source.length);
    return keys.decode(row, 3, source.length);
  }

  private static RepeatedKeys texts() {
    return new RepeatedKeys(
        (source, offset, length) -> new String(source, offset, length, StandardCharsets.US_ASCII));
  }

  private static Object text(RepeatedKeys keys, String text) {
    return read(keys, text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void a_key_that_repeats_is_one_object_until_another_comes() {
    RepeatedKeys keys =
        new RepeatedKeys((source, offset, length) -> ByteBuffer.wrap(source).getLong(offset));
    Object large = read(keys, bytes(1_000_000));
    assertEquals(1_000_000L, large);
    assertSame(large, read(keys, bytes(1_000_000)));
    assertEquals(1_000_001L, read(keys, bytes(1_000_001)));
    assertNotSame(large, read(keys, bytes(1_000_000)));
    assertEquals(0L, read(keys, bytes(0)));
  }

  @Test
  void a_uuid_is_compared_in_both_halves() {
    RepeatedKeys keys =
        new RepeatedKeys(
            (source, offset, length) ->
                new UUID(
                    ByteBuffer.wrap(source).getLong(offset),
                    ByteBuffer.wrap(source).getLong(offset + Long.BYTES)));
    Object first = read(keys, bytes(1, 7));
    assertEquals(FIRST, first);
    assertSame(first, read(keys, bytes(1, 7)));
    assertEquals(new UUID(1L, 8L), read(keys, bytes(1, 8)));
    assertEquals(new UUID(2L, 8L), read(keys, bytes(2, 8)));
  }

  @Test
  void keys_of_other_lengths_are_told_apart() {
    RepeatedKeys keys = texts();
    Object four = text(keys, "abcd");
    assertSame(four, text(keys, "abcd"));
    // Bytes of zero in front make the same number.
    assertEquals("\0\0\0\0abcd", text(keys, "\0\0\0\0abcd"));
    assertEquals("abcd", text(keys, "abcd"));
    assertEquals("abcde", text(keys, "abcde"));
    assertEquals("abcd", text(keys, "abcd"));
    assertEquals("", text(keys, ""));
    assertEquals("the eight", text(keys, "the eight"));
  }
}
