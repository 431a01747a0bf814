package io.tiercel.wire.replication;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes that nobody can change.
public final class Content {
  private final byte[] bytes;

  Content(byte[] owned) {
    bytes = owned;
  }

  /// A copy of the bytes.
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /// The bytes as UTF-8.
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  LogicalMessage decodedBy(PgoutputDecoder decoder) {
    return decoder.decode(bytes, 0, bytes.length);
  }

  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content content && Arrays.equals(bytes, content.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Content[%d bytes]".formatted(bytes.length);
  }
}
