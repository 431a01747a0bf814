package io.tiercel.lab.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads tables from a database script as HSQLDB writes it: one statement per line, ASCII.
///
/// ```
/// CREATE MEMORY TABLE "foodmart"."region"("region_id" INTEGER NOT NULL,"sales_city" VARCHAR(30),…)
/// INSERT INTO "region" VALUES(1,'San Francisco',…)
/// ```
///
/// Text stands in single quotes, a quote within is doubled, characters beyond ASCII (and line ends)
/// are written `\u00e9`; NULL, TRUE, FALSE and numbers stand bare. The name in `INSERT` may carry
/// the schema or not. All else in the script is passed over.
public final class HsqldbScript {
  private static final String CREATE = "CREATE MEMORY TABLE ";
  private static final String INSERT = "INSERT INTO ";
  private static final String VALUES = " VALUES(";

  private final Set<String> wanted;
  private final Map<String, SourceTable> tables = new HashMap<>();

  private HsqldbScript(Set<String> wanted) {
    this.wanted = wanted;
  }

  /// Reads the named tables. Throws [DataException] when the artifact cannot be read, the script
  /// ends early, or a table is not in it.
  public static Map<String, SourceTable> read(DataArtifact artifact, Set<String> tables) {
    InputStream in = artifact.open();
    try (var reader = new InputStreamReader(in, StandardCharsets.US_ASCII)) {
      return read(reader, tables);
    } catch (IOException | IllegalArgumentException e) {
      throw artifact.damaged("after reading a part", e);
    } catch (DataException e) {
      throw artifact.damaged("unexpected contents", e);
    }
  }

  static Map<String, SourceTable> read(Reader in, Set<String> wanted) throws IOException {
    var script = new HsqldbScript(wanted);
    var lines = new BufferedReader(in, 1 << 16);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      script.statement(line);
    }
    for (String name : wanted) {
      SourceTable table = script.tables.get(name);
      if (table == null || table.rows().isEmpty()) {
        throw new DataException("the script has no rows of table \"%s\"".formatted(name));
      }
    }
    return Map.copyOf(script.tables);
  }

  private void statement(String line) {
    if (line.startsWith(INSERT)) {
      insert(line);
    } else if (line.startsWith(CREATE)) {
      create(line);
    }
  }

  private void create(String line) {
    int open = line.indexOf('(');
    String name = bareName(line.substring(CREATE.length(), open));
    if (!wanted.contains(name)) {
      return;
    }
    var columns = new LinkedHashMap<String, Integer>();
    for (String part : splitColumns(line.substring(open + 1, line.lastIndexOf(')')))) {
      if (part.startsWith("\"")) {
        columns.put(part.substring(1, part.indexOf('"', 1)), columns.size());
      }
    }
    tables.put(name, new SourceTable(name, columns));
  }

  private void insert(String line) {
    int values = line.indexOf(VALUES, INSERT.length());
    if (values < 0) {
      return;
    }
    SourceTable table = tables.get(bareName(line.substring(INSERT.length(), values)));
    if (table != null) {
      table.add(values(line, values + VALUES.length()));
    }
  }

  /// `"schema"."table"` or `"table"`, without the schema and the quotes.
  private static String bareName(String name) {
    return name.substring(name.lastIndexOf('.') + 1).replace("\"", "");
  }

  /// Splits at the commas outside parentheses: `DECIMAL(10,4)` and constraints hold commas of their
  /// own.
  private static List<String> splitColumns(String definition) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < definition.length(); i++) {
      switch (definition.charAt(i)) {
        case '(' -> depth++;
        case ')' -> depth--;
        case ',' -> {
          if (depth == 0) {
            parts.add(definition.substring(start, i));
            start = i + 1;
          }
        }
        default -> {}
      }
    }
    parts.add(definition.substring(start));
    return parts;
  }

  private static @Nullable String[] values(String line, int start) {
    var values = new ArrayList<@Nullable String>();
    int i = start;
    while (i < line.length()) {
      int end = line.charAt(i) == '\'' ? endOfText(line, i) : endOfBare(line, i);
      values.add(value(line, i, end));
      if (line.charAt(end) == ')') {
        return values.toArray(new @Nullable String[0]);
      }
      i = end + 1;
    }
    throw endsEarly(line);
  }

  private static @Nullable String value(String line, int start, int end) {
    if (line.charAt(start) == '\'') {
      return unescape(line.substring(start + 1, end - 1));
    }
    String bare = line.substring(start, end);
    return "NULL".equals(bare) ? null : bare;
  }

  private static int endOfBare(String line, int start) {
    for (int i = start; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == ',' || c == ')') {
        return i;
      }
    }
    throw endsEarly(line);
  }

  /// The index after the closing quote.
  private static int endOfText(String line, int start) {
    for (int i = start + 1; i < line.length() - 1; i++) {
      if (line.charAt(i) == '\'') {
        if (line.charAt(i + 1) != '\'') {
          return i + 1;
        }
        i++;
      }
    }
    throw endsEarly(line);
  }

  private static DataException endsEarly(String line) {
    return new DataException(
        "a row ends early: \"%s\"".formatted(line.substring(0, Math.min(60, line.length()))));
  }

  private static String unescape(String text) {
    String unquoted = text.indexOf('\'') < 0 ? text : text.replace("''", "'");
    if (unquoted.indexOf('\\') < 0) {
      return unquoted;
    }
    var out = new StringBuilder(unquoted.length());
    for (int i = 0; i < unquoted.length(); i++) {
      if (unquoted.startsWith("\\u", i) && i + 6 <= unquoted.length()) {
        out.append((char) Integer.parseInt(unquoted, i + 2, i + 6, 16));
        i += 5;
      } else {
        out.append(unquoted.charAt(i));
      }
    }
    return out.toString();
  }
}
