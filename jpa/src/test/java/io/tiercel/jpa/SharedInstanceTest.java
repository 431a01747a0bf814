package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PostLoad;
import jakarta.persistence.Version;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Finds that only read, and the instances that all units of work share (decision 0044).
@NullUnmarked // entities before they are filled
@Timeout(120)
class SharedInstanceTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final Map<String, Object> READ_ONLY = Map.of("tiercel.read-only", true);

  @Entity(name = "Tariff")
  @Cacheable
  static class Tariff {
    @Id int id;
    @Version int version;
    String name;
    transient int loads;

    @PostLoad
    void loaded() {
      loads++;
    }
  }

  @Entity(name = "Rate")
  @Cacheable
  record Rate(@Id int id, @Version Integer version, String name) {}

  @Entity(name = "Plan")
  @Cacheable
  static class Plan {
    @Id int id;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Tariff tariff;
  }

  private static TestUnit open(TestServer server, Map<String, ?> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.putIfAbsent("tiercel.cache", "on");
    TestUnit unit = TestUnit.with(server, properties, Tariff.class, Rate.class, Plan.class);
    unit.inTransaction(
        manager -> {
          Tariff tariff = new Tariff();
          tariff.id = 1;
          tariff.name = "day";
          manager.persist(tariff);
          manager.persist(new Rate(1, null, "low"));
          Plan plan = new Plan();
          plan.id = 1;
          plan.name = "basic";
          plan.tariff = tariff;
          manager.persist(plan);
        });
    return unit;
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  /// Reads it until it is stored, as it is once the stream is settled.
  private static void store(TestUnit unit, Class<?> type) {
    await(
        "storing " + type.getSimpleName(),
        () -> {
          unit.query(manager -> manager.find(type, 1));
          return unit.factory().getCache().contains(type, 1);
        });
  }

  private static <T> T read(TestUnit unit, Class<T> type) {
    return unit.query(manager -> manager.find(type, 1, READ_ONLY));
  }

  @EveryPostgres
  void all_who_only_read_get_the_same_instance_until_somebody_else_writes(TestServer server) {
    try (TestUnit unit = open(server, Map.of())) {
      store(unit, Tariff.class);
      Tariff first = read(unit, Tariff.class);
      assertEquals(0, unit.roundTrips(() -> assertSame(first, read(unit, Tariff.class))));
      assertEquals(1, first.loads, "@PostLoad is called once for the instance");
      unit.sql("update tariff set name = 'night' where id = 1");
      await("the change", () -> read(unit, Tariff.class).name.equals("night"));
      store(unit, Tariff.class);
      Tariff second = read(unit, Tariff.class);
      assertNotSame(first, second);
      assertSame(second, read(unit, Tariff.class));
      assertEquals("day", first.name, "who has the old one keeps what it has read");
      assertEquals("night", second.name);
    }
  }

  @Test
  void what_this_node_writes_gives_a_new_instance_at_once() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      store(unit, Tariff.class);
      Tariff first = read(unit, Tariff.class);
      unit.inTransaction(manager -> manager.find(Tariff.class, 1).name = "night");
      assertEquals("night", read(unit, Tariff.class).name);
      assertEquals("day", first.name);
    }
  }

  @Test
  void a_shared_instance_is_not_managed_and_an_ordinary_find_gives_one_of_its_own() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      store(unit, Tariff.class);
      unit.inTransaction(
          manager -> {
            Tariff shared = manager.find(Tariff.class, 1, READ_ONLY);
            assertFalse(manager.contains(shared));
            Tariff own = manager.find(Tariff.class, 1);
            assertNotSame(shared, own);
            own.name = "night";
            assertSame(own, manager.find(Tariff.class, 1, READ_ONLY), "what is managed stays");
          });
      assertEquals("night", unit.value("select name from tariff"));
    }
  }

  @Test
  void a_merged_shared_instance_is_a_copy() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      store(unit, Tariff.class);
      Tariff shared = read(unit, Tariff.class);
      unit.inTransaction(
          manager -> {
            Tariff own = manager.merge(shared);
            assertNotSame(shared, own);
            own.name = "night";
          });
      assertEquals("day", shared.name);
      assertEquals("night", unit.value("select name from tariff"));
    }
  }

  @Test
  void records_are_shared_by_every_find() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      store(unit, Rate.class);
      Rate rate = unit.query(manager -> manager.find(Rate.class, 1));
      assertSame(rate, unit.query(manager -> manager.find(Rate.class, 1)));
      assertSame(rate, read(unit, Rate.class));
      unit.inTransaction(manager -> manager.merge(new Rate(1, rate.version(), "high")));
      assertEquals("high", read(unit, Rate.class).name());
      assertEquals("low", rate.name());
    }
  }

  @Test
  void what_is_not_cached_is_read_as_an_instance_of_its_own_whose_changes_are_not_written() {
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.cache", "off"))) {
      Plan first = read(unit, Plan.class);
      assertNotSame(first, read(unit, Plan.class));
      unit.inTransaction(
          manager -> {
            Plan plan = manager.find(Plan.class, 1, READ_ONLY);
            assertTrue(manager.contains(plan));
            plan.name = "premium";
          });
      assertEquals("basic", unit.value("select name from plan"));
      unit.inTransaction(
          manager -> {
            Plan plan = manager.find(Plan.class, 1, READ_ONLY);
            assertSame(plan, manager.find(Plan.class, 1), "from now on an ordinary one");
            plan.name = "premium";
          });
      assertEquals("premium", unit.value("select name from plan"));
    }
  }

  @Test
  void a_merge_writes_what_was_read_only_before() {
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.cache", "off"))) {
      unit.inTransaction(
          manager -> {
            manager.find(Rate.class, 1, READ_ONLY);
            manager.merge(new Rate(1, 0, "high"));
          });
      assertEquals("high", unit.value("select name from rate"));
    }
  }

  @Test
  void it_is_a_property_of_units_and_managers_too_and_hints_of_others_are_taken() {
    try (TestUnit unit = open(TestServer.v18(), READ_ONLY)) {
      unit.inTransaction(manager -> manager.find(Plan.class, 1).name = "premium");
      assertEquals("basic", unit.value("select name from plan"));
      Map<String, Object> writes = Map.of("tiercel.read-only", "false");
      unit.inTransaction(manager -> manager.find(Plan.class, 1, writes).name = "premium");
      assertEquals("premium", unit.value("select name from plan"));
      unit.inTransaction(
          manager -> {
            manager.setProperty("tiercel.read-only", false);
            manager.find(Plan.class, 1).name = "gold";
          });
      assertEquals("gold", unit.value("select name from plan"));
      for (String hint : new String[] {"org.hibernate.readOnly", "eclipselink.read-only"}) {
        unit.inTransaction(
            manager -> {
              manager.setProperty("tiercel.read-only", false);
              manager.find(Plan.class, 1, Map.of(hint, "true")).name = "silver";
            });
        assertEquals("gold", unit.value("select name from plan"), hint);
      }
      unit.inTransaction(
          manager ->
              assertThrows(
                  IllegalArgumentException.class,
                  () -> manager.find(Plan.class, 1, Map.of("tiercel.read-only", "perhaps"))));
    }
  }

  @Test
  void in_development_a_changed_shared_instance_is_refused() {
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.profile", "development"))) {
      store(unit, Tariff.class);
      read(unit, Tariff.class).name = "mine";
      try (EntityManager manager = unit.factory().createEntityManager()) {
        var failure =
            assertThrows(
                PersistenceException.class, () -> manager.find(Tariff.class, 1, READ_ONLY));
        assertTrue(failure.getMessage().contains("Tariff#1"), failure::getMessage);
        assertTrue(failure.getMessage().contains("name is mine"), failure::getMessage);
      }
      assertEquals("day", read(unit, Tariff.class).name, "the next one has what the row has");
    }
  }
}
