package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.SharedCache;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The shared cache of a unit, from find to the change stream and back.
@NullUnmarked // entities before they are filled
@Timeout(120)
class SharedCacheTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  @Entity(name = "Part")
  @Cacheable
  static class Part {
    @Id @GeneratedValue Long id;
    String name;
    @Version int version;
    @ManyToOne Maker maker;
  }

  @Entity(name = "Maker")
  @Cacheable
  static class Maker {
    @Id int id;
    String name;
  }

  @Entity(name = "Plain")
  static class Plain {
    @Id int id;
    String name;
  }

  private static TestUnit open(TestServer server) {
    return TestUnit.with(
        server, Map.of("tiercel.cache", "on"), Part.class, Maker.class, Plain.class);
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static boolean isCached(TestUnit unit, Class<?> type, Object id) {
    return unit.factory().getCache().contains(type, id);
  }

  /// Reads it until it is stored, as it is once the stream is settled.
  private static void store(TestUnit unit, Class<?> type, Object id) {
    await(
        "storing " + type.getSimpleName() + id,
        () -> {
          unit.query(manager -> manager.find(type, id));
          return isCached(unit, type, id);
        });
  }

  private static long part(TestUnit unit, String name, Maker maker) {
    return unit.query(
        manager -> {
          Part part = new Part();
          part.name = name;
          part.maker = maker;
          if (maker != null) {
            manager.persist(maker);
          }
          manager.persist(part);
          return part.id;
        });
  }

  private static Maker maker(int id, String name) {
    Maker maker = new Maker();
    maker.id = id;
    maker.name = name;
    return maker;
  }

  private static String name(TestUnit unit, long id) {
    return unit.query(manager -> manager.find(Part.class, id).name);
  }

  @EveryPostgres
  void a_second_find_asks_no_database(TestServer server) {
    try (TestUnit unit = open(server)) {
      long id = part(unit, "bolt", maker(1, "Ada"));
      store(unit, Part.class, id);
      store(unit, Maker.class, 1);
      try (EntityManager manager = unit.factory().createEntityManager()) {
        long trips = unit.roundTrips(() -> assertEquals("bolt", manager.find(Part.class, id).name));
        assertEquals(0, trips);
        Part again = manager.find(Part.class, id);
        assertEquals("Ada", again.maker.name);
        try (EntityManager other = unit.factory().createEntityManager()) {
          assertNotSame(again, other.find(Part.class, id));
        }
      }
      assertEquals(0, unit.roundTrips(() -> assertEquals("bolt", name(unit, id))));
    }
  }

  @EveryPostgres
  void what_others_write_is_seen(TestServer server) {
    try (TestUnit unit = open(server)) {
      long id = part(unit, "bolt", null);
      store(unit, Part.class, id);
      unit.sql("update part set name = 'nut' where id = " + id);
      await("the change", () -> name(unit, id).equals("nut"));
      store(unit, Part.class, id);
      unit.sql("truncate part");
      await("the truncation", () -> unit.query(manager -> manager.find(Part.class, id)) == null);
    }
  }

  @EveryPostgres
  void what_a_transaction_has_written_is_stored_and_seen_at_once(TestServer server) {
    try (TestUnit unit = open(server)) {
      long id = part(unit, "bolt", null);
      assertTrue(isCached(unit, Part.class, id), "after persist and commit");
      for (int i = 0; i < 50; i++) {
        String next = "bolt " + i;
        unit.inTransaction(manager -> manager.find(Part.class, id).name = next);
        assertEquals(next, name(unit, id));
      }
      assertTrue(isCached(unit, Part.class, id), "after update and commit");
      assertEquals(0, unit.roundTrips(() -> assertEquals("bolt 49", name(unit, id))));
      unit.inTransaction(manager -> manager.remove(manager.find(Part.class, id)));
      assertFalse(isCached(unit, Part.class, id));
      assertNull(unit.query(manager -> manager.find(Part.class, id)));
    }
  }

  @Test
  void what_is_rolled_back_was_never_there() {
    try (TestUnit unit = open(TestServer.v18())) {
      long id = part(unit, "bolt", null);
      store(unit, Part.class, id);
      assertThrows(
          IllegalStateException.class,
          () ->
              unit.inTransaction(
                  manager -> {
                    manager.find(Part.class, id).name = "nut";
                    manager.flush();
                    manager.clear();
                    assertEquals("nut", manager.find(Part.class, id).name);
                    assertFalse(isCached(unit, Part.class, id), "nobody else may see it");
                    assertEquals("bolt", name(unit, id));
                    throw new IllegalStateException();
                  }));
      assertEquals("bolt", name(unit, id));
      store(unit, Part.class, id);
      assertEquals("bolt", name(unit, id));
    }
  }

  @Test
  void it_is_off_where_the_unit_says_so_and_where_no_entity_is_cacheable() {
    try (TestUnit unit = TestUnit.with(Map.of("tiercel.cache", "off"), Part.class, Maker.class)) {
      long id = part(unit, "bolt", null);
      name(unit, id);
      assertFalse(isCached(unit, Part.class, id));
    }
    try (TestUnit unit = TestUnit.of(Part.class, Maker.class, Plain.class)) {
      SharedCache cache = unit.factory().getCache().unwrap(SharedCache.class);
      unit.query(manager -> manager.find(Plain.class, 1));
      assertEquals(Phase.IDLE, cache.state().phase(), "nothing cached was used yet");
      assertFalse(isCached(unit, Plain.class, 1));
    }
  }

  @Test
  void two_units_on_one_database_see_each_other_write() {
    try (TestUnit one = open(TestServer.v18());
        EntityManagerFactory two = sibling(one)) {
      long id = part(one, "bolt", null);
      await(
          "storing at the other",
          () -> {
            two.callInTransaction(manager -> manager.find(Part.class, id));
            return two.getCache().contains(Part.class, id);
          });
      for (int i = 0; i < 20; i++) {
        String next = "bolt " + i;
        one.inTransaction(manager -> manager.find(Part.class, id).name = next);
        assertEquals(next, name(one, id), "where it was written");
        await(
            "the change at the other",
            () -> two.callInTransaction(manager -> manager.find(Part.class, id).name).equals(next));
      }
    }
  }

  private static EntityManagerFactory sibling(TestUnit unit) {
    return new PersistenceConfiguration("sibling")
        .provider(TiercelPersistenceProvider.class.getName())
        .property(UnitProperties.URL, unit.factory().getProperties().get(UnitProperties.URL))
        .property("tiercel.cache", "on")
        .managedClass(Part.class)
        .managedClass(Maker.class)
        .createEntityManagerFactory();
  }

  @Test
  void a_session_goes_on_at_another_node_by_its_token() {
    try (TestUnit one = open(TestServer.v18());
        EntityManagerFactory two = sibling(one)) {
      long id = part(one, "bolt", null);
      for (int i = 0; i < 50; i++) {
        String next = "bolt " + i;
        try (EntityManager there = two.createEntityManager()) {
          there.find(Part.class, id);
        }
        Object token;
        try (EntityManager here = one.factory().createEntityManager()) {
          here.getTransaction().begin();
          here.find(Part.class, id).name = next;
          here.getTransaction().commit();
          token = here.getProperties().get("tiercel.cache.token");
        }
        try (EntityManager there = two.createEntityManager(Map.of("tiercel.cache.token", token))) {
          assertEquals(next, there.find(Part.class, id).name);
        }
      }
    }
  }

  @Test
  void a_strong_read_sees_what_psql_has_committed() {
    try (TestUnit unit =
        TestUnit.with(
            Map.of("tiercel.cache", "on", "tiercel.cache.level", "strong"),
            Part.class,
            Maker.class)) {
      long id = part(unit, "bolt", null);
      SharedCache cache = unit.factory().getCache().unwrap(SharedCache.class);
      for (int i = 0; i < 20; i++) {
        String next = "bolt " + i;
        unit.sql("update part set name = '%s' where id = %d".formatted(next, id));
        long before = hits(cache);
        // What is changed next is served from memory before that, or nothing would be tried.
        await(
            "a hit",
            () -> {
              assertEquals(next, name(unit, id));
              return hits(cache) > before;
            });
      }
    }
  }

  private static long hits(SharedCache cache) {
    return cache.statistics().stream().mapToLong(region -> region.hits()).sum();
  }

  @Test
  void bulk_statements_and_native_sql_are_seen_by_whoever_comes_next() {
    try (TestUnit unit = open(TestServer.v18())) {
      long id = part(unit, "bolt", null);
      for (int i = 0; i < 25; i++) {
        store(unit, Part.class, id);
        String bulk = "bulk " + i;
        unit.inTransaction(
            manager -> {
              manager
                  .createQuery("update Part p set p.name = :name")
                  .setParameter("name", bulk)
                  .executeUpdate();
              assertEquals(bulk, manager.find(Part.class, id).name, "in the transaction");
            });
        assertEquals(bulk, name(unit, id));
        store(unit, Part.class, id);
        String sql = "sql " + i;
        unit.inTransaction(
            manager ->
                manager
                    .createNativeQuery("update part set name = ?1")
                    .setParameter(1, sql)
                    .executeUpdate());
        assertEquals(sql, name(unit, id));
      }
    }
  }

  @Test
  void what_the_server_makes_of_a_row_is_what_is_stored() {
    try (TestUnit unit = open(TestServer.v18())) {
      unit.sql(
          "create function shout() returns trigger language plpgsql as"
              + " $$ begin new.name := upper(new.name); return new; end $$",
          "create trigger shout before insert or update on part"
              + " for each row execute function shout()");
      long id = part(unit, "bolt", null);
      assertTrue(isCached(unit, Part.class, id));
      assertEquals(0, unit.roundTrips(() -> assertEquals("BOLT", name(unit, id))));
    }
  }

  @Test
  void modes_and_locks_decide_what_is_taken_and_stored() {
    try (TestUnit unit = open(TestServer.v18());
        EntityManager manager = unit.factory().createEntityManager()) {
      long id = part(unit, "bolt", null);
      store(unit, Part.class, id);
      assertTrue(
          unit.roundTrips(() -> manager.find(Part.class, id, CacheRetrieveMode.BYPASS)) > 0,
          "bypassed");
      manager.clear();
      unit.factory().getCache().evict(Part.class, id);
      assertFalse(isCached(unit, Part.class, id));
      manager.find(Part.class, id, CacheStoreMode.BYPASS);
      assertFalse(isCached(unit, Part.class, id), "not to be stored");
      manager.clear();
      store(unit, Part.class, id);
      manager.getTransaction().begin();
      assertTrue(
          unit.roundTrips(() -> manager.find(Part.class, id, LockModeType.PESSIMISTIC_WRITE)) > 0,
          "a lock is taken in the database");
      manager.getTransaction().rollback();
      unit.factory().getCache().evictAll();
      assertFalse(isCached(unit, Part.class, id));
    }
  }

  @Test
  void a_repeatable_read_is_not_served_what_its_snapshot_may_not_have() {
    try (TestUnit unit = open(TestServer.v18())) {
      long id = part(unit, "bolt", null);
      store(unit, Part.class, id);
      Map<String, Object> modes = Map.of("tiercel.transaction.isolation", "repeatable read");
      try (EntityManager manager = unit.factory().createEntityManager(modes)) {
        manager.getTransaction().begin();
        assertEquals("bolt", manager.find(Part.class, id).name);
        unit.inTransaction(other -> other.find(Part.class, id).name = "nut");
        manager.clear();
        assertEquals("bolt", manager.find(Part.class, id).name);
        manager.getTransaction().commit();
        assertEquals("nut", name(unit, id), "what the old snapshot saw is not stored");
      }
    }
  }

  @EveryPostgres
  void a_repeatable_read_is_served_what_its_snapshot_has_where_that_is_asked_for(
      TestServer server) {
    Map<String, String> level = Map.of("tiercel.cache", "on", "tiercel.cache.level", "snapshot");
    try (TestUnit unit = TestUnit.with(server, level, Part.class, Maker.class)) {
      long bolt = part(unit, "bolt", maker(1, "Ada"));
      long nut = part(unit, "nut", null);
      store(unit, Part.class, bolt);
      store(unit, Part.class, nut);
      store(unit, Maker.class, 1);
      Map<String, Object> modes = Map.of("tiercel.transaction.isolation", "repeatable read");
      try (EntityManager manager = unit.factory().createEntityManager(modes)) {
        // What was just written may not be settled yet.
        await(
            "a transaction with hits",
            () -> {
              if (manager.getTransaction().isActive()) {
                manager.getTransaction().rollback();
              }
              manager.getTransaction().begin();
              assertEquals("bolt", manager.find(Part.class, bolt).name);
              return 0
                  == unit.roundTrips(
                      () -> {
                        assertEquals("nut", manager.find(Part.class, nut).name);
                        assertEquals("Ada", manager.find(Maker.class, 1).name);
                      });
            });
        unit.sql("update part set name = name || '!'");
        await("the change", () -> !isCached(unit, Part.class, bolt));
        store(unit, Part.class, bolt);
        store(unit, Part.class, nut);
        manager.clear();
        assertEquals("bolt", manager.find(Part.class, bolt).name);
        assertEquals("nut", manager.find(Part.class, nut).name);
        manager.getTransaction().commit();
        manager.clear();
        manager.getTransaction().begin();
        assertEquals("bolt!", manager.find(Part.class, bolt).name);
        manager.getTransaction().commit();
      }
    }
  }

  @Test
  void an_entity_may_have_a_level_of_its_own() {
    Map<String, String> levels =
        Map.of("tiercel.cache", "on", "tiercel.cache.level.Part", "strong");
    try (TestUnit unit = TestUnit.with(TestServer.v18(), levels, Part.class, Maker.class)) {
      long id = part(unit, "bolt", maker(1, "Ada"));
      store(unit, Part.class, id);
      store(unit, Maker.class, 1);
      assertEquals(0, unit.roundTrips(() -> unit.query(manager -> manager.find(Maker.class, 1))));
      assertTrue(unit.roundTrips(() -> name(unit, id)) > 0, "it asks for the position of the log");
      Map<String, Object> level = Map.of("tiercel.cache.level", "eventual");
      long trips =
          unit.roundTrips(() -> unit.query(manager -> manager.find(Part.class, id, level).name));
      assertEquals(0, trips, "the operation's level comes before the entity's");
    }
    Map<String, String> unknown = Map.of("tiercel.cache.level.Prat", "strong");
    PersistenceException refused =
        assertThrows(
            PersistenceException.class,
            () -> TestUnit.with(TestServer.v18(), unknown, Part.class, Maker.class).close());
    assertTrue(refused.getMessage().contains("Hint: they are Maker, Part."), refused.getMessage());
  }

  @Test
  void a_lost_stream_ends_all_hits_until_there_is_another() {
    try (TestUnit unit = open(TestServer.v18())) {
      long id = part(unit, "bolt", null);
      store(unit, Part.class, id);
      unit.sql(
          "select pg_terminate_backend(active_pid) from pg_replication_slots"
              + " where database = current_database()");
      await("the loss", () -> !isCached(unit, Part.class, id));
      unit.sql("update part set name = 'nut' where id = " + id);
      assertEquals("nut", name(unit, id));
      store(unit, Part.class, id);
      assertEquals("nut", name(unit, id));
    }
  }

  @Test
  void a_change_of_the_definition_ends_what_was_stored() {
    try (TestUnit unit = open(TestServer.v18())) {
      long id = part(unit, "bolt", null);
      store(unit, Part.class, id);
      unit.sql("alter table part alter name type text using name || '!'");
      await("the change", () -> name(unit, id).equals("bolt!"));
    }
  }

  @Test
  void a_unit_that_names_a_mode_is_followed_before_its_first_commit() {
    Map<String, String> mode = Map.of("jakarta.persistence.sharedCache.mode", "ENABLE_SELECTIVE");
    try (TestUnit unit = TestUnit.with(TestServer.v18(), mode, Part.class, Maker.class)) {
      long id = part(unit, "bolt", null);
      assertTrue(isCached(unit, Part.class, id));
    }
  }

  @Test
  void all_who_make_an_entity_manager_while_the_cache_starts_wait_for_it() throws Exception {
    try (TestUnit unit =
            TestUnit.with(
                Map.of("tiercel.cache", "on", "tiercel.cache.start-timeout", "60000"),
                Part.class,
                Maker.class);
        ExecutorService openers = Executors.newVirtualThreadPerTaskExecutor()) {
      SharedCache cache = unit.factory().getCache().unwrap(SharedCache.class);
      List<Future<Phase>> phases = new ArrayList<>();
      // A slot waits for the transactions that are in progress.
      unit.whileSql(
          "insert into maker (id) values (1)",
          () -> {
            for (int i = 0; i < 4; i++) {
              phases.add(
                  openers.submit(
                      () -> {
                        try (EntityManager _ = unit.factory().createEntityManager()) {
                          return cache.state().phase();
                        }
                      }));
            }
            await("the start", () -> cache.state().phase() == Phase.STARTING);
            try (EntityManagerFactory other = sibling(unit)) {
              assertTrue(other.isOpen(), "time passes, and whoever does not wait is through");
            }
          });
      for (Future<Phase> phase : phases) {
        assertEquals(Phase.FOLLOWING, phase.get());
      }
    }
  }

  @Test
  void where_there_is_no_stream_a_unit_may_follow_the_journal() {
    try (TestServer server =
            TestServer.start(TestServerOptions.defaults().setting("wal_level", "replica"));
        TestUnit unit =
            TestUnit.with(server, Map.of("tiercel.cache", "journal"), Part.class, Maker.class)) {
      long id = part(unit, "bolt", maker(1, "Ada"));
      store(unit, Part.class, id);
      store(unit, Maker.class, 1);
      unit.sql("update part set name = 'nut' where id = " + id);
      await("the change", () -> name(unit, id).equals("nut"));
      assertTrue(isCached(unit, Maker.class, 1));
      try (EntityManager manager = unit.factory().createEntityManager()) {
        manager.getTransaction().begin();
        manager.find(Part.class, id).name = "screw";
        manager.getTransaction().commit();
        manager.clear();
        assertEquals("screw", manager.find(Part.class, id).name);
      }
    }
  }

  @Test
  void event_triggers_are_made_only_where_the_cache_is_asked_for() {
    String triggers = "select count(*) from pg_event_trigger where evtname like 'tiercel%'";
    for (String use : new String[] {"auto", "on"}) {
      try (TestUnit unit =
          TestUnit.with(TestServer.v18(), Map.of("tiercel.cache", use), Part.class, Maker.class)) {
        long id = part(unit, "bolt", null);
        store(unit, Part.class, id);
        assertEquals(use.equals("on") ? 2L : 0L, unit.value(triggers), use);
      }
    }
  }
}
