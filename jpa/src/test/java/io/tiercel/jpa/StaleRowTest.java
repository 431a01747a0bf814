package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Rows that another transaction changed or deleted first. At commit the server itself finds out,
/// for COMMIT is on its way already; a flush looks at the answer. Both tell the same.
@NullUnmarked // a null where none is expected fails the test by itself
class StaleRowTest {
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @Entity
  static class Article {
    @Id int id;
    @Version int version;
    int stock;
  }

  @Entity
  static class Price {
    @Id int id;
    @Version long version;
    int cents;
  }

  @Entity
  static class Remark {
    @Id int id;
    String text;
  }

  /// What finds the stale row.
  enum Finding {
    FLUSH,
    COMMIT
  }

  @BeforeAll
  static void open() {
    database = newDatabase(TestServer.v18());
    factory = newFactory(database);
  }

  private static TestDatabase newDatabase(TestServer server) {
    TestDatabase fresh = server.newDatabase();
    fresh.execute(
        "create table article (id int primary key, version int not null, stock int not null)",
        """
        create table price (id int primary key references article, version bigint not null,
          cents int not null check (cents >= 0))\
        """,
        "create table remark (id int primary key, text text not null)",
        """
        create function refuse() returns trigger language plpgsql as $$
        begin
          if new.cents = 22012 then perform 1 / (new.cents - new.cents); end if;
          if new.cents = 22002 then perform 'no number'::int; end if;
          return new;
        end $$\
        """,
        "create trigger refuse before update on price for each row execute function refuse()");
    return fresh;
  }

  private static EntityManagerFactory newFactory(TestDatabase database) {
    return new PersistenceConfiguration("stale")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Article.class)
        .managedClass(Price.class)
        .managedClass(Remark.class)
        .property(UnitProperties.URL, database.jdbcUrl())
        .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void fill() {
    database.execute(
        "truncate article, price, remark",
        "insert into article select i, 0, 10 from generate_series(0, 999) i",
        "insert into price select i, 7, 100 from generate_series(0, 9) i",
        "insert into remark select i, 'none' from generate_series(0, 9) i");
  }

  private static <T> List<T> all(EntityManager manager, Class<T> type) {
    String entity = type.getSimpleName();
    return manager
        .createQuery("select e from %s e order by e.id".formatted(entity), type)
        .getResultList();
  }

  /// The failure of a transaction that works on what somebody else changes meanwhile.
  private static OptimisticLockException lost(
      Finding finding, Consumer<EntityManager> work, String... meanwhile) {
    try (EntityManager manager = factory.createEntityManager()) {
      manager.setFlushMode(FlushModeType.COMMIT); // queries of the work are to find nothing
      manager.getTransaction().begin();
      List<Article> articles = all(manager, Article.class);
      all(manager, Price.class);
      all(manager, Remark.class);
      database.execute(meanwhile);
      OptimisticLockException failure;
      try {
        work.accept(manager);
        failure = lost(finding, manager);
      } catch (RuntimeException | Error e) {
        if (manager.getTransaction().isActive()) {
          manager.getTransaction().rollback();
        }
        throw e;
      }
      assertFalse(manager.getTransaction().isActive());
      assertFalse(manager.contains(articles.getFirst()));
      // The connection went back in good order, and the manager is usable.
      manager.getTransaction().begin();
      assertEquals(0, manager.find(Article.class, 999).version);
      manager.getTransaction().commit();
      return failure;
    }
  }

  private static OptimisticLockException lost(Finding finding, EntityManager manager) {
    switch (finding) {
      case FLUSH -> {
        var failure = assertThrows(OptimisticLockException.class, manager::flush);
        assertTrue(manager.getTransaction().getRollbackOnly());
        manager.getTransaction().rollback();
        return failure;
      }
      case COMMIT -> {
        var failure =
            assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
        return assertInstanceOf(OptimisticLockException.class, failure.getCause());
      }
    }
    throw new AssertionError(finding);
  }

  private static void assertNothingWritten() {
    factory.runInTransaction(
        manager -> assertTrue(all(manager, Article.class).stream().allMatch(a -> a.stock != 1)));
  }

  private static void sellAll(EntityManager manager) {
    all(manager, Article.class).forEach(article -> article.stock = 1);
  }

  /// Without asking the database which there are.
  private static void sellLoaded(EntityManager manager) {
    for (int id = 0; id < 1_000; id++) {
      manager.find(Article.class, id).stock = 1;
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_stale_row_in_the_middle_of_many_is_named(Finding finding) {
    var failure =
        lost(
            finding,
            StaleRowTest::sellAll,
            "update article set version = version + 1 where id = 503");
    assertEquals(
        """
        Article#503 was changed or deleted by another transaction, expected version 0
        Hint: roll back, read it again, and repeat the change.\
        """,
        failure.getMessage());
    assertEquals(503, assertInstanceOf(Article.class, failure.getEntity()).id);
    assertNothingWritten();
  }

  @ParameterizedTest
  @EnumSource
  void the_first_of_several_stale_rows_is_named_and_the_others_counted(Finding finding) {
    var failure =
        lost(
            finding,
            StaleRowTest::sellAll,
            "update article set version = version + 1 where id in (998, 17, 503)");
    assertMessage(
        "Article#17 (and 2 more) was changed or deleted by another transaction, expected version"
            + " 0\n",
        failure);
    assertNothingWritten();
  }

  private static void assertMessage(String start, Exception failure) {
    assertTrue(failure.getMessage().startsWith(start), failure::getMessage);
  }

  @ParameterizedTest
  @EnumSource
  void of_two_tables_with_stale_rows_one_is_named(Finding finding) {
    Consumer<EntityManager> work =
        manager -> {
          sellAll(manager);
          all(manager, Price.class).forEach(price -> price.cents++);
        };
    var failure =
        lost(
            finding,
            work,
            "update article set version = version + 1 where id = 3",
            "update price set version = version + 1 where id in (4, 5)");
    // Updates go to referring tables first.
    assertMessage("Price#4 (and 1 more) was changed or deleted by another transaction", failure);
    assertNothingWritten();
  }

  @ParameterizedTest
  @EnumSource
  void a_stale_row_behind_a_good_table_undoes_both(Finding finding) {
    Consumer<EntityManager> work =
        manager -> {
          sellAll(manager);
          manager.find(Price.class, 4).cents++;
        };
    var failure = lost(finding, work, "update price set version = 8 where id = 4");
    assertMessage(
        "Price#4 was changed or deleted by another transaction, expected version 7\n", failure);
    assertNothingWritten();
  }

  @ParameterizedTest
  @EnumSource
  void a_row_that_another_transaction_deleted_is_named(Finding finding) {
    var failure =
        lost(finding, StaleRowTest::sellLoaded, "delete from article where id in (700, 701)");
    assertMessage("Article#700 (and 1 more) was changed or deleted", failure);
    assertNothingWritten();
  }

  @ParameterizedTest
  @EnumSource
  void a_row_without_version_that_another_transaction_deleted_is_named(Finding finding) {
    Consumer<EntityManager> work = manager -> manager.find(Remark.class, 5).text = "changed";
    var failure = lost(finding, work, "delete from remark where id = 5");
    assertMessage("Remark#5 was changed or deleted by another transaction\n", failure);
  }

  @ParameterizedTest
  @EnumSource
  void a_stale_row_is_not_deleted(Finding finding) {
    Consumer<EntityManager> work = manager -> all(manager, Price.class).forEach(manager::remove);
    var failure = lost(finding, work, "update price set version = 8 where id in (6, 7)");
    assertMessage(
        "Price#6 (and 1 more) was changed or deleted by another transaction, expected version 7\n",
        failure);
    factory.runInTransaction(manager -> assertEquals(10, all(manager, Price.class).size()));
  }

  @ParameterizedTest
  @EnumSource
  void a_row_that_was_only_read_is_checked_beside_those_that_are_written(Finding finding) {
    Consumer<EntityManager> work =
        manager -> {
          for (int id = 500; id < 510; id++) {
            manager.lock(manager.find(Article.class, id), LockModeType.OPTIMISTIC);
          }
          manager.find(Price.class, 1).cents++;
          if (finding == Finding.FLUSH) {
            // The check belongs to the commit; a flush before leaves it one.
            manager.flush();
          }
        };
    var failure =
        lost(Finding.COMMIT, work, "update article set version = 1 where id in (503, 505)");
    assertMessage(
        "Article#503 (and 1 more) was changed or deleted by another transaction, expected version"
            + " 0\n",
        failure);
    factory.runInTransaction(manager -> assertEquals(100, manager.find(Price.class, 1).cents));
  }

  @Test
  void what_others_refuse_in_the_same_flight_is_reported_as_itself() {
    // A check of the table, and errors of a trigger, one of them with the guard's own SQLSTATE.
    for (var refusal :
        List.of(
            new Refusal(-1, "price_cents_check"),
            new Refusal(22012, "division by zero"),
            new Refusal(22002, "no number"))) {
      var failure =
          assertThrows(
              RollbackException.class,
              () ->
                  factory.runInTransaction(
                      manager -> {
                        sellAll(manager);
                        all(manager, Price.class).get(5).cents = refusal.cents;
                      }));
      assertSame(PersistenceException.class, failure.getCause().getClass());
      assertTrue(failure.getMessage().contains(refusal.message), failure::getMessage);
      assertNothingWritten();
    }
  }

  private record Refusal(int cents, String message) {}

  @Test
  void a_foreign_key_that_fails_in_the_same_flight_is_reported_as_itself() {
    var failure =
        assertThrows(
            RollbackException.class,
            () ->
                factory.runInTransaction(
                    manager -> {
                      sellAll(manager);
                      manager.remove(manager.find(Article.class, 1));
                    }));
    assertSame(PersistenceException.class, failure.getCause().getClass());
    assertTrue(failure.getMessage().contains("price_id_fkey"), failure::getMessage);
    assertNothingWritten();
  }

  @Test
  void tables_with_rules_are_written_and_checked_too() {
    try (TestDatabase ruled = newDatabase(TestServer.v18());
        EntityManagerFactory unit = newFactory(ruled)) {
      ruled.execute(
          """
          create rule noted as on update to article
            do also insert into remark values (new.id, 'sold') on conflict do nothing\
          """,
          "insert into article values (1, 0, 10), (2, 0, 10)");
      unit.runInTransaction(StaleRowTest::sellAll);
      unit.runInTransaction(manager -> assertEquals(2, all(manager, Remark.class).size()));
      var failure =
          assertThrows(
              RollbackException.class,
              () ->
                  unit.runInTransaction(
                      manager -> {
                        Article article = manager.find(Article.class, 2);
                        ruled.execute("update article set version = 9");
                        article.stock = 5;
                      }));
      assertInstanceOf(OptimisticLockException.class, failure.getCause());
    }
  }

  @EveryPostgres
  void commit_travels_with_checked_updates_and_deletes(TestServer server) {
    try (TestDatabase other = newDatabase(server);
        EntityManagerFactory unit = newFactory(other)) {
      other.execute(
          "insert into article select i, 0, 10 from generate_series(0, 99) i",
          "insert into price select i, 7, 100 from generate_series(0, 9) i");
      // Once to prepare the statements.
      sellAndRemove(unit);
      ConnectionStatistics before = unit.unwrap(ConnectionStatistics.class);
      sellAndRemove(unit);
      ConnectionStatistics spent = unit.unwrap(ConnectionStatistics.class).since(before);
      assertEquals(3, spent.roundTrips(), "two to read, one to write and commit");
      unit.runInTransaction(
          manager -> {
            assertTrue(all(manager, Article.class).stream().allMatch(a -> a.version == 2));
            assertEquals(8, all(manager, Price.class).size());
          });
    }
  }

  private static void sellAndRemove(EntityManagerFactory unit) {
    unit.runInTransaction(
        manager -> {
          List<Article> articles = all(manager, Article.class);
          manager.remove(all(manager, Price.class).getFirst());
          articles.forEach(article -> article.stock--);
        });
  }
}
