package io.tiercel.wire.auth;

/// The compression function of SHA-256 (FIPS 180-4, section 6.2.2) on words that the caller keeps:
/// nothing is allocated, and a state may be gone on from as often as one likes. Of the digests of
/// the JDK a state can only be copied whole, in 550 bytes.
///
/// What it does depends on no bit of what it hashes, nor does the memory that it looks at.
final class Sha256Words {
  static final int STATE = 8;
  static final int BLOCK = 16;

  /// How many words [#compress] needs for a block and what it makes of it.
  static final int SCHEDULE = 64;

  /// The first 32 bits of the fractions of the square roots of the first eight primes (section
  /// 5.3.3).
  private static final int[] INITIAL = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };

  /// The same of the cube roots of the first 64 primes (section 4.2.2).
  private static final int[] CONSTANTS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  private Sha256Words() {}

  /// The state after no block.
  static int[] initial() {
    return INITIAL.clone();
  }

  /// Sets one state to that which follows another after a block.
  ///
  /// @param from the state before, which stays unless it is the same array
  /// @param words [#SCHEDULE] of them, the block in the first [#BLOCK]; the others are overwritten
  static void compress(int[] from, int[] words, int[] to) {
    for (int t = BLOCK; t < SCHEDULE; t++) {
      int x = words[t - 15];
      int y = words[t - 2];
      int sigma0 = Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ (x >>> 3);
      int sigma1 = Integer.rotateRight(y, 17) ^ Integer.rotateRight(y, 19) ^ (y >>> 10);
      words[t] = words[t - 16] + sigma0 + words[t - 7] + sigma1;
    }
    int a = from[0];
    int b = from[1];
    int c = from[2];
    int d = from[3];
    int e = from[4];
    int f = from[5];
    int g = from[6];
    int h = from[7];
    for (int t = 0; t < SCHEDULE; t++) {
      int sum1 =
          Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
      int first = h + sum1 + ((e & f) ^ (~e & g)) + CONSTANTS[t] + words[t];
      int sum0 =
          Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
      int second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + first;
      d = c;
      c = b;
      b = a;
      a = first + second;
    }
    to[0] = from[0] + a;
    to[1] = from[1] + b;
    to[2] = from[2] + c;
    to[3] = from[3] + d;
    to[4] = from[4] + e;
    to[5] = from[5] + f;
    to[6] = from[6] + g;
    to[7] = from[7] + h;
  }
}
