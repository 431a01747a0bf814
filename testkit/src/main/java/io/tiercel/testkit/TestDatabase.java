package io.tiercel.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/// A database of its own for one test or test class; closing drops it, whoever is still connected.
/// Safe for any thread.
public record TestDatabase(String host, int port, String name, String user, String password)
    implements AutoCloseable {

  /// The URL of this database with user and password, `jdbc:SUBPROTOCOL://host:port/name?…`.
  public String jdbcUrl(String subprotocol) {
    return "jdbc:%s://%s:%d/%s?user=%s&password=%s"
        .formatted(subprotocol, host, port, name, user, password);
  }

  /// The URL for our own driver and provider.
  public String jdbcUrl() {
    return jdbcUrl("tiercel");
  }

  /// Connects through pgjdbc: for set-up and as an oracle that shares no code with ours. Blocks on
  /// the network.
  public Connection connect() throws SQLException {
    return connect(Map.of());
  }

  /// Connects through pgjdbc with further properties, by pgjdbc's names.
  public Connection connect(Map<String, String> properties) throws SQLException {
    var source = new PGSimpleDataSource();
    source.setServerNames(new String[] {host});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName(name);
    source.setUser(user);
    source.setPassword(password);
    source.setConnectTimeout(10);
    for (var property : properties.entrySet()) {
      source.setProperty(property.getKey(), property.getValue());
    }
    return source.getConnection();
  }

  /// Executes statements through pgjdbc, each in its own transaction. Blocks on the network.
  public void execute(String... statements) {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(
          "could not set up database \"%s\": %s".formatted(name, e.getMessage()), e);
    }
  }

  /// Drops the database. Does nothing when it is gone or its server has ended.
  @Override
  public void close() {
    TestServer.dropDatabase(this);
  }
}
