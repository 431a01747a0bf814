package io.tiercel.wire.auth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// HMAC with SHA-256 (RFC 2104) under one key. Immutable, safe for any number of threads.
///
/// On `MessageDigest` rather than on the JDK's `Mac`, which brings the JDK's whole framework for
/// ciphers into a process that connects without TLS.
final class HmacSha256 {
  static final int BLOCK_BYTES = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private final byte[] innerKey;
  private final byte[] outerKey;

  /// @param key of any length, also none
  HmacSha256(byte[] key) {
    byte[] block =
        Arrays.copyOf(key.length > BLOCK_BYTES ? digest().digest(key) : key, BLOCK_BYTES);
    innerKey = padded(block, INNER);
    outerKey = padded(block, OUTER);
  }

  private static byte[] padded(byte[] block, byte pad) {
    byte[] padded = block.clone();
    for (int i = 0; i < padded.length; i++) {
      padded[i] ^= pad;
    }
    return padded;
  }

  /// The code of these parts, one behind the other.
  byte[] of(byte[]... parts) {
    MessageDigest digest = digest();
    digest.update(innerKey);
    for (byte[] part : parts) {
      digest.update(part);
    }
    byte[] inner = digest.digest();
    digest.update(outerKey);
    return digest.digest(inner);
  }

  /// The block that the key becomes in front of a message. Not the caller's to change.
  byte[] innerKey() {
    return innerKey;
  }

  /// The one in front of that hash. Not the caller's to change.
  byte[] outerKey() {
    return outerKey;
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }
}
