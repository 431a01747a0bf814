package io.tiercel.wire.transport;

import java.io.ByteArrayOutputStream;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;

/// As much of DER (ITU-T X.690) as private keys need: a reader of nested elements, and a writer.
final class Der {
  static final int INTEGER = 0x02;
  static final int OCTET_STRING = 0x04;
  static final int SEQUENCE = 0x30;
  static final int CONTEXT_0 = 0xA0;

  private static final int LONG_FORM = 0x80;

  private final byte[] bytes;
  private int at;

  Der(byte[] bytes) {
    this.bytes = bytes;
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  /// The tag of the next element.
  int tag() throws InvalidKeySpecException {
    require(1);
    return bytes[at] & 0xFF;
  }

  /// The content of the next element, which must have that tag.
  byte[] read(int tag) throws InvalidKeySpecException {
    if (tag() != tag) {
      throw new InvalidKeySpecException(
          "expected DER tag 0x%02x, got 0x%02x".formatted(tag, tag()));
    }
    at++;
    int length = length();
    require(length);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  private int length() throws InvalidKeySpecException {
    require(1);
    int first = bytes[at++] & 0xFF;
    if (first < LONG_FORM) {
      return first;
    }
    int count = first - LONG_FORM;
    if (count < 1 || count > 3) {
      throw new InvalidKeySpecException("DER element of an impossible length");
    }
    require(count);
    int length = 0;
    for (int i = 0; i < count; i++) {
      length = (length << 8) | (bytes[at++] & 0xFF);
    }
    return length;
  }

  private void require(int count) throws InvalidKeySpecException {
    if (bytes.length - at < count) {
      throw new InvalidKeySpecException("DER element ends early");
    }
  }

  /// An element of these parts.
  static byte[] element(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    var element = new ByteArrayOutputStream();
    element.write(tag);
    if (length < LONG_FORM) {
      element.write(length);
    } else {
      element.write(LONG_FORM | 3);
      element.write(length >> 16);
      element.write(length >> 8);
      element.write(length);
    }
    element.writeBytes(content.toByteArray());
    return element.toByteArray();
  }
}
