package io.tiercel.inside.jar;

import io.tiercel.inside.PgException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads one deployment descriptor:
///
/// ```
/// SQLActions[] = {
///   "BEGIN INSTALL  statement; …  END INSTALL",
///   "BEGIN REMOVE   statement; …  END REMOVE"
/// }
/// ```
///
/// A statement may be a block `BEGIN PostgreSQL … END PostgreSQL`, which stands for what is in it;
/// blocks of other implementors are skipped. Quotes within a statement are SQL's own, double ones
/// included, and dollar quotes are understood. Confined to one thread.
final class DescriptorParser {
  private static final String SYNTAX_ERROR = "42601";
  private static final String IMPLEMENTOR = "PostgreSQL";

  /// What stands between tokens: white space and comments.
  private static final Pattern SPACE = Pattern.compile("(?:\\s|--[^\\n]*|/\\*(?s:.*?)\\*/)*+");

  /// What may contain a semicolon that ends nothing.
  private static final Pattern QUOTED =
      Pattern.compile(
          "(?i:\\be'(?:[^'\\\\]|\\\\(?s:.)|'')*+')|'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\""
              + "|(\\$(?:[\\p{L}_][\\p{L}\\d_]*)?\\$)(?s:.*?)\\1|--[^\\n]*|/\\*(?s:.*?)\\*/");

  private static final Pattern BLOCK =
      Pattern.compile("(?is)BEGIN\\s+([\\p{L}_][\\p{L}\\d_]*)\\s+(.*?)\\s+END\\s+\\1");

  private final String name;
  private final String text;
  private final List<String> install = new ArrayList<>();
  private final List<String> remove = new ArrayList<>();
  private int position;

  /// @param name of the file, for errors
  DescriptorParser(String name, String text) {
    this.name = name;
    this.text = text;
  }

  List<String> install() {
    return install;
  }

  List<String> remove() {
    return remove;
  }

  /// @throws PgException `42601`
  void parse() {
    require("(?i)SQLActions");
    require("\\[");
    require("\\]");
    require("=");
    require("\\{");
    do {
      group();
    } while (accept(","));
    require("\\}");
    skipSpace();
    if (position < text.length()) {
      throw error("something behind the end");
    }
  }

  private void group() {
    require("\"");
    require("(?i)BEGIN");
    boolean isInstall = accept("(?i)INSTALL\\b");
    if (!isInstall) {
      require("(?i)REMOVE\\b");
    }
    List<String> statements = isInstall ? install : remove;
    String end = "(?i)END\\s+%s\\s*\"".formatted(isInstall ? "INSTALL" : "REMOVE");
    while (!accept(end)) {
      String statement = unwrapped(statement());
      if (!statement.isEmpty()) {
        statements.add(statement);
      }
    }
  }

  /// Up to the next semicolon that ends a statement.
  private String statement() {
    skipSpace();
    int start = position;
    Matcher quoted = QUOTED.matcher(text);
    while (position < text.length()) {
      if (text.charAt(position) == ';') {
        return text.substring(start, position++).strip();
      }
      if (quoted.region(position, text.length()).useTransparentBounds(true).lookingAt()) {
        position = quoted.end();
      } else if ("'\"".indexOf(text.charAt(position)) >= 0) {
        break; // a quote that nothing ends
      } else {
        position++;
      }
    }
    position = start;
    throw error("a statement without its semicolon or a closing quote, or an END that is missing");
  }

  /// The statement in a block for PostgreSQL; nothing of a block for others.
  private static String unwrapped(String statement) {
    Matcher block = BLOCK.matcher(statement);
    if (!block.matches()) {
      return statement;
    }
    return block.group(1).equalsIgnoreCase(IMPLEMENTOR) ? block.group(2).strip() : "";
  }

  private void skipSpace() {
    Matcher space = SPACE.matcher(text).region(position, text.length());
    if (space.lookingAt()) {
      position = space.end();
    }
  }

  private boolean accept(String pattern) {
    skipSpace();
    Matcher token = Pattern.compile(pattern).matcher(text).region(position, text.length());
    boolean is = token.lookingAt();
    if (is) {
      position = token.end();
    }
    return is;
  }

  private void require(String pattern) {
    if (!accept(pattern)) {
      throw error("expected " + pattern.replaceAll("\\(\\?i\\)|\\\\b|\\\\", ""));
    }
  }

  private PgException error(String what) {
    int line = 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
    return new PgException(
        SYNTAX_ERROR, "deployment descriptor \"%s\", line %d: %s".formatted(name, line, what));
  }
}
