package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.SslMode;
import io.tiercel.wire.error.WireException;
import java.time.Duration;

/// Makes the database that the options name, unless it is there. `postgres` always is, and asking
/// for it costs no connection.
final class DatabaseCreation {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private DatabaseCreation() {}

  /// Expects the caller to hold the directory's lock: two at once would both try.
  static void ensure(String database, int port, String password) {
    if (database.equals("postgres")) {
      return;
    }
    var config =
        ConnectionConfig.builder()
            .host("127.0.0.1", port)
            .database("postgres")
            .user(NewCluster.SUPERUSER)
            .password(password)
            .sslMode(SslMode.DISABLE)
            .applicationName("tiercel-embedded")
            .socketTimeout(TIMEOUT)
            .build();
    try (var connection = Connection.open(config)) {
      var found =
          connection.query("SELECT 1 FROM pg_database WHERE datname = $1", row -> {}, database);
      if (found == 0) {
        connection.execute("CREATE DATABASE \"" + database.replace("\"", "\"\"") + "\"");
      }
    } catch (WireException e) {
      throw new EmbeddedPostgresException(
          Reason.SERVER_FAILED,
          "could not make the database \"%s\": %s".formatted(database, e.getMessage()),
          "make it by hand (CREATE DATABASE), or leave out the option database",
          e);
    }
  }
}
