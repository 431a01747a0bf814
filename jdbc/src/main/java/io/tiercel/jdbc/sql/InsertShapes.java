package io.tiercel.jdbc.sql;

import io.tiercel.jdbc.sql.InsertShape.Constant;
import io.tiercel.jdbc.sql.InsertShape.Placeholder;
import io.tiercel.jdbc.sql.InsertShape.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Recognizes an [InsertShape] in the text of a command. One instance a command.
final class InsertShapes {
  private static final Set<String> CONSTANTS = Set.of("true", "false", "null");

  private final String text;
  private final Lexer lexer;
  private int at;

  private InsertShapes(String text, boolean standardConformingStrings) {
    this.text = text;
    lexer = new Lexer(text, standardConformingStrings);
  }

  /// The shape of a command, null if it has another.
  ///
  /// @param text with `$1`, …, all its strings and comments well formed
  static @Nullable InsertShape of(
      String text, boolean standardConformingStrings, int parameterCount) throws SQLException {
    InsertShape shape = new InsertShapes(text, standardConformingStrings).insert();
    if (shape == null) {
      return null;
    }
    long inRow = shape.values().stream().filter(Placeholder.class::isInstance).count();
    return inRow == parameterCount && parameterCount > 0 ? shape : null;
  }

  private @Nullable InsertShape insert() throws SQLException {
    if (!next().equals("insert") || !next().equals("into")) {
      return null;
    }
    int tableStart = lexer.skipSpace(at);
    int tableEnd = tableStart;
    String token = next();
    while (!token.isEmpty() && !token.equals("(") && !isClause(token)) {
      tableEnd = at;
      token = next();
    }
    String table = text.substring(tableStart, tableEnd);
    List<String> columns = null;
    if (token.equals("(")) {
      columns = columns();
      token = columns == null ? "" : next();
    }
    if (token.equals("overriding")) {
      next();
      next();
      token = next();
    }
    return token.equals("values") && !table.isEmpty()
        ? withRow(table, columns, at - token.length())
        : null;
  }

  private static boolean isClause(String word) {
    return switch (word) {
      case "values", "overriding", "default", "select", "with", "table" -> true;
      default -> false;
    };
  }

  private @Nullable InsertShape withRow(
      String table, @Nullable List<String> columns, int valuesStart) throws SQLException {
    List<Value> row = next().equals("(") ? row() : null;
    if (row == null || (columns != null && columns.size() != row.size())) {
      return null;
    }
    int valuesEnd = at;
    String token = next();
    if (!token.isEmpty() && !token.equals("on") && !token.equals("returning")) {
      return null;
    }
    boolean mayUpdate = false;
    for (String last = token; !token.isEmpty(); token = next()) {
      mayUpdate |= last.equals("do") && token.equals("update");
      last = token;
    }
    return new InsertShape(table, columns, valuesStart, valuesEnd, row, mayUpdate);
  }

  /// The names up to the closing parenthesis; null if a part of a column is assigned to.
  private @Nullable List<String> columns() throws SQLException {
    var columns = new ArrayList<String>();
    while (true) {
      int start = lexer.skipSpace(at);
      String name = next();
      if (name.isEmpty() || !(Lexer.isWordStart(name.charAt(0)) || name.charAt(0) == '"')) {
        return null;
      }
      columns.add(text.substring(start, at));
      String separator = next();
      if (separator.equals(")")) {
        return columns;
      } else if (!separator.equals(",")) {
        return null;
      }
    }
  }

  private @Nullable List<Value> row() throws SQLException {
    var values = new ArrayList<Value>();
    while (true) {
      Value value = value();
      if (value == null) {
        return null;
      }
      values.add(value);
      String separator = next();
      if (separator.equals(")")) {
        return values;
      } else if (!separator.equals(",")) {
        return null;
      }
    }
  }

  private @Nullable Value value() throws SQLException {
    int start = lexer.skipSpace(at);
    String token = next();
    if (token.equals("$")) {
      // The translator wrote at most 65,535; anything longer came with the text.
      String number = next();
      return isNumber(number)
              && number.length() <= 9
              && number.chars().allMatch(c -> c >= '0' && c <= '9')
          ? new Placeholder(Integer.parseInt(number) - 1)
          : null;
    }
    if (token.equals("-") || token.equals("+")) {
      token = next();
      return isNumber(token) ? new Constant(text.substring(start, at)) : null;
    }
    boolean isConstant = isNumber(token) || CONSTANTS.contains(token) || token.endsWith("'");
    return isConstant ? new Constant(text.substring(start, at)) : null;
  }

  private static boolean isNumber(String token) {
    return !token.isEmpty() && Lexer.isDigit(token.charAt(0));
  }

  /// The next significant token in lower case, empty at the end.
  private String next() throws SQLException {
    at = lexer.skipSpace(at);
    if (at >= text.length()) {
      return "";
    }
    int start = at;
    at = lexer.tokenEnd(at);
    return text.substring(start, at).toLowerCase(Locale.ROOT);
  }
}
