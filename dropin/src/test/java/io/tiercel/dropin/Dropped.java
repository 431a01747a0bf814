package io.tiercel.dropin;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;

/// The driver that a test runs on, named as an application names it: by its class, with the URL
/// that both take.
enum Dropped {
  /// The oracle: a test that fails here is wrong.
  PGJDBC("org.postgresql.Driver", "org.postgresql.ds.PGSimpleDataSource"),
  TIERCEL("io.tiercel.jdbc.TiercelDriver", "io.tiercel.jdbc.TiercelDataSource");

  final String driverClass;
  final String dataSourceClass;

  Dropped(String driverClass, String dataSourceClass) {
    this.driverClass = driverClass;
    this.dataSourceClass = dataSourceClass;
  }

  /// An empty database of the newest server.
  static TestDatabase newDatabase() {
    return TestServer.v18().newDatabase();
  }

  static String url(TestDatabase database) {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(database.host(), database.port(), database.name());
  }

  HikariConfig poolConfig(TestDatabase database) {
    var config = new HikariConfig();
    config.setDriverClassName(driverClass);
    config.setJdbcUrl(url(database));
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(4);
    return config;
  }

  HikariDataSource pool(TestDatabase database) {
    return new HikariDataSource(poolConfig(database));
  }
}
