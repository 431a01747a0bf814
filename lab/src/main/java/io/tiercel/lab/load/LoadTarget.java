package io.tiercel.lab.load;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.cli.OpenedDatabase;
import io.tiercel.wire.Connection;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/// Where records are stored.
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class LoadTarget {
  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:tiercel:embedded:library",
      description =
          "jdbc:tiercel://host:port/database?user=…&password=… (default: ${DEFAULT-VALUE}, a server"
              + " of your own that is started for it and keeps the data)")
  private String url;

  @Option(
      names = "--table",
      paramLabel = "[SCHEMA.]TABLE",
      defaultValue = "records",
      description = "Made if there is none (default: ${DEFAULT-VALUE}).")
  private String table;

  @Option(
      names = "--column",
      paramLabel = "COLUMN",
      defaultValue = "content",
      description = "Of type jsonb; the others take their defaults (default: ${DEFAULT-VALUE}).")
  private String column;

  /// Blocks until the server answers.
  OpenedDatabase open() {
    return OpenedDatabase.open(url);
  }

  SqlName table() {
    List<String> parts = Arrays.asList(table.split("\\.", -1));
    if (parts.size() > 2 || parts.contains("")) {
      throw new CommandFailure("no table is named " + table, "Say TABLE or SCHEMA.TABLE.");
    }
    return new SqlName(parts);
  }

  SqlName column() {
    return SqlName.of(column);
  }

  /// Makes the table where there is none.
  ///
  /// @return whether it was made
  boolean make(Connection connection) {
    SqlName name = table();
    List<Boolean> isThere =
        connection.queryList(
            "select to_regclass($1::text) is not null", row -> row.getBoolean(0), name.toString());
    if (isThere.getFirst()) {
      return false;
    }
    connection.execute(
        new DocumentTable(name, SqlName.of("id"), "bigint", column(), List.of()).createTable());
    return true;
  }
}
