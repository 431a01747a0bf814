package io.tiercel.json.search;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.cql.DiagnosticType;
import java.util.ArrayList;
import java.util.List;

/// A term with its escapes read: texts, and what masks and anchors stand between them.
///
/// @param text what is left without masks and anchors
/// @param prefix whether a `*` stands at the end
/// @param position where the term stands in the query
record Term(String text, boolean prefix, int position) {
  private static final String SPECIAL = "*?^\"\\";

  /// Reads a term as one value, masked at most at its end.
  static Term value(CqlString term, boolean masked) {
    var text = new StringBuilder();
    boolean prefix = false;
    String raw = term.raw();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (prefix) {
        throw new CqlException(DiagnosticType.MASKING_POSITION, "*", term.position());
      }
      switch (c) {
        case '\\' -> {
          i++;
          if (SPECIAL.indexOf(raw.charAt(i)) < 0) {
            throw new CqlException(
                DiagnosticType.ESCAPED, String.valueOf(raw.charAt(i)), term.position());
          }
          text.append(raw.charAt(i));
        }
        case '*', '?', '^' -> {
          if (!masked) {
            text.append(c);
          } else if (c == '*') {
            prefix = true;
          } else {
            throw new CqlException(
                c == '?' ? DiagnosticType.MASKING : DiagnosticType.ANCHORING,
                String.valueOf(c),
                term.position());
          }
        }
        default -> text.append(c);
      }
    }
    return new Term(stored(text.toString(), term.position()), prefix, term.position());
  }

  /// Reads a term as words, each masked at most at its end. Words without a letter or digit are not
  /// indexed and left out.
  static List<Term> words(CqlString term, boolean masked) {
    List<Term> words = new ArrayList<>();
    for (CqlString word : split(term)) {
      Term read = value(word, masked);
      if (read.text.codePoints().anyMatch(Character::isLetterOrDigit)) {
        words.add(read);
      }
    }
    if (words.isEmpty()) {
      throw new CqlException(DiagnosticType.ONLY_STOP_WORDS, term.text(), term.position());
    }
    return words;
  }

  /// The parts of a term between white space.
  static List<CqlString> split(CqlString term) {
    List<CqlString> parts = new ArrayList<>();
    for (String part : term.raw().strip().split("\\s+", -1)) {
      boolean escapesSpace = (part.length() - part.replaceAll("\\\\+$", "").length()) % 2 == 1;
      if (escapesSpace) {
        throw new CqlException(DiagnosticType.ESCAPED, " ", term.position());
      }
      parts.add(new CqlString(part, term.position()));
    }
    return parts;
  }

  /// A text that the server can have.
  private static String stored(String text, int position) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (c == 0 || (Character.isSurrogate(c) && !pair)) {
        throw new CqlException(
            DiagnosticType.TERM_FORMAT, "U+%04X is in no text".formatted((int) c), position);
      }
      i += pair ? 1 : 0;
    }
    return text;
  }
}
