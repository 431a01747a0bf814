package io.tiercel.wire.auth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// HMAC with SHA-256 (RFC 2104) under one key. Immutable, safe for any number of threads.
///
/// On `MessageDigest` rather than on the JDK's `Mac`: what the digests are after the padded key is
/// computed once and copied, so that a round of PBKDF2 takes two blocks of SHA-256 in place of
/// four; and a `Mac` brings the JDK's whole framework for ciphers into a process that connects
/// without TLS.
final class HmacSha256 {
  private static final int BLOCK_BYTES = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private final byte[] innerKey;
  private final byte[] outerKey;

  // Fed with the keys above, and never with anything else.
  private final MessageDigest inner;
  private final MessageDigest outer;

  /// @param key of any length, also none
  HmacSha256(byte[] key) {
    byte[] block =
        Arrays.copyOf(key.length > BLOCK_BYTES ? digest().digest(key) : key, BLOCK_BYTES);
    innerKey = padded(block, INNER);
    outerKey = padded(block, OUTER);
    inner = begun(innerKey);
    outer = begun(outerKey);
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
    MessageDigest begun = copy(inner, innerKey);
    for (byte[] part : parts) {
      begun.update(part);
    }
    return copy(outer, outerKey).digest(begun.digest());
  }

  private static MessageDigest copy(MessageDigest begun, byte[] key) {
    try {
      return (MessageDigest) begun.clone();
    } catch (CloneNotSupportedException e) {
      // Of a provider that somebody has put before the JDK's: slower, and the same.
      return begun(key);
    }
  }

  private static MessageDigest begun(byte[] key) {
    MessageDigest digest = digest();
    digest.update(key);
    return digest;
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }
}
