package io.tiercel.json.advisor.workload;

import io.tiercel.json.advisor.sql.SqlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Statements in a file: either SQL with semicolons, where a comment `-- calls: 5000` before a
/// statement says how often a day it is run (otherwise the server's count does, or it is once); or
/// lines of JSON with `sql` and
/// `callsPerDay`, which an application writes of its [WorkloadRecorder].
public final class WorkloadFile {
  private static final String CALLS = "-- calls:";

  private WorkloadFile() {}

  /// Reads either kind.
  ///
  /// @throws IllegalArgumentException if a line is not as it should be
  public static List<ObservedStatement> read(Path file) throws IOException {
    String text = Files.readString(file);
    return text.stripLeading().startsWith("{") ? json(text) : sql(text);
  }

  /// Writes lines of JSON.
  public static void write(Path file, List<ObservedStatement> statements) throws IOException {
    List<String> lines = new ArrayList<>();
    for (ObservedStatement statement : statements) {
      lines.add(
          JsonText.write(Map.of("sql", statement.sql(), "callsPerDay", statement.callsPerDay())));
    }
    Files.write(file, lines);
  }

  private static List<ObservedStatement> json(String text) {
    List<ObservedStatement> statements = new ArrayList<>();
    for (String line : text.lines().filter(line -> !line.isBlank()).toList()) {
      JsonNode node = JsonText.parse(line);
      if (!node.path("sql").isString() || !node.path("callsPerDay").isNumber()) {
        throw new IllegalArgumentException(
            "a line of a workload has a text \"sql\" and a number \"callsPerDay\", got " + line);
      }
      statements.add(
          new ObservedStatement(
              node.get("sql").asString(),
              node.get("callsPerDay").asDouble(),
              null,
              ObservedStatement.Source.RECORDED));
    }
    return statements;
  }

  static List<ObservedStatement> sql(String script) {
    List<ObservedStatement> statements = new ArrayList<>();
    int from = 0;
    for (String sql : SqlText.split(script)) {
      int at = script.indexOf(sql, from);
      statements.add(
          new ObservedStatement(
              sql, calls(script.substring(from, at)), null, ObservedStatement.Source.GIVEN));
      from = at + sql.length();
    }
    return statements;
  }

  /// What the comments before a statement say.
  private static double calls(String before) {
    double calls = 0;
    for (String line : before.lines().toList()) {
      String stripped = line.strip();
      if (stripped.startsWith(CALLS)) {
        String number = stripped.substring(CALLS.length()).strip();
        if (!number.matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
          throw new IllegalArgumentException("a number of calls a day is expected: " + stripped);
        }
        calls = Double.parseDouble(number);
      }
    }
    return calls;
  }
}
