package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Rows of shared graphs are written here and elsewhere while others find the graphs and touch
/// them, and rows are forgotten now and then, so that some is read from the database. Every write
/// raises a number, and whose COMMIT was answered before a find must be in what is reached from
/// what it finds, however late: of this node's writes at every level, of others' at `strong`.
@NullUnmarked // entities before they are filled
@Timeout(180)
class SharedGraphRaceTest {
  private static final long LIMIT_NANOS = 90_000_000_000L;
  private static final int SHELVES = 4;
  private static final int BOOKS = 16;
  private static final int ROOMS = 2;

  private static final Map<String, Object> READ_ONLY = Map.of("tiercel.read-only", true);
  private static final Map<String, Object> STRONG = Map.of("tiercel.cache.level", "strong");

  @Entity(name = "House")
  @Cacheable
  @Table(name = "house")
  static class House {
    @Id int id;
    int number;

    int number() {
      return number;
    }
  }

  @Entity(name = "Room")
  @Cacheable
  @Table(name = "room")
  static class Room {
    @Id int id;
    int number;

    @ManyToOne(fetch = FetchType.LAZY)
    House house;

    int number() {
      return number;
    }

    House house() {
      return house;
    }
  }

  @Entity(name = "Shelf")
  @Cacheable
  @Table(name = "shelf")
  static class Shelf {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Room room;

    @OneToMany(mappedBy = "shelf")
    List<Book> books = new ArrayList<>();
  }

  @Entity(name = "Book")
  @Cacheable
  @Table(name = "book")
  static class Book {
    @Id int id;
    int number;

    @ManyToOne(fetch = FetchType.LAZY)
    Shelf shelf;
  }

  /// Numbers whose commits were answered: of books, then of rooms, then of the house. Even ones are
  /// written by this node, odd ones by another program.
  private final AtomicIntegerArray answered = new AtomicIntegerArray(BOOKS + ROOMS + 1);

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final LongAdder shared = new LongAdder();
  private final LongAdder notShared = new LongAdder();
  private final LongAdder written = new LongAdder();

  private interface Work {
    void once() throws SQLException;
  }

  @Test
  void nothing_that_is_reached_is_older_than_what_was_answered_before_the_find()
      throws SQLException, InterruptedException {
    try (TestUnit unit =
        TestUnit.with(
            Map.of("tiercel.cache", "on"), House.class, Room.class, Shelf.class, Book.class)) {
      unit.sql(
          "insert into house (id, number) values (0, 0)",
          "insert into room (id, number, house_id) select i, 0, 0 from generate_series(0, %d) i"
              .formatted(ROOMS - 1),
          "insert into shelf (id, room_id) select i, i %% %d from generate_series(0, %d) i"
              .formatted(ROOMS, SHELVES - 1),
          "insert into book (id, number, shelf_id) select i, 0, i %% %d from generate_series(0, %d) i"
              .formatted(SHELVES, BOOKS - 1));
      long deadline = System.nanoTime() + LIMIT_NANOS;
      for (int round = 0; round < 4 || shared.sum() < 4_000 || written.sum() < 200; round++) {
        assertTrue(
            System.nanoTime() < deadline,
            "too little was tried: %s shared, %s written".formatted(shared, written));
        race(unit);
        assertEquals(List.of(), failures);
      }
    }
    System.out.printf(
        "%s finds of shared graphs and %s of others, %s writes%n", shared, notShared, written);
  }

  private void race(TestUnit unit) throws InterruptedException {
    var stop = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    threads.add(start(stop, () -> writeElsewhere(unit, stop)));
    threads.add(start(stop, () -> writeHere(unit)));
    threads.add(start(stop, () -> forget(unit)));
    for (int i = 0; i < 3; i++) {
      boolean isStrong = i == 0;
      threads.add(start(stop, () -> read(unit, isStrong)));
    }
    Thread.sleep(800); // the length of a round, not a wait for something
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private Thread start(AtomicBoolean stop, Work work) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                while (!stop.get() && failures.isEmpty()) {
                  work.once();
                }
              } catch (SQLException | RuntimeException | AssertionError e) {
                failures.add(e);
              }
            });
  }

  private static int any(int parity) {
    int found = ThreadLocalRandom.current().nextInt(BOOKS + ROOMS + 1);
    return found % 2 == parity ? found : any(parity);
  }

  private void writeElsewhere(TestUnit unit, AtomicBoolean stop) throws SQLException {
    String url = unit.factory().getProperties().get(UnitProperties.URL).toString();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      while (!stop.get()) {
        int which = any(1);
        int next = answered.get(which) + 1;
        statement.execute(
            which < BOOKS
                ? "update book set number = %d where id = %d".formatted(next, which)
                : "update room set number = %d where id = %d".formatted(next, which - BOOKS));
        answered.set(which, next);
        written.increment();
        pause();
      }
    }
  }

  /// What changes all the time is never stored.
  private static void pause() {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(6) * 1_000_000L);
  }

  private void writeHere(TestUnit unit) {
    int which = any(0);
    int next = answered.get(which) + 1;
    unit.inTransaction(
        manager -> {
          if (which < BOOKS) {
            manager.find(Book.class, which).number = next;
          } else if (which < BOOKS + ROOMS) {
            manager.find(Room.class, which - BOOKS).number = next;
          } else {
            manager.find(House.class, 0).number = next;
          }
        });
    answered.set(which, next);
    written.increment();
    pause();
  }

  private static void forget(TestUnit unit) {
    var random = ThreadLocalRandom.current();
    LockSupport.parkNanos(random.nextInt(20) * 1_000_000L);
    var cache = unit.factory().getCache();
    switch (random.nextInt(4)) {
      case 0 -> cache.evict(Book.class, random.nextInt(BOOKS));
      case 1 -> cache.evict(Shelf.class, random.nextInt(SHELVES));
      case 2 -> cache.evict(House.class, 0);
      default -> cache.evict(Room.class, random.nextInt(ROOMS));
    }
  }

  private void read(TestUnit unit, boolean isStrong) {
    var random = ThreadLocalRandom.current();
    int[] before = new int[answered.length()];
    for (int i = 0; i < before.length; i++) {
      before[i] = answered.get(i);
    }
    // Of the EntityManager: a find's own level is not that of what an instance of its own loads.
    try (EntityManager manager = unit.factory().createEntityManager(isStrong ? STRONG : Map.of())) {
      Shelf shelf = manager.find(Shelf.class, random.nextInt(SHELVES), READ_ONLY);
      (manager.contains(shelf) ? notShared : shared).increment();
      if (random.nextInt(3) == 0) {
        pause();
      }
      if (random.nextInt(4) > 0) {
        int room = BOOKS + shelf.room.id;
        check(before, room, shelf.room.number(), isStrong);
        if (random.nextBoolean()) {
          check(before, BOOKS + ROOMS, shelf.room.house().number(), isStrong);
        }
      }
      if (random.nextInt(4) > 0) {
        assertEquals(BOOKS / SHELVES, shelf.books.size());
        for (Book book : shelf.books) {
          assertSame(shelf, book.shelf);
          check(before, book.id, book.number, isStrong);
        }
      }
    }
  }

  private static void check(int[] before, int which, int number, boolean isStrong) {
    if (which % 2 == 0 || isStrong) {
      assertTrue(
          number >= before[which],
          () -> "number %d of %d was answered, got %d".formatted(before[which], which, number));
    }
  }
}
