package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.bootstrap.OtherHints;
import io.tiercel.jpa.bootstrap.OtherProviders;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Persistence;
import jakarta.persistence.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.annotations.BatchSize;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.Subselect;
import org.jspecify.annotations.Nullable;
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

  @MappedSuperclass
  abstract static class Stamped {
    @Id long id;
    @CreationTimestamp @Nullable Instant created;
  }

  @Entity(name = "Letter")
  @Subselect
  static class Letter extends Stamped {
    @BatchSize @Nullable String text;
  }

  @Entity(name = "Card")
  static class Card extends Stamped {}

  @Test
  void annotations_that_would_change_what_is_stored_or_read_are_told_once() {
    List<String> lines = new ArrayList<>();
    Handler handler = handler(lines);
    Logger logger = Logger.getLogger("io.tiercel.jpa");
    logger.addHandler(handler);
    try (var unit = TestUnit.of(Letter.class, Card.class)) {
      unit.inTransaction(manager -> manager.find(Letter.class, 1L));
      unit.inTransaction(manager -> manager.find(Card.class, 1L));
    } finally {
      logger.removeHandler(handler);
    }
    assertEquals(
        List.of(
            "Letter: @org.hibernate.annotations.Subselect is another provider's and does nothing"
                + " here",
            "Stamped.created: @org.hibernate.annotations.CreationTimestamp is another provider's"
                + " and does nothing here"),
        lines.stream()
            .filter(line -> line.contains("another provider's"))
            .map(line -> line.lines().findFirst().orElseThrow())
            .toList());
    assertTrue(
        lines.stream().anyMatch(line -> line.contains("in a @PrePersist or @PreUpdate method")));
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

  static Handler handler(List<String> lines) {
    return new Handler() {
      @Override
      public void publish(LogRecord told) {
        lines.add(told.getMessage());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  /// Section 3.11.1.
  @Test
  void hints_of_other_providers_that_have_an_equal_are_settings_of_the_query() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        var factory =
            Persistence.createEntityManagerFactory(
                "listed",
                Map.of(
                    UnitProperties.URL,
                    database.jdbcUrl(),
                    UnitProperties.SCHEMA_ACTION,
                    "create"));
        var manager = factory.createEntityManager()) {
      Query query =
          manager
              .createQuery("from Tag t")
              .setHint("eclipselink.jdbc.max-rows", "7")
              .setHint("eclipselink.jdbc.first-result", 3)
              .setHint("org.hibernate.flushMode", "COMMIT")
              .setHint("eclipselink.pessimistic-lock", "Lock")
              .setHint("eclipselink.jdbc.timeout", 2);
      assertEquals(7, query.getMaxResults());
      assertEquals(3, query.getFirstResult());
      assertEquals(FlushModeType.COMMIT, query.getFlushMode());
      assertEquals(LockModeType.PESSIMISTIC_WRITE, query.getLockMode());
      assertEquals(2_000, query.getTimeout());
      query.setHint("eclipselink.flush", "True").setHint("org.hibernate.flushMode", "MANUAL");
      assertEquals(FlushModeType.AUTO, query.getFlushMode());
      assertThrows(
          IllegalArgumentException.class, () -> query.setHint("eclipselink.jdbc.max-rows", "x"));
      Query sql = manager.createNativeQuery("select 1");
      assertEquals(1, sql.setHint("eclipselink.pessimistic-lock", "Lock").getSingleResult());
    }
  }

  /// Sections 3.2.2 and 3.11.1: hints that are not known are ignored.
  @Test
  void hints_that_mean_nothing_are_told_of_once_wherever_they_stand() {
    var lines = new ArrayList<String>();
    var logger = Logger.getLogger("io.tiercel.jpa");
    var handler = handler(lines);
    logger.addHandler(handler);
    try (TestDatabase database = TestServer.v18().newDatabase();
        var factory =
            Persistence.createEntityManagerFactory(
                "listed",
                Map.of(
                    UnitProperties.URL,
                    database.jdbcUrl(),
                    UnitProperties.SCHEMA_ACTION,
                    "create"));
        var manager = factory.createEntityManager()) {
      Class<?> tag =
          factory.getMetamodel().getEntities().stream()
              .filter(type -> type.getName().equals("Tag"))
              .findFirst()
              .orElseThrow()
              .getJavaType();
      Object id = new UUID(0, 1);
      Map<String, Object> hints =
          Map.of(
              "nobody.find", 1,
              "org.hibernate.find.x", 2,
              "org.hibernate.timeout", 3,
              "jakarta.persistence.cache.retrieveMode", "BYPASS");
      for (int i = 0; i < 2; i++) {
        assertNull(manager.find(tag, id, hints));
        manager.createQuery("from Tag t").setHint("nobody.query", 1).getResultList();
        manager
            .createStoredProcedureQuery("pg_backend_pid")
            .setHint("nobody.procedure", 1)
            .setHint("jakarta.persistence.query.timeout", 5_000)
            .execute();
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> manager.find(tag, id, Map.of("org.hibernate.timeout", "soon")));
    } finally {
      logger.removeHandler(handler);
    }
    assertEquals(
        List.of(
            "hint nobody.find is ignored by find, refresh and lock",
            "hint nobody.procedure is ignored by a query",
            "hint nobody.query is ignored by a query",
            "query hint org.hibernate.find.x of another provider is ignored"),
        lines.stream()
            .filter(line -> line.contains("nobody") || line.contains("find.x"))
            .sorted()
            .toList());
  }

  @Test
  void a_hint_of_another_provider_is_taken_for_ours_or_told_of_once() {
    var lines = new ArrayList<String>();
    var logger = Logger.getLogger("io.tiercel.jpa");
    var handler = handler(lines);
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
        Pattern.compile("`((hibernate|org.hibernate|eclipselink)\\.[a-zA-Z0-9._-]+)`")
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .collect(Collectors.toSet());
    Set<String> known = new HashSet<>(OtherProviders.names());
    known.addAll(OtherHints.names());
    assertEquals(known, listed);
    assertTrue(listed.size() > 5);
  }
}
