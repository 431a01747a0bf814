package io.tiercel.json.cql;

import java.util.Locale;
import java.util.Set;

/// A word or a quoted string of a query: a name, a URI or a term. Equal if they read the same,
/// wherever they stand.
///
/// @param raw without surrounding quotes, with its backslashes
/// @param position where it begins in the query
public record CqlString(String raw, int position) {
  static final Set<String> RESERVED = Set.of("and", "or", "not", "prox", "sortby");

  /// A string that was not parsed.
  ///
  /// @throws IllegalArgumentException if a quote has no backslash before it, or nothing stands
  ///     behind the last backslash
  public CqlString {
    boolean escaped = false;
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '"' && !escaped) {
        throw new IllegalArgumentException("a quote in a string of CQL needs a backslash: " + raw);
      }
      escaped = c == '\\' && !escaped;
    }
    if (escaped) {
      throw new IllegalArgumentException("nothing stands behind the last backslash: " + raw);
    }
  }

  /// The string that reads as this text; every character of it that has a meaning is escaped.
  public static CqlString literal(String text) {
    return new CqlString(text.replaceAll("([\\\\\"*?^])", "\\\\$1"), 0);
  }

  /// The text of a name: each backslash gone, what stands behind it kept.
  public String text() {
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    var text = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      if (raw.charAt(i) == '\\') {
        i++;
      }
      text.append(raw.charAt(i));
    }
    return text.toString();
  }

  /// The text of a name without regard to case.
  public String folded() {
    return text().toLowerCase(Locale.ROOT);
  }

  /// As it stands in a query: in quotes where it would be read otherwise without.
  @Override
  public String toString() {
    boolean word = !raw.isEmpty() && !RESERVED.contains(raw.toLowerCase(Locale.ROOT));
    for (int i = 0; word && i < raw.length(); i++) {
      word = !CqlLexer.endsWord(raw.charAt(i));
    }
    return word ? raw : '"' + raw + '"';
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CqlString string && string.raw.equals(raw);
  }

  @Override
  public int hashCode() {
    return raw.hashCode();
  }
}
