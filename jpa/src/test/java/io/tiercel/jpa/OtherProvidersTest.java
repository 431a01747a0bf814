package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.bootstrap.OtherProviders;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Persistence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Properties of other providers, which Jakarta Persistence 3.2, section 8.2.1.11 lets us ignore.
class OtherProvidersTest {

  @Test
  void a_unit_opens_with_the_properties_that_hibernate_knows() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        var factory =
            Persistence.createEntityManagerFactory(
                "listed",
                Map.of(
                    "hibernate.connection.url",
                    database.jdbcUrl(),
                    "hibernate.hbm2ddl.auto",
                    "create",
                    "hibernate.connection.pool_size",
                    3,
                    "hibernate.show_sql",
                    true))) {
      long tags =
          factory.<Long>callInTransaction(
              manager ->
                  manager.createQuery("select count(t) from Tag t", Long.class).getSingleResult());
      assertEquals(0, tags);
      assertEquals("3", factory.getProperties().get(UnitProperties.POOL_MAX));
      assertEquals(true, factory.getProperties().get("hibernate.show_sql"));
    }
  }

  @Test
  void ours_goes_before_theirs() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        var factory =
            Persistence.createEntityManagerFactory(
                "listed",
                Map.of(
                    UnitProperties.URL,
                    database.jdbcUrl(),
                    UnitProperties.POOL_MAX,
                    4,
                    "eclipselink.jdbc.connections.max",
                    "9"))) {
      assertEquals(4, factory.getProperties().get(UnitProperties.POOL_MAX));
    }
  }

  @Test
  void a_value_without_an_equal_is_not_taken_for_another() {
    assertNull(OtherProviders.translate("hibernate.hbm2ddl.auto", "update"));
    assertNull(OtherProviders.translate("eclipselink.ddl-generation", "create-or-extend-tables"));
    assertNull(OtherProviders.translate("hibernate.show_sql", true));
    assertEquals(
        "drop-and-create",
        Objects.requireNonNull(OtherProviders.translate("hibernate.hbm2ddl.auto", "CREATE-DROP"))
            .value());
  }

  @Test
  void names_and_isolation_are_taken_as_hibernate_spells_them() {
    assertEquals(
        "underscores",
        value(
            "hibernate.physical_naming_strategy",
            "org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy"));
    assertNull(OtherProviders.translate("hibernate.physical_naming_strategy", "com.acme.Mine"));
    assertEquals("serializable", value("hibernate.connection.isolation", 8));
    assertEquals("read committed", value("hibernate.connection.isolation", "READ_COMMITTED"));
    assertNull(OtherProviders.translate("hibernate.connection.isolation", "READ_UNCOMMITTED"));
  }

  private static Object value(String name, Object theirs) {
    return Objects.requireNonNull(OtherProviders.translate(name, theirs)).value();
  }

  @Test
  void a_hint_of_another_provider_is_taken_for_ours_or_told_of_once() {
    var lines = new ArrayList<String>();
    var logger = Logger.getLogger("io.tiercel.jpa");
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord told) {
            lines.add(told.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try (TestDatabase database = TestServer.v18().newDatabase();
        var factory =
            Persistence.createEntityManagerFactory(
                "listed", Map.of(UnitProperties.URL, database.jdbcUrl()));
        var manager = factory.createEntityManager()) {
      for (int i = 0; i < 2; i++) {
        var hints =
            manager
                .createNativeQuery("select 1")
                .setHint("org.hibernate.timeout", "2")
                .setHint("org.hibernate.test.fetchSize", 100)
                .setHint("eclipselink.test.batch", "o.lines")
                .getHints();
        assertEquals(2_000L, hints.get("jakarta.persistence.query.timeout"));
        assertEquals(100, hints.get("org.hibernate.test.fetchSize"));
      }
      var query = manager.createNativeQuery("select 1");
      assertThrows(
          IllegalArgumentException.class, () -> query.setHint("org.hibernate.timeout", "soon"));
    } finally {
      logger.removeHandler(handler);
    }
    assertEquals(
        List.of(
            "query hint org.hibernate.test.fetchSize of another provider is ignored",
            "query hint eclipselink.test.batch of another provider is ignored"),
        lines.stream().filter(line -> line.contains(".test.")).toList());
  }

  @Test
  void the_page_lists_exactly_those_that_have_an_equal() throws IOException {
    String page = Files.readString(Path.of("../docs/jpa.md"));
    Set<String> listed =
        Pattern.compile("`((hibernate|eclipselink)\\.[a-z0-9._-]+)`")
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toSet());
    assertEquals(OtherProviders.names(), listed);
    assertTrue(listed.size() > 5);
  }
}
