package io.tiercel.json.marc;

import java.text.Normalizer;

/// Decodes MARC-8 (MARC 21 Specifications, Character Sets: MARC-8 Encoding Environment). Two sets
/// are in force at a time, G0 for bytes below 80 and G1 above; escape sequences change them; every
/// piece of text begins with ASCII and ANSEL. Combining marks stand before their letter in MARC-8
/// and behind it in Unicode.
///
/// The result is in normalization form C: what was one letter with its mark becomes one character
/// where Unicode has it. Each decoder is for one piece of text.
final class Marc8 {
  static final int ESCAPE = 0x1B;
  private static final int ASCII = 'B';
  private static final int ANSEL = 'E';
  private static final int EACC = '1';
  private static final int EACC_BYTES = 3;

  private final byte[] bytes;
  private final int end;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder marks = new StringBuilder();
  private int at;
  private int g0 = ASCII;
  private int g1 = ANSEL;

  private Marc8(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /// @throws IllegalArgumentException with the reason if a sequence or a code has no meaning
  static String decode(byte[] bytes, int from, int end) {
    return new Marc8(bytes, from, end).decode();
  }

  private String decode() {
    while (at < end) {
      int b = bytes[at] & 0xFF;
      if (b == ESCAPE) {
        escape();
      } else if (b <= 0x20 || b == 0x7F) {
        // Space and control characters are the same in every set.
        put(b, false);
        at++;
      } else if (b >= 0x80 && b < 0xA0) {
        put(control(b), false);
        at++;
      } else {
        graphic(b < 0x80 ? g0 : g1);
      }
    }
    if (!marks.isEmpty()) {
      throw new IllegalArgumentException("a combining mark of MARC-8 stands before no letter");
    }
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  private void graphic(int set) {
    if (set == ASCII) {
      put(bytes[at++] & 0x7F, false);
      return;
    }
    int length = set == EACC ? EACC_BYTES : 1;
    if (at + length > end) {
      throw new IllegalArgumentException("a character of three bytes is cut short in MARC-8");
    }
    int code = 0;
    for (int i = 0; i < length; i++) {
      code = (code << 8) | (bytes[at++] & 0x7F);
    }
    int mapped = Marc8Tables.of(set).lookup(code);
    if (mapped == 0) {
      throw new IllegalArgumentException(
          "MARC-8 has no character %X in the set \"%c\"".formatted(code, set));
    }
    put(mapped & 0xFFFF, mapped > 0xFFFF);
  }

  private void put(int character, boolean mark) {
    if (mark) {
      marks.append((char) character);
      return;
    }
    text.append((char) character).append(marks);
    marks.setLength(0);
  }

  /// The four control characters of the second half that MARC 21 uses.
  private static int control(int b) {
    return switch (b) {
      case 0x88 -> 0x98; // non-sorting characters begin
      case 0x89 -> 0x9C; // and end
      case 0x8D -> 0x200D; // joiner
      case 0x8E -> 0x200C; // non-joiner
      default ->
          throw new IllegalArgumentException("MARC-8 has no control character %X".formatted(b));
    };
  }

  /// `ESC F` for the three sets of symbols, `ESC I F` for sets of one byte a character, `ESC $ F`
  /// or `ESC $ I F` for EACC, where I is `(` or `,` for G0, `)` or `-` for G1. A set may have a
  /// second intermediate character, as `!E` of ANSEL.
  private void escape() {
    at++;
    int c = next();
    switch (c) {
      case 'g', 'b', 'p' -> g0 = c;
      case 's' -> g0 = ASCII;
      case '(', ',' -> g0 = set(next());
      case ')', '-' -> g1 = set(next());
      case '$' -> {
        int intermediate = next();
        switch (intermediate) {
          case '(', ',' -> g0 = set(next());
          case ')', '-' -> g1 = set(next());
          default -> g0 = set(intermediate);
        }
      }
      default -> throw unknown(c);
    }
  }

  private int set(int finalCharacter) {
    int set = finalCharacter == '!' ? next() : finalCharacter;
    if (set != ASCII && !Marc8Tables.has(set)) {
      throw unknown(set);
    }
    return set;
  }

  private int next() {
    if (at == end) {
      throw new IllegalArgumentException("an escape sequence of MARC-8 is cut short");
    }
    return bytes[at++] & 0xFF;
  }

  private static IllegalArgumentException unknown(int character) {
    return new IllegalArgumentException(
        "an escape sequence of MARC-8 names no set known: %s"
            .formatted(Quoted.of("" + (char) character)));
  }
}
