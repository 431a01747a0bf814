package io.tiercel.json.advisor.sql;

import java.util.Locale;

/// A token of SQL, as the manual's chapter on lexical structure divides it.
///
/// @param value what is meant: of a name in its case as the catalog has it, of a string without
///     quotes and escapes; otherwise the text
/// @param start where it begins in the text, in characters
/// @param end where the next may begin
public record Token(Kind kind, String value, int start, int end) {
  /// What a token is.
  public enum Kind {
    /// A key word, or a name without quotes.
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    /// `$1`, of which the value is `1`.
    PARAMETER,
    OPERATOR,
    /// A parenthesis, bracket, comma, dot or semicolon, `::` or `:`.
    SIGN,
    END
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && value.toLowerCase(Locale.ROOT).equals(word);
  }

  boolean isSign(String sign) {
    return kind == Kind.SIGN && value.equals(sign);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }
}
