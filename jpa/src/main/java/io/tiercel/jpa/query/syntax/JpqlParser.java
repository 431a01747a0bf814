package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Token.Kind;
import org.jspecify.annotations.Nullable;

/// Parses query texts. Stateless and safe for any thread; results are immutable, so callers may
/// share and keep them.
///
/// The grammar is that of specification 3.2, chapter 4, a little widened where that is harmless:
/// conditions are values, `else` may be missing, `!=` is `<>`, subqueries may be sorted, names
/// of functions are free as names of variables, and `delete` needs no `from`. The parser looks
/// ahead instead of trying and going back, so its time grows with the length of the text only.
public final class JpqlParser {

  private JpqlParser() {}

  /// The tree of a query.
  ///
  /// @throws JpqlSyntaxException when the text is no statement of the language
  public static Statement parse(String query) {
    var tokens = new TokenStream(new QueryText(query));
    var statement = new StatementParser(tokens).statement();
    if (!tokens.at(Kind.END)) {
      throw tokens.expected("the end of the query", hint(tokens.peek()));
    }
    return statement;
  }

  private static @Nullable String hint(Token found) {
    return switch (Keyword.asciiUpperCase(found.text())) {
      case "LIMIT", "OFFSET" -> "a number of rows is a whole number or a parameter: limit 10";
      case "RIGHT", "FULL", "CROSS" -> "JPQL has inner and left joins only";
      default -> null;
    };
  }
}
