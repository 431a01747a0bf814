package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.SharedCache;
import io.tiercel.cache.tiered.TieredStatistics;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Cached entities that a unit keeps on disk, and that its next run begins with.
@NullUnmarked // entities before they are filled
@Timeout(120)
class TierTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final int ROWS = 300;

  private final Path directory;

  TierTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Entity(name = "Ware")
  @Cacheable
  static class Ware {
    @Id Long id;
    String name;
    BigDecimal price;
    Instant since;

    static Ware of(long id) {
      Ware ware = new Ware();
      ware.id = id;
      ware.name = "ware " + id;
      ware.price = BigDecimal.valueOf(id, 2);
      ware.since = Instant.ofEpochSecond(id);
      return ware;
    }
  }

  @Entity(name = "Shelf")
  @Cacheable
  @IdClass(ShelfId.class)
  static class Shelf {
    @Id String hall;
    @Id int number;
    String label;
  }

  record ShelfId(String hall, int number) {}

  private EntityManagerFactory open(TestDatabase database, String action) {
    return new PersistenceConfiguration("tiered")
        .provider(TiercelPersistenceProvider.class.getName())
        .property(UnitProperties.URL, database.jdbcUrl())
        .property(UnitProperties.SCHEMA_ACTION, action)
        .property("tiercel.cache", "on")
        .property("tiercel.cache.start-timeout", "60000")
        .property("tiercel.cache.bytes", "20k")
        .property("tiercel.cache.tier.directory", directory.toString())
        .property("tiercel.cache.tier.bytes", "8m")
        .managedClass(Ware.class)
        .managedClass(Shelf.class)
        .createEntityManagerFactory();
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static TieredStatistics tier(EntityManagerFactory factory) {
    TieredStatistics tier = factory.getCache().unwrap(SharedCache.class).tier();
    assertNotNull(tier);
    return tier;
  }

  /// The first EntityManager begins to follow.
  private static void awaitTier(EntityManagerFactory factory) {
    factory.createEntityManager().close();
    await("the tier", factory.getCache().unwrap(SharedCache.class)::isTierVerified);
  }

  private static List<Long> cached(EntityManagerFactory factory) {
    List<Long> cached = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      if (factory.getCache().contains(Ware.class, id)) {
        cached.add(id);
      }
    }
    return cached;
  }

  @EveryPostgres
  void the_next_run_finds_its_entities(TestServer server) {
    try (TestDatabase database = server.newDatabase()) {
      try (EntityManagerFactory factory = open(database, "create")) {
        awaitTier(factory);
        factory.runInTransaction(
            manager -> {
              for (long id = 0; id < ROWS; id++) {
                manager.persist(Ware.of(id));
              }
              Shelf shelf = new Shelf();
              shelf.hall = "A";
              shelf.number = 7;
              shelf.label = "left";
              manager.persist(shelf);
            });
        await(
            "storing all",
            () -> {
              for (long id = 0; id < ROWS; id++) {
                long wanted = id;
                factory.runInTransaction(manager -> manager.find(Ware.class, wanted));
              }
              factory.runInTransaction(manager -> manager.find(Shelf.class, new ShelfId("A", 7)));
              return cached(factory).size() == ROWS
                  && factory.getCache().contains(Shelf.class, new ShelfId("A", 7));
            });
      }
      database.execute("update ware set name = 'changed' where id < 10");
      try (EntityManagerFactory factory = open(database, "none")) {
        awaitTier(factory);
        List<Long> cached = cached(factory);
        assertEquals(ROWS - 10, cached.size());
        assertTrue(factory.getCache().contains(Shelf.class, new ShelfId("A", 7)));
        for (long id = 0; id < ROWS; id++) {
          long wanted = id;
          Ware read = factory.callInTransaction(manager -> manager.find(Ware.class, wanted));
          assertEquals(id < 10 ? "changed" : "ware " + id, read.name);
          assertEquals(BigDecimal.valueOf(id, 2), read.price);
          assertEquals(Instant.ofEpochSecond(id), read.since);
        }
        assertTrue(tier(factory).hits() >= ROWS - 10, () -> tier(factory).toString());
      }
    }
  }

  @Test
  void a_second_unit_with_the_directory_works_without() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        EntityManagerFactory first = open(database, "create");
        EntityManagerFactory second = open(database, "none")) {
      awaitTier(first);
      first.runInTransaction(manager -> manager.persist(Ware.of(1)));
      await(
          "storing",
          () -> {
            second.runInTransaction(manager -> manager.find(Ware.class, 1L));
            return second.getCache().contains(Ware.class, 1L);
          });
      assertFalse(second.getCache().unwrap(SharedCache.class).isTierVerified());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"much", "0", "-1", "10000000000g", "9223372036854775808"})
  void a_size_that_is_none_is_named(String size) {
    var refused =
        assertThrows(
            PersistenceException.class, unreachableTierOf(size)::createEntityManagerFactory);
    assertEquals(
        "persistence unit \"tiered\": tiercel.cache.tier.bytes must be a number of bytes, such as"
            + " 256m, got \""
            + size
            + "\"",
        refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2500000000", "2500m", "3g"})
  void a_size_may_be_larger_than_an_int(String size) {
    try (var factory = unreachableTierOf(size).createEntityManagerFactory()) {
      assertTrue(factory.isOpen());
    }
  }

  private PersistenceConfiguration unreachableTierOf(String size) {
    return new PersistenceConfiguration("tiered")
        .provider(TiercelPersistenceProvider.class.getName())
        .property(UnitProperties.URL, "jdbc:tiercel://localhost:1/none")
        .property("tiercel.cache.tier.directory", directory.toString())
        .property("tiercel.cache.tier.bytes", size)
        .managedClass(Ware.class);
  }
}
