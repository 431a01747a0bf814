package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.SharedCache;
import io.tiercel.jpa.settings.UnitProperties;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Other programs move, add and remove elements while units of work read collections and write
/// some: what memory answers when they have stopped must be what the tables have.
@NullUnmarked // entities before they are filled
@Timeout(180)
class CollectionCacheRaceTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int BOXES = 16;
  private static final int TOYS = 80;
  private static final int OWN = 1_000;

  /// Between the changes of others: where something changes all the time nothing is stored.
  private static final long PAUSE_NANOS = 2_000_000;

  /// So that the instance is one that all share.
  private static final Map<String, Object> READ_ONLY = Map.of("tiercel.read-only", true);

  @Entity(name = "Box")
  @Cacheable
  @Table(name = "box")
  static class Box {
    @Id int id;

    @OneToMany(mappedBy = "box")
    List<Toy> toys = new ArrayList<>();

    @OneToMany(mappedBy = "box")
    @OrderBy("price, id")
    List<Toy> cheapestFirst = new ArrayList<>();

    @ElementCollection
    @CollectionTable(name = "box_mark")
    @Column(name = "mark", nullable = false)
    Set<Integer> marks = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "box_flag")
    Set<Flag> flags = new HashSet<>();
  }

  @Entity(name = "Toy")
  @Cacheable
  @Table(name = "toy")
  static class Toy {
    @Id int id;
    int price;

    @ManyToOne(fetch = FetchType.LAZY)
    Box box;
  }

  @Entity(name = "Flag")
  @Cacheable
  @Table(name = "flag")
  static class Flag {
    @Id int id;

    @ManyToMany(mappedBy = "flags")
    Set<Box> boxes = new HashSet<>();
  }

  private enum Asked {
    TOYS,
    PRICES,
    CHEAPEST,
    MARKS,
    FLAGS,
    BOXES_OF_FLAG;

    List<Integer> of(EntityManager manager, int id) {
      return of(manager, id, Map.of());
    }

    List<Integer> of(EntityManager manager, int id, Map<String, Object> hints) {
      return switch (this) {
        case TOYS -> {
          Box box = manager.find(Box.class, id, hints);
          for (Toy toy : box.toys) {
            assertEquals(box, toy.box, "toy " + toy.id + " is in another box");
          }
          yield box.toys.stream().map(toy -> toy.id).sorted().toList();
        }
        case PRICES ->
            manager.find(Box.class, id, hints).toys.stream()
                .map(toy -> 10 * toy.id + toy.price)
                .sorted()
                .toList();
        case CHEAPEST ->
            manager.find(Box.class, id, hints).cheapestFirst.stream().map(toy -> toy.id).toList();
        case MARKS -> manager.find(Box.class, id, hints).marks.stream().sorted().toList();
        case FLAGS ->
            manager.find(Box.class, id, hints).flags.stream()
                .map(flag -> flag.id)
                .sorted()
                .toList();
        case BOXES_OF_FLAG ->
            manager.find(Flag.class, id, hints).boxes.stream().map(box -> box.id).sorted().toList();
      };
    }
  }

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger turn = new AtomicInteger();
  private final LongAdder own = new LongAdder();
  private final LongAdder compared = new LongAdder();
  private final LongAdder shared = new LongAdder();

  private interface Work {
    void once() throws SQLException;
  }

  @Test
  void no_collection_is_wrong_for_good_and_none_lacks_what_its_session_has_written()
      throws SQLException, InterruptedException {
    try (TestUnit unit =
            TestUnit.with(Map.of("tiercel.cache", "on"), Box.class, Toy.class, Flag.class);
        Connection jdbc = DriverManager.getConnection(url(unit))) {
      unit.sql(
          "insert into box select i from generate_series(0, %d) i".formatted(BOXES - 1),
          "insert into flag select i from generate_series(0, %d) i".formatted(BOXES - 1),
          "insert into toy (id, price, box_id) select i, i %% 9, i %% %d from generate_series(1, %d) i"
              .formatted(BOXES, TOYS));
      long deadline = System.nanoTime() + LIMIT.toNanos();
      for (int round = 0;
          round < 4 || compared.sum() < 150 || shared.sum() < 100 || own.sum() < 20;
          round++) {
        assertTrue(System.nanoTime() < deadline, "too little was tried: " + compared + ", " + own);
        race(unit);
        awaitStream(unit, jdbc);
        assertEquals(List.of(), failures);
        compare(unit);
      }
    }
    System.out.println(
        "%d collections of memory and %d of read-only instances compared, %d own writes"
            .formatted(compared.sum(), shared.sum(), own.sum()));
  }

  /// Each row is looked up with a round trip of its own, so elements leave between the look at who
  /// is in a collection and the look at them.
  @Test
  void an_element_that_leaves_while_a_collection_is_looked_at_is_not_in_two_boxes()
      throws SQLException, InterruptedException {
    try (TestUnit unit =
            TestUnit.with(
                Map.of(
                    "tiercel.cache",
                    "on",
                    "tiercel.cache.level",
                    "strong",
                    "tiercel.cache.wait",
                    "2000"),
                Box.class,
                Toy.class,
                Flag.class);
        Connection jdbc = DriverManager.getConnection(url(unit));
        Statement statement = jdbc.createStatement()) {
      unit.sql(
          "insert into box select i from generate_series(0, 1) i",
          "insert into toy (id, price, box_id) select i, i, 0 from generate_series(1, 8) i");
      var stop = new AtomicBoolean();
      Thread mover =
          start(
              stop,
              () -> {
                // Rows of the others are stored while one goes to and fro.
                statement.execute("update toy set box_id = 1 - box_id where id = 5");
                LockSupport.parkNanos(PAUSE_NANOS);
              });
      // Others store it again at once, as it is then.
      Thread finder =
          start(
              stop,
              () -> {
                try (EntityManager manager =
                    unit.factory().createEntityManager(Map.of("tiercel.cache.level", "eventual"))) {
                  Toy unused = manager.find(Toy.class, 5);
                }
              });
      long until = System.nanoTime() + Duration.ofSeconds(6).toNanos();
      while (System.nanoTime() < until && failures.isEmpty()) {
        for (int box = 0; box < 2; box++) {
          try (EntityManager manager = unit.factory().createEntityManager()) {
            List<Integer> unused = Asked.TOYS.of(manager, box);
          }
        }
      }
      stop.set(true);
      mover.join();
      finder.join();
      assertEquals(List.of(), failures);
    }
  }

  private static String url(TestUnit unit) {
    return unit.factory().getProperties().get(UnitProperties.URL).toString();
  }

  private void race(TestUnit unit) throws InterruptedException {
    var stop = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      threads.add(
          start(
              stop,
              () -> {
                try (Connection connection = DriverManager.getConnection(url(unit));
                    Statement statement = connection.createStatement()) {
                  while (!stop.get()) {
                    statement.execute(change());
                    LockSupport.parkNanos(PAUSE_NANOS);
                  }
                }
              }));
      threads.add(start(stop, () -> read(unit)));
    }
    threads.add(start(stop, () -> write(unit)));
    Thread.sleep(700); // the length of a round, not a wait for something
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

  /// What another program does.
  private static String change() {
    var random = ThreadLocalRandom.current();
    int toy = 1 + random.nextInt(TOYS);
    int box = random.nextInt(BOXES);
    int other = random.nextInt(BOXES);
    return switch (random.nextInt(40) % 13) {
      case 0, 1, 2 -> "update toy set box_id = %d where id = %d".formatted(box, toy);
      case 3 -> "update toy set price = %d where id = %d".formatted(random.nextInt(9), toy);
      case 4 -> "delete from toy where id = %d".formatted(toy);
      case 5, 6 ->
          "insert into toy (id, price, box_id) values (%d, %d, %d) on conflict do nothing"
              .formatted(toy, random.nextInt(9), box);
      case 7 ->
          "insert into box_mark (box_id, mark) values (%d, %d) on conflict do nothing"
              .formatted(box, other);
      case 8 -> "delete from box_mark where box_id = %d and mark > %d".formatted(box, other);
      case 9 ->
          "insert into box_flag (box_id, flags_id) values (%d, %d) on conflict do nothing"
              .replace("box_id", "boxes_id")
              .formatted(box, other);
      case 10 -> "delete from box_flag where boxes_id = %d".formatted(box);
      case 11 ->
          "update box_flag set flags_id = %1$d where boxes_id = %2$d and flags_id = %3$d and not exists (select from box_flag where boxes_id = %2$d and flags_id = %1$d)"
              .formatted(other, box, random.nextInt(BOXES));
      default -> random.nextInt(4) == 0 ? "truncate box_mark" : "truncate box_flag";
    };
  }

  private static void read(TestUnit unit) {
    var random = ThreadLocalRandom.current();
    Asked asked = Asked.values()[random.nextInt(Asked.values().length)];
    try (EntityManager manager = unit.factory().createEntityManager()) {
      List<Integer> unused =
          asked.of(manager, random.nextInt(BOXES), random.nextBoolean() ? READ_ONLY : Map.of());
    }
  }

  /// Writes rows that nobody else writes, and reads them as elements.
  private void write(TestUnit unit) {
    int next = turn.incrementAndGet();
    int id = OWN + next % 4;
    int of = ThreadLocalRandom.current().nextInt(BOXES);
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      Toy toy = manager.find(Toy.class, id);
      if (toy == null) {
        toy = new Toy();
        toy.id = id;
        manager.persist(toy);
      }
      toy.box = manager.getReference(Box.class, of);
      // Marks of the others are below.
      manager.find(Box.class, of).marks.add(OWN + next);
      manager.getTransaction().commit();
      manager.clear();
      check(manager, of, id, OWN + next);
    }
    try (EntityManager other = unit.factory().createEntityManager()) {
      assertTrue(Asked.TOYS.of(other, of).contains(id), "another lacks " + id);
    }
    try (EntityManager reader = unit.factory().createEntityManager()) {
      assertTrue(Asked.TOYS.of(reader, of, READ_ONLY).contains(id), "a reader lacks " + id);
    }
    own.increment();
  }

  private static void check(EntityManager manager, int box, int toy, int mark) {
    assertTrue(Asked.TOYS.of(manager, box).contains(toy), "lacks " + toy);
    assertTrue(Asked.CHEAPEST.of(manager, box).contains(toy), "lacks " + toy);
    // Somebody may have deleted all marks since.
    List<Integer> marks = Asked.MARKS.of(manager, box);
    if (!marks.contains(mark)) {
      manager.clear();
      manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
      assertTrue(!Asked.MARKS.of(manager, box).contains(mark), "lacks mark " + mark);
    }
  }

  /// Until everything of before was applied.
  private static void awaitStream(TestUnit unit, Connection jdbc)
      throws SQLException, InterruptedException {
    SharedCache cache = unit.factory().getCache().unwrap(SharedCache.class);
    long position;
    try (Statement statement = jdbc.createStatement()) {
      statement.execute("select pg_logical_emit_message(true, 'marker', '')");
      try (ResultSet rows =
          statement.executeQuery("select (pg_current_wal_insert_lsn() - '0/0')::bigint")) {
        assertTrue(rows.next());
        position = rows.getLong(1);
      }
    }
    assertTrue(cache.coherence().session().awaitApplied(position, LIMIT.toNanos()), "the stream");
  }

  private void compare(TestUnit unit) {
    for (Asked asked : Asked.values()) {
      for (int of = 0; of < BOXES; of++) {
        compare(unit, asked, of, Map.of(), compared);
        compare(unit, asked, of, READ_ONLY, shared);
      }
    }
  }

  private static void compare(
      TestUnit unit, Asked asked, int of, Map<String, Object> hints, LongAdder compared) {
    List<Integer> ofMemory = new ArrayList<>();
    List<String> statements =
        unit.allStatements(
            () -> {
              try (EntityManager manager = unit.factory().createEntityManager()) {
                ofMemory.addAll(asked.of(manager, of, hints));
              }
            });
    if (statements.isEmpty()) {
      compared.increment();
      try (EntityManager manager = unit.factory().createEntityManager()) {
        manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
        manager.setCacheStoreMode(CacheStoreMode.BYPASS);
        assertEquals(asked.of(manager, of), ofMemory, asked + " of " + of);
      }
    }
  }
}
