package io.tiercel.json.search;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Cuts a statement into tokens as the server does (manual, "SQL Syntax: Lexical Structure"), as
/// far as generated statements go; anything else fails.
record SqlTokens(
    List<String> literals, List<String> identifiers, List<String> parameters, List<String> words) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+"
              + "|(?<literal>[eE]'(?:[^'\\\\]|''|\\\\.)*+'|'(?:[^']|'')*+')"
              + "|(?<identifier>\"(?:[^\"]|\"\")*+\")"
              + "|(?<parameter>\\$[0-9]+)"
              + "|(?<word>[A-Za-z_][A-Za-z_0-9]*+|[0-9]+)"
              + "|::|<->|->>|#>>|@@|@>|\\|\\||&&|<=|>=|<>|[-+*/<>=~!,.()\\[\\]]",
          Pattern.DOTALL);

  static SqlTokens of(String sql) {
    var tokens =
        new SqlTokens(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Matcher matcher = TOKEN.matcher(sql);
    int at = 0;
    while (at < sql.length()) {
      matcher.region(at, sql.length());
      if (!matcher.lookingAt() || sql.startsWith("--", at) || sql.startsWith("/*", at)) {
        throw new AssertionError("no token at %d of %s".formatted(at, sql));
      }
      add(matcher.group("literal"), tokens.literals);
      add(matcher.group("identifier"), tokens.identifiers);
      add(matcher.group("parameter"), tokens.parameters);
      add(matcher.group("word"), tokens.words);
      at = matcher.end();
    }
    return tokens;
  }

  private static void add(@org.jspecify.annotations.Nullable String token, List<String> to) {
    if (token != null) {
      to.add(token);
    }
  }
}
