package io.tiercel.jdbc.contract;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/// A driver, a server, and a database for one test class.
public record DriverUnderTest(Kind kind, TestServer server, TestDatabase database) {
  /// Whose driver.
  public enum Kind {
    TIERCEL("tiercel"),
    PGJDBC("postgresql");

    private final String subprotocol;

    Kind(String subprotocol) {
      this.subprotocol = subprotocol;
    }
  }

  public boolean isTiercel() {
    return kind == Kind.TIERCEL;
  }

  public boolean isServer(int majorVersion) {
    return server.majorVersion() == majorVersion;
  }

  public Driver driver() {
    return isTiercel() ? new TiercelDriver() : new org.postgresql.Driver();
  }

  public String url() {
    return database.jdbcUrl(kind.subprotocol);
  }

  /// Connects with further properties, given as names and values in turn.
  public Connection connect(String... properties) throws SQLException {
    var info = new Properties();
    for (int i = 0; i < properties.length; i += 2) {
      info.setProperty(properties[i], properties[i + 1]);
    }
    return driver().connect(url(), info);
  }

  /// Connects and runs statements first, such as for temporary tables.
  public Connection connectAfter(String... statements) throws SQLException {
    Connection connection = connect();
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return connection;
  }

  @Override
  public String toString() {
    return kind + " on " + server;
  }
}
