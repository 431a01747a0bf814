package io.tiercel.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import java.util.concurrent.Executors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

class FlywayTest {

  @ParameterizedTest
  @EnumSource
  void migrations_run_once_and_validate(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      Flyway flyway = flyway(driver, database, "classpath:db/migration");

      assertEquals(3, flyway.migrate().migrationsExecuted);
      flyway.validate();
      assertEquals(0, flyway.migrate().migrationsExecuted);

      var jdbc = new JdbcTemplate(pool);
      assertEquals(3, jdbc.queryForObject("select count(*) from item", Integer.class));
      assertEquals(
          "semi;colon", jdbc.queryForObject("select name from item where id = 2", String.class));
      assertEquals(42, jdbc.queryForObject("select answer()", Integer.class));
      assertEquals(2, jdbc.queryForObject("select count(*) from audit", Integer.class));
    }
  }

  /// Flyway gives the data to pgjdbc's CopyManager.
  @ParameterizedTest
  @EnumSource
  void a_script_with_copy_from_stdin_loads_its_rows(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      assertEquals(1, flyway(driver, database, "classpath:db/copy").migrate().migrationsExecuted);

      var jdbc = new JdbcTemplate(pool);
      assertEquals(3, jdbc.queryForObject("select count(*) from loaded", Integer.class));
      assertEquals(
          "tab\there", jdbc.queryForObject("select name from loaded where id = 3", String.class));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_failing_migration_is_rolled_back_and_named(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      Flyway flyway = flyway(driver, database, "classpath:db/broken");

      var failure = assertThrows(FlywayException.class, flyway::migrate);

      assertTrue(failure.getMessage().contains("42P01"), failure.getMessage());
      var jdbc = new JdbcTemplate(pool);
      assertEquals(
          0,
          jdbc.queryForObject(
              "select count(*) from pg_tables where tablename = 'half_done'", Integer.class));
    }
  }

  @ParameterizedTest
  @EnumSource
  void two_nodes_migrate_at_once_and_each_migration_runs_once(Dropped driver) throws Exception {
    try (var database = Dropped.newDatabase();
        var executor = Executors.newFixedThreadPool(2)) {
      var one = executor.submit(() -> flyway(driver, database, "classpath:db/migration").migrate());
      var other =
          executor.submit(() -> flyway(driver, database, "classpath:db/migration").migrate());
      assertEquals(3, one.get().migrationsExecuted + other.get().migrationsExecuted);
    }
  }

  @ParameterizedTest
  @EnumSource
  void clean_empties_the_schema(Dropped driver) {
    try (var database = Dropped.newDatabase();
        var pool = driver.pool(database)) {
      Flyway flyway = flyway(driver, database, "classpath:db/migration");
      flyway.migrate();
      flyway.clean();
      var jdbc = new JdbcTemplate(pool);
      assertEquals(
          0,
          jdbc.queryForObject(
              "select count(*) from pg_class where relnamespace = 'public'::regnamespace",
              Integer.class));
    }
  }

  private static Flyway flyway(Dropped driver, TestDatabase database, String location) {
    return Flyway.configure()
        .driver(driver.driverClass)
        .dataSource(Dropped.url(database), database.user(), database.password())
        .locations(location)
        .cleanDisabled(false)
        .load();
  }
}
