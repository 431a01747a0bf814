package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.SharedCache;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.FaultProxy;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// Connections that lead elsewhere than the cache's own, or find other tables there.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(120)
class ReadersOfCacheTest {
  private static final long LIMIT_NANOS = 30_000_000_000L;

  @Entity(name = "Gauge")
  @Cacheable
  static class Gauge {
    @Id int id;
    String name;
    Instant since;

    Gauge() {}

    Gauge(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  /// With one connection, which everything but the cache's own questions goes through.
  private static EntityManagerFactory open(String url, Map<String, ?> properties) {
    var unit =
        new PersistenceConfiguration("readers")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Gauge.class)
            .property(UnitProperties.URL, url)
            .property(UnitProperties.POOL_MAX, "1")
            .property("tiercel.cache", "on");
    properties.forEach(unit::property);
    return unit.createEntityManagerFactory();
  }

  private static TestDatabase database(TestServer server) {
    TestDatabase database = server.newDatabase();
    database.execute(
        "create table gauge (id int primary key, name text, since timestamptz)",
        "insert into gauge values (1, 'first', '2026-06-01 12:00+00'), (2, 'first', null)");
    return database;
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static String name(EntityManagerFactory unit, int id) {
    return unit.callInTransaction(manager -> manager.find(Gauge.class, id).name);
  }

  private static boolean isCached(EntityManagerFactory unit, int id) {
    return unit.getCache().contains(Gauge.class, id);
  }

  private static SharedCache cache(EntityManagerFactory unit) {
    return unit.getCache().unwrap(SharedCache.class);
  }

  private static void store(EntityManagerFactory unit, int id) {
    await(
        "storing it",
        () -> {
          String unused = name(unit, id);
          return isCached(unit, id);
        });
  }

  @EveryPostgres
  void what_a_connection_to_the_former_primary_reads_and_writes_is_not_stored(TestServer version) {
    try (TestServer former = version.startAnother(TestServerOptions.defaults())) {
      TestDatabase database = database(former);
      try (TestServer later = former.startStandby();
          FaultProxy address = FaultProxy.to(former.host(), former.port());
          EntityManagerFactory unit = open(at(address, database).jdbcUrl(), Map.of())) {
        TestDatabase moved =
            new TestDatabase(
                later.host(), later.port(), database.name(), later.user(), later.password());
        store(unit, 1);
        awaitCopy(database, moved);
        moved.execute("select pg_promote(true)", "update gauge set name = 'second'");

        // The address moves. The cache loses its connections and comes after it; the unit's stays.
        address.moveTo(later.host(), later.port());
        long stretches = cache(unit).coherence().stretches();
        database.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
                + " where application_name = 'tiercel cache'");
        await("another stream", () -> cache(unit).coherence().stretches() > stretches);
        await("the cache", () -> cache(unit).state().phase() == Phase.FOLLOWING);

        assertEquals("first", name(unit, 1), "by the connection of before");
        assertFalse(isCached(unit, 1), "read from the former primary");
        assertEquals(List.of("first", "first"), names(unit));
        assertFalse(isCached(unit, 1) || isCached(unit, 2), "as a result of a query");
        unit.runInTransaction(manager -> manager.find(Gauge.class, 2).name = "lost");
        assertFalse(isCached(unit, 2), "written to the former primary");

        database.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
                + " where datname = current_database() and pid <> pg_backend_pid()");
        await("the unit's way to the new primary", () -> namesNow(unit).equals("second"));
        store(unit, 1);
        store(unit, 2);
        assertEquals("second", name(unit, 2));
      }
    }
  }

  private static TestDatabase at(FaultProxy address, TestDatabase database) {
    return new TestDatabase(
        "127.0.0.1", address.port(), database.name(), database.user(), database.password());
  }

  private static List<String> names(EntityManagerFactory unit) {
    try (EntityManager manager = unit.createEntityManager()) {
      return manager
          .createQuery("select g from Gauge g order by g.id", Gauge.class)
          .getResultList()
          .stream()
          .map(gauge -> gauge.name)
          .toList();
    }
  }

  /// By the database alone; a connection that was lost is a reason to ask again.
  private static String namesNow(EntityManagerFactory unit) {
    try (EntityManager manager = unit.createEntityManager()) {
      return manager
          .createQuery("select distinct g.name from Gauge g", String.class)
          .getSingleResult();
    } catch (jakarta.persistence.PersistenceException e) {
      return e.toString();
    }
  }

  /// Until the standby shows what the primary has.
  private static void awaitCopy(TestDatabase primary, TestDatabase standby) {
    String position = scalar(primary, "select pg_current_wal_lsn()");
    await(
        "the standby",
        () ->
            scalar(standby, "select pg_last_wal_replay_lsn() >= '%s'".formatted(position))
                .equals("t"));
  }

  private static String scalar(TestDatabase at, String sql) {
    try (var connection = at.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(EntityManagerFactory unit, String... statements) {
    unit.runInTransaction(
        manager -> {
          for (String statement : statements) {
            manager.createNativeQuery(statement).executeUpdate();
          }
        });
  }

  @EveryPostgres
  void what_is_read_by_another_search_path_is_not_stored(TestServer server) {
    try (TestDatabase database = database(server);
        EntityManagerFactory unit = open(database.jdbcUrl(), Map.of())) {
      database.execute(
          "create schema other",
          "create table other.gauge (id int primary key, name text, since timestamptz)",
          "insert into other.gauge values (1, 'other'), (2, 'other')");
      store(unit, 2);
      run(unit, "set search_path = other, public");
      assertEquals("other", name(unit, 1));
      assertFalse(isCached(unit, 1), "of another table");
      assertEquals(List.of("other", "other"), names(unit));
      assertFalse(isCached(unit, 1), "of another table, by a query");
      unit.runInTransaction(manager -> manager.persist(new Gauge(3, "elsewhere")));
      assertFalse(isCached(unit, 3), "written to another table");
      run(unit, "reset search_path");
      store(unit, 1);
      assertEquals("first", name(unit, 1));
    }
  }

  @EveryPostgres
  void a_result_that_another_time_zone_has_made_is_not_stored(TestServer server) {
    try (TestDatabase database = database(server);
        EntityManagerFactory unit =
            open(database.jdbcUrl(), Map.of("tiercel.query.cache", "true"))) {
      run(unit, "set time zone 'UTC'");
      store(unit, 1);
      int usual = hour(unit);
      run(unit, "set time zone 'Asia/Tokyo'");
      store(unit, 2);
      unit.getCache().evictAll();
      int there = hour(unit);
      assertEquals(9, Math.floorMod(there - usual, 24), "computed there");
      run(unit, "set time zone 'UTC'");
      assertEquals(usual, hour(unit));
    }
  }

  private static int hour(EntityManagerFactory unit) {
    return unit.callInTransaction(
        manager ->
            manager
                .createQuery(
                    "select extract(hour from g.since) from Gauge g where g.id = 1", Integer.class)
                .getSingleResult());
  }

  @EveryPostgres
  void what_is_read_of_a_temporary_table_is_not_stored(TestServer server) {
    try (TestDatabase database = database(server);
        EntityManagerFactory unit = open(database.jdbcUrl(), Map.of())) {
      store(unit, 2);
      run(
          unit,
          "create temporary table gauge (id int primary key, name text, since timestamptz)",
          "insert into pg_temp.gauge values (1, 'passing')");
      assertEquals("passing", name(unit, 1));
      assertFalse(isCached(unit, 1));
      unit.runInTransaction(manager -> manager.persist(new Gauge(3, "passing")));
      assertFalse(isCached(unit, 3));
      run(unit, "drop table pg_temp.gauge", "create temporary table unrelated (id int)");
      store(unit, 1);
      assertEquals("first", name(unit, 1), "an unrelated one hides nothing");
    }
  }
}
