package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import io.tiercel.jpa.TiercelPersistenceProvider;
import io.tiercel.spring.sample.Writer;
import io.tiercel.spring.sample.Writers;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.LockModeType;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/// The auto-configuration, with Hibernate on the class path too: who provides, and what Spring's
/// transactions do.
@NullUnmarked // a null where none is expected fails the test by itself
class StarterTest {
  private static Library library;
  private static EntityManager manager;
  private static JdbcTemplate jdbc;

  @BeforeAll
  static void open() {
    library = Library.open("spring.jpa.hibernate.ddl-auto=create");
    manager =
        SharedEntityManagerCreator.createSharedEntityManager(
            library.bean(EntityManagerFactory.class));
    jdbc = library.bean(JdbcTemplate.class);
  }

  @AfterAll
  static void close() {
    library.close();
  }

  @BeforeEach
  void empty() {
    library.bean(EntityManagerFactory.class).getSchemaManager().truncate();
  }

  private static TransactionTemplate transaction() {
    return new TransactionTemplate(library.bean(PlatformTransactionManager.class));
  }

  private static Writer written(String name) {
    return transaction()
        .execute(
            status -> {
              Writer writer = new Writer(name);
              writer.write("First", 1990);
              manager.persist(writer);
              return writer;
            });
  }

  @Test
  void a_url_and_the_starter_are_enough() throws Exception {
    var info = (EntityManagerFactoryInfo) library.bean(EntityManagerFactory.class);
    assertInstanceOf(TiercelPersistenceProvider.class, info.getPersistenceProvider());
    assertInstanceOf(HikariDataSource.class, library.bean(DataSource.class));
    try (var connection = library.bean(DataSource.class).getConnection()) {
      assertTrue(connection.isWrapperFor(io.tiercel.wire.Connection.class));
    }
  }

  @Test
  void a_url_of_postgresql_takes_our_driver_too() {
    try (var database = TestServer.v18().newDatabase();
        var context =
            Library.run(database.jdbcUrl().replace("jdbc:tiercel:", "jdbc:postgresql:"))) {
      var pool = (HikariDataSource) context.getBean(DataSource.class);
      assertEquals("io.tiercel.jdbc.TiercelDriver", pool.getDriverClassName());
    }
  }

  @Test
  void the_tables_of_a_migration_can_be_validated() {
    try (var database = TestServer.v18().newDatabase()) {
      String url = database.jdbcUrl();
      Library.run(url, "spring.jpa.hibernate.ddl-auto=validate").close();
      String standard =
          "spring.jpa.hibernate.naming.physical-strategy="
              + "org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl";
      var failure =
          assertThrows(
              RuntimeException.class,
              () -> Library.run(url, "spring.jpa.hibernate.ddl-auto=validate", standard).close());
      assertTrue(messages(failure).contains("shelfmark"), messages(failure));
    }
  }

  @Test
  void a_schema_may_be_generated_at_each_start() {
    try (var database = TestServer.v18().newDatabase()) {
      var url = database.jdbcUrl();
      Library.run(url, "spring.jpa.generate-ddl=true").close();
      try (var again = Library.run(url, "spring.jpa.generate-ddl=true")) {
        assertTrue(again.getBean(Writers.class).findAll().isEmpty());
      }
    }
  }

  @Test
  void a_naming_strategy_of_the_application_is_refused() {
    try (var database = TestServer.v18().newDatabase()) {
      String url = database.jdbcUrl();
      String own = "spring.jpa.hibernate.naming.physical-strategy=org.example.Shouting";
      var failure = assertThrows(RuntimeException.class, () -> Library.run(url, own).close());
      assertTrue(messages(failure).contains("tiercel.mapping.naming"), messages(failure));
      String implicit = "spring.jpa.hibernate.naming.implicit-strategy=org.example.Loud";
      failure = assertThrows(RuntimeException.class, () -> Library.run(url, implicit).close());
      assertTrue(messages(failure).contains("tiercel.mapping.join-tables"), messages(failure));
    }
  }

  @Test
  void statements_are_shown_in_the_log_without_their_values() {
    var log = (ch.qos.logback.classic.Logger) LoggerFactory.getLogger("io.tiercel.sql");
    try (var database = TestServer.v18().newDatabase();
        var context = Library.run(database.jdbcUrl(), "spring.jpa.show-sql=true")) {
      var lines = new ListAppender<ILoggingEvent>();
      lines.start();
      log.addAppender(lines);
      context.getBean(Writers.class).save(new Writer("Nan Shepherd"));
      log.detachAppender(lines);
      var inserts =
          lines.list.stream()
              .map(ILoggingEvent::getFormattedMessage)
              .filter(line -> line.startsWith("insert into writer"))
              .toList();
      assertEquals(1, inserts.size());
      assertTrue(inserts.getFirst().endsWith("[1 rows]"), inserts::getFirst);
      assertFalse(inserts.getFirst().contains("Shepherd"), inserts::getFirst);
    } finally {
      log.setLevel(null);
    }
  }

  @Test
  void jdbc_and_persistence_share_the_transaction() {
    transaction()
        .executeWithoutResult(
            status -> {
              Writer writer = new Writer("Nan Shepherd");
              manager.persist(writer);
              manager.flush();
              assertEquals(
                  "Nan Shepherd",
                  jdbc.queryForObject(
                      "select name from writer where id = ?", String.class, writer.getId()));
              jdbc.update("update writer set name = 'Anna' where id = ?", writer.getId());
              manager.refresh(writer);
              assertEquals("Anna", writer.getName());
              status.setRollbackOnly();
            });
    assertEquals(0, jdbc.queryForObject("select count(*) from writer", Integer.class));
  }

  @Test
  void a_transaction_has_the_isolation_asked_for() {
    TransactionTemplate serializable = transaction();
    serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
    assertEquals(
        "serializable",
        serializable.execute(
            status ->
                manager
                    .createNativeQuery("select current_setting('transaction_isolation')")
                    .getSingleResult()));
  }

  @Test
  void a_transaction_that_only_reads_writes_nothing() {
    long id = written("J. A. Baker").getId();
    TransactionTemplate reading = transaction();
    reading.setReadOnly(true);
    reading.executeWithoutResult(status -> manager.find(Writer.class, id).setName("Changed"));
    assertEquals("J. A. Baker", manager.find(Writer.class, id).getName());
    assertThrows(
        DataAccessException.class,
        () ->
            reading.executeWithoutResult(
                status -> jdbc.update("update writer set name = 'Changed'")));
  }

  @Test
  void a_timeout_ends_a_transaction_that_takes_longer() {
    TransactionTemplate hasty = transaction();
    hasty.setTimeout(1);
    assertThrows(
        RuntimeException.class,
        () ->
            hasty.execute(
                status -> manager.createNativeQuery("select pg_sleep(60)").getSingleResult()));
  }

  @Test
  void failures_come_as_springs_exceptions() {
    written("T. H. White");
    assertThrows(DuplicateKeyException.class, () -> written("T. H. White"));
  }

  @Test
  void a_stale_version_is_an_optimistic_locking_failure() {
    long id = written("Helen Macdonald").getId();
    assertThrows(
        OptimisticLockingFailureException.class,
        () ->
            transaction()
                .executeWithoutResult(
                    status -> {
                      Writer writer = manager.find(Writer.class, id);
                      writer.setName("Slow");
                      TransactionTemplate other = transaction();
                      other.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
                      other.executeWithoutResult(
                          inner -> manager.find(Writer.class, id).setName("Fast"));
                    }));
    assertEquals("Fast", manager.find(Writer.class, id).getName());
  }

  @Test
  void savepoints_of_nested_transactions_are_refused_by_name() {
    TransactionTemplate nested = transaction();
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    transaction()
        .executeWithoutResult(
            status -> {
              var failure =
                  assertThrows(RuntimeException.class, () -> nested.executeWithoutResult(i -> {}));
              assertFalse(failure.getMessage().isBlank());
            });
  }

  @Test
  void an_instance_is_the_same_in_one_transaction() {
    long id = written("Kathleen Jamie").getId();
    transaction()
        .executeWithoutResult(
            status ->
                assertSame(
                    manager.find(Writer.class, id),
                    manager.find(Writer.class, id, LockModeType.PESSIMISTIC_WRITE)));
  }

  @Test
  void ddl_auto_update_is_refused_with_what_to_do() {
    try (var database = TestServer.v18().newDatabase()) {
      String url = database.jdbcUrl();
      var failure =
          assertThrows(
              RuntimeException.class,
              () -> Library.run(url, "spring.jpa.hibernate.ddl-auto=update").close());
      assertTrue(messages(failure).contains("migration tool such as Flyway"), messages(failure));
    }
  }

  private static String messages(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      all.append(cause).append('\n');
    }
    return all.toString();
  }

  @Test
  void switched_off_it_gives_the_place_back_to_hibernate_and_the_tables_fit() {
    try (var database = TestServer.v18().newDatabase()) {
      String url = database.jdbcUrl();
      try (var ours = Library.run(url)) {
        ours.getBean(Writers.class).save(new Writer("Written by Tiercel"));
      }
      try (var theirs =
          Library.run(
              url,
              "tiercel.enabled=false",
              "spring.datasource.driver-class-name=io.tiercel.jdbc.TiercelDriver")) {
        var info = (EntityManagerFactoryInfo) theirs.getBean(EntityManagerFactory.class);
        assertInstanceOf(Session.class, info.getNativeEntityManagerFactory().createEntityManager());
        Writers writers = theirs.getBean(Writers.class);
        assertTrue(writers.findByName("Written by Tiercel").isPresent());
        writers.save(new Writer("Written by Hibernate"));
      }
      try (var ours = Library.run(url)) {
        assertTrue(ours.getBean(Writers.class).findByName("Written by Hibernate").isPresent());
      }
    }
  }
}
