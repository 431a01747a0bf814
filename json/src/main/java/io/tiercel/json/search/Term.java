package io.tiercel.json.search;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.cql.DiagnosticType;
import java.util.ArrayList;
import java.util.List;

/// A term with its escapes read: texts, and the masks and anchors that stand between them.
///
/// @param pieces in their order; neighbours are not both texts
/// @param first whether an anchor binds it to the beginning
/// @param last whether an anchor binds it to the end
/// @param position where the term stands in the query
record Term(List<Piece> pieces, boolean first, boolean last, int position) {
  private static final String SPECIAL = "*?^\"\\";

  Term {
    pieces = List.copyOf(pieces);
  }

  /// A part of a term.
  sealed interface Piece {}

  /// What stands for itself.
  record Text(String text) implements Piece {}

  /// What stands for others.
  enum Mask implements Piece {
    /// `*`, any characters.
    ANY("*"),
    /// `?`, one character.
    ONE("?");

    private final String symbol;

    Mask(String symbol) {
      this.symbol = symbol;
    }
  }

  /// What is left without masks and anchors.
  String text() {
    var text = new StringBuilder();
    for (Piece piece : pieces) {
      if (piece instanceof Text part) {
        text.append(part.text);
      }
    }
    return text.toString();
  }

  /// Whether a `*` stands at the end and no mask elsewhere.
  boolean prefix() {
    return !pieces.isEmpty() && pieces.getLast() == Mask.ANY && masks() == 1;
  }

  /// Whether there is another mask than one `*` at the end.
  boolean isMaskedWithin() {
    return masks() > (prefix() ? 1 : 0);
  }

  boolean isMasked() {
    return masks() > 0;
  }

  private long masks() {
    return pieces.stream().filter(Mask.class::isInstance).count();
  }

  boolean isAnchored() {
    return first || last;
  }

  /// The diagnostic for masks that no index serves.
  CqlException maskRefused() {
    boolean isElsewhere = isMaskedWithin() && pieces.stream().noneMatch(p -> p == Mask.ONE);
    String symbol = pieces.contains(Mask.ONE) ? Mask.ONE.symbol : Mask.ANY.symbol;
    return new CqlException(
        isElsewhere ? DiagnosticType.MASKING_POSITION : DiagnosticType.MASKING, symbol, position);
  }

  CqlException anchorRefused(DiagnosticType type) {
    return new CqlException(type, "^", position);
  }

  /// Whether so many letters or digits follow each other somewhere: what an index of trigrams can
  /// find masks by.
  boolean hasRun(int letters) {
    for (Piece piece : pieces) {
      int run = 0;
      if (piece instanceof Text part) {
        for (int i = 0; i < part.text.length() && run < letters; i++) {
          run = Character.isLetterOrDigit(part.text.charAt(i)) ? run + 1 : 0;
        }
      }
      if (run >= letters) {
        return true;
      }
    }
    return false;
  }

  /// Reads a term as one value.
  static Term value(CqlString term, boolean masked) {
    List<Piece> pieces = new ArrayList<>();
    var text = new StringBuilder();
    boolean first = false;
    boolean last = false;
    String raw = term.raw();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      switch (c) {
        case '\\' -> {
          i++;
          if (SPECIAL.indexOf(raw.charAt(i)) < 0) {
            throw new CqlException(
                DiagnosticType.ESCAPED, String.valueOf(raw.charAt(i)), term.position());
          }
          text.append(raw.charAt(i));
        }
        case '*', '?' -> {
          if (masked) {
            end(text, pieces, term.position());
            // Two in a row mean the same as one.
            if (c == '?' || pieces.isEmpty() || pieces.getLast() != Mask.ANY) {
              pieces.add(c == '*' ? Mask.ANY : Mask.ONE);
            }
          } else {
            text.append(c);
          }
        }
        case '^' -> {
          if (!masked) {
            text.append(c);
          } else if (i == 0) {
            first = true;
          } else if (i == raw.length() - 1) {
            last = true;
          } else {
            throw new CqlException(DiagnosticType.ANCHOR_POSITION, "^", term.position());
          }
        }
        default -> text.append(c);
      }
    }
    end(text, pieces, term.position());
    return new Term(pieces, first, last, term.position());
  }

  private static void end(StringBuilder text, List<Piece> pieces, int position) {
    if (!text.isEmpty()) {
      pieces.add(new Text(stored(text.toString(), position)));
      text.setLength(0);
    }
  }

  /// Reads a term as words. Words without a letter or digit are not indexed and left out.
  static List<Term> words(CqlString term, boolean masked) {
    List<Term> words = new ArrayList<>();
    for (CqlString word : split(term)) {
      Term read = value(word, masked);
      if (read.text().codePoints().anyMatch(Character::isLetterOrDigit)) {
        words.add(read);
      } else if (read.isAnchored()) {
        throw read.anchorRefused(DiagnosticType.ANCHOR_POSITION);
      } else if (read.isMasked()) {
        throw new CqlException(DiagnosticType.MASKED_TOO_SHORT, word.raw(), term.position());
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
