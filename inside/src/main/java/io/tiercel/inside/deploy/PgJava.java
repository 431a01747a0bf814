package io.tiercel.inside.deploy;

import io.tiercel.inside.ddl.ReflectedRoutines;
import io.tiercel.inside.ddl.Routine;
import io.tiercel.inside.ddl.RoutineSql;
import io.tiercel.inside.jar.Packing;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/// Deploys annotated methods ([io.tiercel.inside.PgFunction], [io.tiercel.inside.PgProcedure]) as
/// functions: packs their classes and those they need into a jar, stores it in the database and
/// creates the functions, in one transaction. To deploy the same again does nothing, so an
/// application may do it whenever it starts. Calls that run stay with the version they began with;
/// the next call of any session takes the new one.
///
/// The database needs the extension `pgjava` 0.2. The DataSource must not belong to a JTA
/// transaction: where its connections have no auto-commit, they are committed here. Stateless, safe
/// for any thread.
public final class PgJava {
  private PgJava() {}

  /// Deploys classes under the simple name of the first.
  ///
  /// @throws IllegalArgumentException if a method cannot be a function, or none is annotated
  /// @throws SQLException if the database refuses; nothing has changed then
  public static Deployment deploy(DataSource database, Class<?>... classes) throws SQLException {
    if (classes.length == 0) {
      throw new IllegalArgumentException("no class to deploy");
    }
    return deploy(database, classes[0].getSimpleName(), classes);
  }

  /// As [#deploy(DataSource, Class...)], under a name: letters, digits, `_`, `.` and `-`.
  public static Deployment deploy(DataSource database, String jar, Class<?>... classes)
      throws SQLException {
    List<Class<?>> roots = List.of(classes);
    return deploy(database, jar, Packing.pack(roots), roots);
  }

  /// Deploys a jar as it is, with the functions of those of its classes.
  ///
  /// @param content the bytes of the jar
  /// @param classes whose annotated methods become functions; they must be in the jar
  public static Deployment deploy(
      DataSource database, String jar, byte[] content, List<Class<?>> classes) throws SQLException {
    return on(
        database,
        connection ->
            store(connection, jar, content, routines(jar, currentSchema(connection), classes)));
  }

  private static List<RoutineSql> routines(String jar, String schema, List<Class<?>> classes) {
    List<RoutineSql> statements = new ArrayList<>();
    Map<String, Routine> byIdentity = new HashMap<>();
    for (Class<?> type : classes) {
      for (Routine routine : ReflectedRoutines.of(type)) {
        var sql = RoutineSql.of(routine, jar, schema);
        Routine other = byIdentity.put(sql.drop(), routine);
        if (other != null) {
          throw new IllegalArgumentException(
              "%s.%s and %s.%s would be the same function in SQL"
                  .formatted(
                      other.className(),
                      other.methodName(),
                      routine.className(),
                      routine.methodName()));
        }
        statements.add(sql);
      }
    }
    if (statements.isEmpty()) {
      throw new IllegalArgumentException(
          "no method of %s has @PgFunction or @PgProcedure".formatted(classes));
    }
    return statements;
  }

  private static String currentSchema(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("select current_schema()")) {
      row.next();
      String schema = row.getString(1);
      if (schema == null) {
        throw new SQLException("the search_path has no schema to create functions in", "3F000");
      }
      return schema;
    }
  }

  private static Deployment store(
      Connection connection, String jar, byte[] content, List<RoutineSql> routines)
      throws SQLException {
    String sql = "select version, changed from pgjava.deploy(?, ?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, jar);
      statement.setBytes(2, content);
      statement.setArray(
          3, connection.createArrayOf("text", strings(routines, RoutineSql::create)));
      statement.setArray(4, connection.createArrayOf("text", strings(routines, RoutineSql::drop)));
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Deployment(jar, row.getInt(1), row.getBoolean(2));
      }
    }
  }

  private static Object[] strings(
      List<RoutineSql> routines, java.util.function.Function<RoutineSql, String> part) {
    return routines.stream().map(part).toArray();
  }

  /// Goes back to the version before the current one, functions included.
  ///
  /// @return the version that calls take from now on
  /// @throws SQLException `P0002` if there is no earlier version
  public static int rollback(DataSource database, String jar) throws SQLException {
    return on(
        database,
        connection -> {
          try (var statement = connection.prepareStatement("select pgjava.rollback(?)")) {
            statement.setString(1, jar);
            try (ResultSet row = statement.executeQuery()) {
              row.next();
              return row.getInt(1);
            }
          }
        });
  }

  /// Drops the functions of a jar, and the jar with all of its versions.
  ///
  /// @throws SQLException `42704` if there is none; `2BP01` if something uses the functions
  public static void remove(DataSource database, String jar) throws SQLException {
    boolean isDone =
        on(
            database,
            connection -> {
              try (var statement = connection.prepareStatement("select pgjava.undeploy(?)")) {
                statement.setString(1, jar);
                return statement.execute();
              }
            });
    assert isDone; // it returns a row of void, or throws
  }

  /// The jars of the role that asks, by name; all of them for a superuser.
  public static List<DeployedJar> list(DataSource database) throws SQLException {
    String sql =
        "select j.name, j.owner::text, j.version, v.hash, length(v.content), "
            + "(select count(*) from pgjava.jar_version o where o.jar = j.name), v.installed"
            + " from pgjava.jar j join pgjava.jar_version v on v.jar = j.name and v.version ="
            + " j.version order by j.name";
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<DeployedJar> jars = new ArrayList<>();
      while (row.next()) {
        jars.add(
            new DeployedJar(
                row.getString(1),
                row.getString(2),
                row.getInt(3),
                row.getString(4),
                row.getLong(5),
                row.getInt(6),
                row.getObject(7, OffsetDateTime.class)));
      }
      return jars;
    }
  }

  @FunctionalInterface
  private interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /// The work is one statement that changes anything, so it needs no transaction of its own.
  private static <T> T on(DataSource database, Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      T result = work.run(connection);
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
      return result;
    }
  }
}
