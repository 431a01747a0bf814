package io.tiercel.wire;

import io.tiercel.testkit.TestDatabase;

/// Connections to the servers of the tests.
final class Databases {
  private Databases() {}

  static ConnectionConfig config(TestDatabase database) {
    return ConnectionConfig.builder()
        .host(database.host(), database.port())
        .database(database.name())
        .user(database.user())
        .password(database.password())
        .build();
  }

  static Connection open(TestDatabase database) {
    return Connection.open(config(database));
  }
}
