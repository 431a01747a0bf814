package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.session.Session;
import java.sql.ClientInfoStatus;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// What a client tells of itself: `ApplicationName` is the server's `application_name`. Other
/// properties are passed over with a warning, as the interface asks.
final class ClientInfo {
  private static final String APPLICATION_NAME = "ApplicationName";

  private final JdbcConnection connection;
  private final Session session;

  ClientInfo(JdbcConnection connection, Session session) {
    this.connection = connection;
    this.session = session;
  }

  void set(String name, @Nullable String value) throws SQLClientInfoException {
    try {
      connection.checkOpen();
      if (!APPLICATION_NAME.equals(name)) {
        session
            .connectionWarnings()
            .add(new SQLWarning("ClientInfo property not supported: " + name, "0A000"));
        return;
      }
      connection.run("set application_name to " + Identifiers.literal(value == null ? "" : value));
    } catch (SQLException e) {
      var status =
          connection.isClosed()
              ? ClientInfoStatus.REASON_UNKNOWN
              : ClientInfoStatus.REASON_VALUE_INVALID;
      throw new SQLClientInfoException(
          "could not set %s: %s".formatted(name, e.getMessage()),
          e.getSQLState(),
          Map.of(name, status),
          e);
    }
  }

  /// Sets those that are given; the name of the application is cleared if it is not.
  void set(Properties properties) throws SQLClientInfoException {
    for (String name : properties.stringPropertyNames()) {
      if (!name.equals(APPLICATION_NAME)) {
        set(name, properties.getProperty(name));
      }
    }
    set(APPLICATION_NAME, properties.getProperty(APPLICATION_NAME));
  }

  @Nullable String get(String name) {
    return APPLICATION_NAME.equals(name) ? session.wire().parameter("application_name") : null;
  }

  Properties get() {
    var properties = new Properties();
    String name = get(APPLICATION_NAME);
    properties.setProperty(APPLICATION_NAME, name == null ? "" : name);
    return properties;
  }
}
