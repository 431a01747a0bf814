package io.tiercel.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

class LiquibaseTest {

  @ParameterizedTest
  @EnumSource
  void a_change_log_is_applied_once_and_rolled_back(Dropped driver) throws Exception {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      try (Connection connection = pool.getConnection()) {
        Liquibase liquibase = liquibase(connection);
        liquibase.update("");
        assertTrue(liquibase.listUnrunChangeSets(null, null).isEmpty());
      }
      var jdbc = new JdbcTemplate(pool);
      assertEquals(3, jdbc.queryForObject("select count(*) from person", Integer.class));
      assertEquals(
          "Ada", jdbc.queryForObject("select name from person where id = 1", String.class));
      assertEquals(
          1, jdbc.queryForObject("select twice(id) - 1 from person where id = 1", Integer.class));
      try (Connection connection = pool.getConnection()) {
        liquibase(connection).rollback(4, "");
      }
      assertEquals(
          0,
          jdbc.queryForObject(
              "select count(*) from pg_tables where tablename in ('person', 'city')",
              Integer.class));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_second_run_finds_nothing_to_do(Dropped driver) throws Exception {
    try (var database = Dropped.newDatabase()) {
      update(driver, database);
      String log = update(driver, database);
      assertEquals("", log);
    }
  }

  private static String update(Dropped driver, TestDatabase database)
      throws SQLException, LiquibaseException {
    try (var pool = driver.pool(database);
        Connection connection = pool.getConnection()) {
      Liquibase liquibase = liquibase(connection);
      var pending = new StringWriter();
      liquibase.listUnrunChangeSets(null, null).forEach(change -> pending.append(change.getId()));
      liquibase.update("");
      return pending.toString();
    }
  }

  private static Liquibase liquibase(Connection connection) throws LiquibaseException {
    var database =
        DatabaseFactory.getInstance()
            .findCorrectDatabaseImplementation(new JdbcConnection(connection));
    return new Liquibase("db/changelog.xml", new ClassLoaderResourceAccessor(), database);
  }
}
