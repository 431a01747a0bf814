package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Queries for the one entity with some unique values, answered from the shared cache.
@NullUnmarked // entities before they are filled
@Timeout(120)
class UniqueKeyCacheTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  @Entity(name = "Person")
  @Cacheable
  @NamedQuery(name = "byEmail", query = "select p from Person p where p.email = :email")
  @Table(uniqueConstraints = @UniqueConstraint(columnNames = {"team_id", "badge"}))
  static class Person {
    @Id int id;

    @Column(unique = true)
    String email;

    String name;
    int badge;
    @ManyToOne Team team;
  }

  @Entity(name = "Team")
  @Cacheable
  static class Team {
    @Id int id;
    String name;
  }

  private static TestUnit open(TestServer server) {
    TestUnit unit = TestUnit.with(server, Map.of("tiercel.cache", "on"), Person.class, Team.class);
    unit.sql(
        "insert into team values (1, 'red'), (2, 'blue')",
        "insert into person (id, email, name, badge, team_id)"
            + " select i, 'p' || i || '@x', 'n' || i, i, 1 + i % 2 from generate_series(1, 20) i");
    return unit;
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static TypedQuery<Person> byEmail(EntityManager manager, String email) {
    return manager
        .createQuery("select p from Person p where p.email = :email", Person.class)
        .setParameter("email", email);
  }

  private static TypedQuery<Person> byBadge(EntityManager manager, int team, int badge) {
    return manager
        .createQuery("from Person where badge = ?1 and ?2 = team.id", Person.class)
        .setParameter(1, badge)
        .setParameter(2, team);
  }

  private static <T> T read(TestUnit unit, Function<EntityManager, T> work) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      return work.apply(manager);
    }
  }

  private static String name(TestUnit unit, String email) {
    Person found = read(unit, manager -> byEmail(manager, email).getSingleResultOrNull());
    return found == null ? null : found.name;
  }

  /// Runs it until it takes no statement.
  private static void warm(TestUnit unit, Runnable work) {
    await("an answer from memory", () -> unit.allStatements(work).isEmpty());
  }

  @EveryPostgres
  void the_second_query_by_a_unique_column_asks_no_database(TestServer server) {
    try (TestUnit unit = open(server)) {
      warm(unit, () -> assertEquals("n7", name(unit, "p7@x")));
      warm(unit, () -> assertNull(name(unit, "nobody@x")));
      warm(
          unit,
          () ->
              assertEquals(
                  "n8", read(unit, manager -> byBadge(manager, 1, 8).getSingleResult().name)));
      warm(
          unit,
          () ->
              assertEquals(
                  0, read(unit, manager -> byBadge(manager, 2, 8).getResultList()).size()));
      Person one = read(unit, manager -> byEmail(manager, "p7@x").getSingleResult());
      assertNotSame(one, read(unit, manager -> byEmail(manager, "p7@x").getSingleResult()));
      try (EntityManager manager = unit.factory().createEntityManager()) {
        Person managed = byEmail(manager, "p7@x").getSingleResult();
        assertTrue(manager.contains(managed));
        assertSame(managed, manager.find(Person.class, 7));
        assertEquals("blue", managed.team.name);
      }
    }
  }

  @Test
  void criteria_named_queries_and_queries_by_id_are_known_as_well() {
    try (TestUnit unit = open(TestServer.v18())) {
      warm(unit, () -> assertEquals("n3", name(unit, "p3@x")));
      assertEquals(
          List.of(),
          unit.allStatements(
              () -> {
                assertEquals(3, read(unit, UniqueKeyCacheTest::byCriteria).id);
                assertEquals(
                    3,
                    read(
                            unit,
                            manager ->
                                manager
                                    .createNamedQuery("byEmail", Person.class)
                                    .setParameter("email", "p3@x")
                                    .getSingleResult())
                        .id);
                assertEquals(
                    "n3",
                    read(
                            unit,
                            manager ->
                                manager
                                    .createQuery("from Person where id = 3", Person.class)
                                    .getSingleResult())
                        .name);
                assertEquals(
                    "n3",
                    read(
                            unit,
                            manager ->
                                manager
                                    .createQuery(
                                        "select p from Person p where p.email = 'p3@x'",
                                        Person.class)
                                    .getResultList())
                        .getFirst()
                        .name);
              }));
    }
  }

  private static Person byCriteria(EntityManager manager) {
    var builder = manager.getCriteriaBuilder();
    CriteriaQuery<Person> query = builder.createQuery(Person.class);
    Root<Person> root = query.from(Person.class);
    query.select(root).where(builder.equal(root.get("email"), "p3@x"));
    return manager.createQuery(query).getSingleResult();
  }

  @EveryPostgres
  void what_others_write_is_seen(TestServer server) {
    try (TestUnit unit = open(server)) {
      warm(unit, () -> assertNull(name(unit, "new@x")));
      unit.sql("insert into person values (100, 'new@x', 'new', 100, 1)");
      await("the insert", () -> "new".equals(name(unit, "new@x")));
      warm(unit, () -> assertEquals("new", name(unit, "new@x")));
      unit.sql("update person set name = 'newer' where id = 100");
      await("the update", () -> "newer".equals(name(unit, "new@x")));
      warm(unit, () -> assertEquals("newer", name(unit, "new@x")));
      unit.sql("update person set email = 'other@x' where id = 100");
      await("the other value", () -> name(unit, "new@x") == null);
      warm(unit, () -> assertEquals("newer", name(unit, "other@x")));
      unit.sql("delete from person where id = 100");
      await("the deletion", () -> name(unit, "other@x") == null);
    }
  }

  @Test
  void what_this_node_writes_is_seen_at_once() {
    try (TestUnit unit = open(TestServer.v18())) {
      for (int i = 0; i < 20; i++) {
        String before = i == 0 ? "p5@x" : "p5@x" + i;
        String after = "p5@x" + (i + 1);
        warm(unit, () -> assertNull(name(unit, after)));
        warm(unit, () -> assertEquals("n5", name(unit, before)));
        unit.inTransaction(
            manager -> {
              manager.find(Person.class, 5).email = after;
              assertEquals(5, byEmail(manager, after).getSingleResult().id, "flushed");
              assertNull(byEmail(manager, before).getSingleResultOrNull(), "flushed");
              assertEquals("n5", name(unit, before), "not yet for others");
            });
        assertEquals("n5", name(unit, after));
        assertNull(name(unit, before));
      }
    }
  }

  private static boolean asks(TestUnit unit, TypedQuery<Person> query) {
    return unit.statements(query::getSingleResult).stream()
        .anyMatch(sql -> sql.contains("email ="));
  }

  @Test
  void modes_locks_and_isolation_decide_whether_memory_answers() {
    try (TestUnit unit = open(TestServer.v18());
        EntityManager manager = unit.factory().createEntityManager()) {
      warm(unit, () -> assertEquals("n7", name(unit, "p7@x")));
      TypedQuery<Person> query = byEmail(manager, "p7@x");
      assertEquals(List.of(), unit.statements(query::getSingleResult));
      query.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
      assertTrue(asks(unit, query));
      query.setCacheRetrieveMode(CacheRetrieveMode.USE);
      manager.getTransaction().begin();
      assertEquals(List.of(), unit.statements(query::getSingleResult), "in a transaction");
      query.setLockMode(LockModeType.PESSIMISTIC_READ);
      assertTrue(asks(unit, query), "locked");
      manager.getTransaction().rollback();
      manager.setProperty("tiercel.transaction.isolation", "repeatable read");
      manager.getTransaction().begin();
      TypedQuery<Person> again = byEmail(manager, "p7@x");
      assertTrue(asks(unit, again), "repeatable read");
      manager.getTransaction().rollback();
      unit.factory().getCache().evictAll();
      for (int i = 0; i < 5; i++) {
        manager.clear();
        manager.setProperty("jakarta.persistence.cache.storeMode", CacheStoreMode.BYPASS);
        assertTrue(asks(unit, again), "nothing was stored");
      }
    }
  }
}
