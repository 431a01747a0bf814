package io.tiercel.wire.auth;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// PBKDF2 with HMAC-SHA-256 and one block of output (RFC 8018, section 5.2), which RFC 5802 calls
/// Hi. Thousands of rounds that the first connection of a process waits for.
final class Pbkdf2 {
  private static final byte[] FIRST_BLOCK = {0, 0, 0, 1};
  private static final int HASH_BYTES = Sha256Words.STATE * Integer.BYTES;

  private Pbkdf2() {}

  /// The key of 32 bytes.
  ///
  /// @param iterations at least one
  static byte[] of(byte[] password, byte[] salt, int iterations) {
    HmacSha256 hmac = new HmacSha256(password);
    byte[] first = hmac.of(salt, FIRST_BLOCK);
    // Who has put another provider before the JDK's wants its SHA-256.
    return HmacSha256.digest().getProvider().getName().equals("SUN")
        ? byWords(hmac, first, iterations)
        : byDigests(hmac, first, iterations);
  }

  /// @param first the first round
  static byte[] byDigests(HmacSha256 hmac, byte[] first, int iterations) {
    byte[] round = first;
    byte[] result = first.clone();
    for (int i = 1; i < iterations; i++) {
      round = hmac.of(round);
      for (int j = 0; j < result.length; j++) {
        result[j] ^= round[j];
      }
    }
    return result;
  }

  /// The same in place. The states after the two padded keys are computed once, so that a round
  /// takes two blocks: what is hashed behind a key is a hash, which fills half of one.
  static byte[] byWords(HmacSha256 hmac, byte[] first, int iterations) {
    int[] words = new int[Sha256Words.SCHEDULE];
    int[] inner = stateAfter(hmac.innerKey(), words);
    int[] outer = stateAfter(hmac.outerKey(), words);
    int[] round = new int[Sha256Words.STATE];
    ByteBuffer.wrap(first).asIntBuffer().get(round);
    int[] result = round.clone();
    for (int i = 1; i < iterations; i++) {
      compressHash(round, inner, words);
      compressHash(round, outer, words);
      for (int j = 0; j < result.length; j++) {
        result[j] ^= round[j];
      }
    }
    ByteBuffer bytes = ByteBuffer.allocate(HASH_BYTES);
    bytes.asIntBuffer().put(result);
    return bytes.array();
  }

  private static int[] stateAfter(byte[] key, int[] words) {
    ByteBuffer.wrap(key).asIntBuffer().get(words, 0, Sha256Words.BLOCK);
    int[] state = Sha256Words.initial();
    Sha256Words.compress(state, words, state);
    return state;
  }

  /// Replaces the hash by that of itself behind a key, padded as section 5.1.1 of FIPS 180-4 says:
  /// a one, zeros, and the number of bits, in which the block of the key counts.
  private static void compressHash(int[] hash, int[] afterKey, int[] words) {
    System.arraycopy(hash, 0, words, 0, Sha256Words.STATE);
    words[Sha256Words.STATE] = 0x80000000;
    Arrays.fill(words, Sha256Words.STATE + 1, Sha256Words.BLOCK - 1, 0);
    words[Sha256Words.BLOCK - 1] = (HmacSha256.BLOCK_BYTES + HASH_BYTES) * Byte.SIZE;
    Sha256Words.compress(afterKey, words, hash);
  }
}
