package io.tiercel.lab.tour;

import io.tiercel.lab.data.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// What the server says it executed in one database, from `pg_stat_statements`: the same source for
/// every contender, and none of them can forget to report something.
final class StatementLog {
  private final Connection connection;

  private StatementLog(Connection connection) {
    this.connection = connection;
  }

  /// A statement, with constants replaced by `$n` as the server does.
  record Entry(String sql, long calls, long rows) {}

  /// Empty when the extension is not preloaded or not ours to use.
  static Optional<StatementLog> open(Connection connection) {
    try {
      if (!Sql.query(connection, "show shared_preload_libraries", row -> row.getString(1))
          .getFirst()
          .contains("pg_stat_statements")) {
        return Optional.empty();
      }
      Sql.update(connection, "create extension if not exists pg_stat_statements");
      var log = new StatementLog(connection);
      log.reset("postgres");
      return Optional.of(log);
    } catch (SQLException e) {
      System.getLogger("io.tiercel.lab.tour")
          .log(System.Logger.Level.DEBUG, () -> "no statement log: " + e.getMessage());
      return Optional.empty();
    }
  }

  void reset(String database) throws SQLException {
    Sql.query(
        connection,
        """
        select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = ?""",
        row -> row.getString(1),
        database);
  }

  /// The statements since the reset, in the order of their first execution.
  List<Entry> read(String database) throws SQLException {
    return Sql.query(
        connection,
        """
        select query, calls, rows from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where d.datname = ? and s.toplevel and query not like '%pg_stat_statements%'
        order by to_jsonb(s)->>'stats_since'""",
        row -> new Entry(row.getString(1), row.getLong(2), row.getLong(3)),
        database);
  }
}
