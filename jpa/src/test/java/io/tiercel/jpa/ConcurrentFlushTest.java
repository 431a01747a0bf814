package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two transactions that write the same rows, which they read in opposite order, at the same time.
/// One waits for the other; neither may wait for rows that the other has while that waits for its.
@NullUnmarked // a null where none is expected fails the test by itself
class ConcurrentFlushTest {
  private static final int ROWS = 50;
  private static final int ROUNDS = 60;
  private static final int DEADLINE_SECONDS = 30;

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @Entity(name = "Seat")
  static class Seat {
    @Id int id;
    String guest;
    int price;

    @ManyToOne(fetch = FetchType.LAZY)
    Row row;
  }

  @Entity(name = "Row")
  static class Row {
    @Id int id;
    @Version int version;
    String name;
    int price;
  }

  @FunctionalInterface
  private interface Work {
    void run(EntityManager manager, boolean ascending, int round);
  }

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("seats")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Seat.class)
            .managedClass(Row.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    refill();
    // So many more rows that the server looks the few up by their keys.
    database.execute(
        "insert into row (id, version, price) select g, 0, 0 from generate_series(1000, 9000) g",
        "insert into seat (id, price) select g, 0 from generate_series(1000, 9000) g",
        "analyze row",
        "analyze seat");
  }

  /// Not in the order of the keys, so that the order of the tables is another one.
  private static void refill() {
    database.execute(
        """
        insert into row (id, version, price)
        select g * 7 % 50, 0, 0 from generate_series(1, 50) g on conflict do nothing\
        """,
        """
        insert into seat (id, row_id, price)
        select g * 7 % 50, g * 7 % 50, 0 from generate_series(1, 50) g on conflict do nothing\
        """);
  }

  private static <T> List<T> all(EntityManager manager, Class<T> type, boolean ascending) {
    return manager
        .createQuery(
            "from %s x where x.id < 50 order by x.id %s"
                .formatted(type.getSimpleName(), ascending ? "asc" : "desc"),
            type)
        .getResultList();
  }

  /// Runs the work in two threads, which commit at the same moment; a version that was lost is an
  /// answer, any other failure is thrown. Returns how many commits came through.
  private static int race(Work work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Callable<Integer>> both =
          List.of(() -> rounds(work, true, start), () -> rounds(work, false, start));
      int committed = 0;
      ExecutionException failure = null;
      for (Future<Integer> one : both.stream().map(threads::submit).toList()) {
        try {
          committed += one.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
          boolean consequence = e.getCause() instanceof BrokenBarrierException;
          failure = failure == null || !consequence ? e : failure;
        }
      }
      if (failure != null) {
        throw failure;
      }
      return committed;
    }
  }

  private static int rounds(Work work, boolean ascending, CyclicBarrier start) throws Exception {
    int committed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      try (EntityManager manager = factory.createEntityManager()) {
        manager.getTransaction().begin();
        try {
          work.run(manager, ascending, round);
          start.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
          committed += commit(manager);
          start.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } finally {
          if (manager.getTransaction().isActive()) {
            manager.getTransaction().rollback();
          }
        }
      } catch (RuntimeException e) {
        // The other one shall not wait.
        start.reset();
        throw e;
      }
    }
    return committed;
  }

  private static int commit(EntityManager manager) {
    try {
      manager.getTransaction().commit();
      return 1;
    } catch (RollbackException e) {
      if (e.getCause() instanceof OptimisticLockException) {
        return 0;
      }
      throw e;
    }
  }

  @Test
  void rows_are_updated_in_the_order_of_their_keys() throws Exception {
    int committed =
        race(
            (manager, ascending, round) ->
                all(manager, Seat.class, ascending)
                    .forEach(seat -> seat.guest = ascending + " " + round));
    assertEquals(2 * ROUNDS, committed);
  }

  @Test
  void so_are_rows_with_versions() throws Exception {
    int committed =
        race(
            (manager, ascending, round) ->
                all(manager, Row.class, ascending)
                    .forEach(row -> row.name = ascending + " " + round));
    // In each round one of the two is first.
    assertEquals(ROUNDS, committed);
  }

  @Test
  void rows_in_which_different_columns_change_are_locked_in_the_order_of_their_keys()
      throws Exception {
    int committed =
        race(
            (manager, ascending, round) ->
                all(manager, Seat.class, ascending)
                    .forEach(
                        seat -> {
                          if (seat.id % 2 == 0 == ascending) {
                            seat.guest = ascending + " " + round;
                          } else {
                            seat.price = 2 * round + (ascending ? 1 : 2);
                          }
                        }));
    assertEquals(2 * ROUNDS, committed);
  }

  @Test
  void tables_are_updated_in_the_same_order_whichever_was_read_first() throws Exception {
    int committed =
        race(
            (manager, ascending, round) -> {
              List<Row> rows = ascending ? all(manager, Row.class, true) : List.of();
              List<Seat> seats = all(manager, Seat.class, ascending);
              if (!ascending) {
                rows = all(manager, Row.class, false);
              }
              seats.forEach(seat -> seat.guest = ascending + " " + round);
              rows.forEach(row -> row.name = ascending + " " + round);
            });
    assertEquals(ROUNDS, committed);
  }

  @Test
  void rows_are_deleted_and_updated_in_the_order_of_their_keys() throws Exception {
    int committed =
        race(
            (manager, ascending, round) -> {
              if (ascending) {
                refill();
              }
              List<Seat> seats = all(manager, Seat.class, ascending);
              for (Seat seat : seats) {
                if (seat.id % 2 == 0 == ascending) {
                  manager.remove(seat);
                } else {
                  seat.price++;
                }
              }
            });
    assertTrue(committed >= ROUNDS, () -> committed + " commits");
  }

  @Test
  void versions_are_checked_in_the_order_of_the_keys() throws Exception {
    int committed =
        race(
            (manager, ascending, round) -> {
              List<Row> rows = all(manager, Row.class, ascending);
              int half = ROWS / 2;
              IntStream.range(0, ROWS)
                  .forEach(
                      i -> {
                        if (ascending) {
                          manager.lock(rows.get(i), LockModeType.OPTIMISTIC);
                        } else if (i < half) {
                          rows.get(i).name = "round " + round;
                        }
                      });
            });
    assertTrue(committed >= ROUNDS, () -> committed + " commits");
  }
}
