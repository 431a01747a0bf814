package io.tiercel.lab.tour;

import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.Figure;
import io.tiercel.lab.data.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The database of one contender: each has its own, so that all start equal.
///
/// A marker is written last, after the checks have passed; data without it, or with the marker of
/// another version, were left by a run that did not finish and are dropped with the database.
final class TourDatabase {
  private final TourServer server;
  private final DataSet data;
  private final String name;

  TourDatabase(TourServer server, DataSet data, String contender) {
    this.server = server;
    this.data = data;
    this.name = "tour_%s_%s".formatted(data.slug(), contender);
  }

  String name() {
    return name;
  }

  ServerAddress address() {
    return server.address().withDatabase(name);
  }

  Connection connect() throws SQLException {
    return TourServer.connect(address(), Map.of());
  }

  /// What an earlier run loaded, if it is complete and still what the source says.
  Optional<Load> earlierLoad() throws SQLException {
    if (!exists()) {
      return Optional.empty();
    }
    try (Connection connection = connect()) {
      if (!hasMarker(connection)) {
        return Optional.empty();
      }
      var loads =
          Sql.query(
              connection,
              "select row_count, seconds from tour_marker where version = ?",
              row -> new Load(row.getLong(1), row.getDouble(2), true),
              data.version());
      return loads.isEmpty() || !differences(connection).isEmpty()
          ? Optional.empty()
          : Optional.of(loads.getFirst());
    }
  }

  private static boolean hasMarker(Connection connection) throws SQLException {
    return Sql.query(
            connection, "select to_regclass('tour_marker') is not null", row -> row.getBoolean(1))
        .getFirst();
  }

  private boolean exists() throws SQLException {
    try (Connection connection = server.connect()) {
      return !Sql.query(
              connection, "select 1 from pg_database where datname = ?", row -> row.getInt(1), name)
          .isEmpty();
    }
  }

  /// Makes an empty database, whatever was there.
  void recreate() throws SQLException {
    drop();
    try (Connection connection = server.connect()) {
      Sql.update(connection, "create database " + name);
    } catch (SQLException e) {
      if ("42501".equals(e.getSQLState())) {
        throw new CommandFailure(
            "cannot create database \"%s\": %s".formatted(name, e.getMessage()),
            "Connect as a role with CREATEDB: each contender of the tour has a database of its own.",
            e);
      }
      throw e;
    }
  }

  void drop() throws SQLException {
    try (Connection connection = server.connect()) {
      Sql.update(connection, "drop database if exists " + name + " with (force)");
    }
  }

  /// An index for every foreign key that has none: some schema generators make them, some do not.
  void indexForeignKeys() throws SQLException {
    try (Connection connection = connect()) {
      var statements =
          Sql.query(
              connection,
              """
              select format('create index on %s (%I)', c.conrelid::regclass, a.attname)
              from pg_constraint c
              join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
              where c.contype = 'f' and not exists (
                select 1 from pg_index i
                where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
              order by 1""",
              row -> row.getString(1));
      for (String statement : statements) {
        Sql.update(connection, statement);
      }
    }
  }

  /// Checks the figures, brings the planner's statistics up to date, and marks the data complete.
  void complete(Load load) throws SQLException {
    try (Connection connection = connect()) {
      var differences = differences(connection);
      if (!differences.isEmpty()) {
        throw new CommandFailure(
            "the data in database \"%s\" are not what the source says:\n  %s"
                .formatted(name, String.join("\n  ", differences)),
            null);
      }
      Sql.update(connection, "vacuum analyze");
      Sql.update(
          connection,
          """
          create table tour_marker
          (version text, row_count bigint, seconds double precision, loaded_at timestamptz)""");
      Sql.update(
          connection,
          "insert into tour_marker values (?, ?, ?, now())",
          data.version(),
          load.rows(),
          load.seconds());
    }
  }

  private List<String> differences(Connection connection) throws SQLException {
    var differences = new ArrayList<String>();
    for (Figure figure : data.figures()) {
      BigDecimal found =
          Sql.query(
                  connection,
                  "select coalesce((%s), 0)".formatted(figure.sql()),
                  row -> row.getBigDecimal(1))
              .getFirst();
      if (found.compareTo(figure.expected()) != 0) {
        differences.add(
            "%s: expected %s, found %s".formatted(figure.name(), figure.expected(), found));
      }
    }
    return differences;
  }

  /// A finished load.
  ///
  /// @param isEarlier whether an earlier run did it
  record Load(long rows, double seconds, boolean isEarlier) {}
}
