package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Collections that are served again and again have the rows of their elements beside them: what
/// happens to one of these is seen all the same, and the instances are as managed as any.
@NullUnmarked // entities before they are filled
@Timeout(180)
class GatheredElementsTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  /// After so many hits rows have been gathered, and served.
  private static final int HITS = 6;

  @Entity(name = "Tree")
  @Cacheable
  @Table(name = "tree")
  static class Tree {
    @Id int id;

    @OneToMany(mappedBy = "tree")
    List<Leaf> leaves = new ArrayList<>();
  }

  @Entity(name = "Leaf")
  @Cacheable
  @Table(name = "leaf")
  static class Leaf {
    @Id int id;
    int size;

    @ManyToOne(fetch = FetchType.LAZY)
    Tree tree;

    @ManyToOne(fetch = FetchType.LAZY)
    Color color;
  }

  @Entity(name = "Color")
  @Cacheable
  @Table(name = "color")
  static class Color {
    @Id int id;
    String name;
  }

  private static TestUnit open(String level) {
    TestUnit unit =
        TestUnit.with(
            Map.of(
                "tiercel.cache", "on", "tiercel.cache.level", level, "tiercel.cache.wait", "2000"),
            Tree.class,
            Leaf.class,
            Color.class);
    unit.sql(
        "insert into tree select i from generate_series(1, 4) i",
        "insert into color select i, 'c' || i from generate_series(1, 3) i",
        "insert into leaf (id, size, tree_id, color_id) select i, i, 1 + i % 4, 1 + i % 3 from"
            + " generate_series(1, 40) i");
    return unit;
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      // Reading without a pause would take the cores from the server that is waited for.
      LockSupport.parkNanos(200_000);
    }
  }

  private static <T> T read(TestUnit unit, Function<EntityManager, T> work) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      return work.apply(manager);
    }
  }

  private static void write(TestUnit unit, Consumer<EntityManager> work) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      work.accept(manager);
      manager.getTransaction().commit();
    }
  }

  /// The leaves of a tree with their sizes.
  private static Map<Integer, Integer> leaves(TestUnit unit, int tree) {
    return read(unit, manager -> leaves(manager, tree));
  }

  private static Map<Integer, Integer> leaves(EntityManager manager, int id) {
    Map<Integer, Integer> found = new TreeMap<>();
    Tree tree = manager.find(Tree.class, id);
    for (Leaf leaf : tree.leaves) {
      assertSame(tree, leaf.tree);
      assertTrue(manager.contains(leaf), "a leaf is managed");
      found.put(leaf.id, leaf.size);
    }
    return found;
  }

  /// What the database has: by a unit of work that asks nobody else.
  private static Map<Integer, Integer> inDatabase(TestUnit unit, int tree) {
    return read(
        unit,
        manager -> {
          manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
          manager.setCacheStoreMode(CacheStoreMode.BYPASS);
          return leaves(manager, tree);
        });
  }

  private static boolean isServed(TestUnit unit, Runnable work) {
    // A strong read asks for a position.
    return unit.allStatements(work).stream().noneMatch(sql -> sql.contains(" from "));
  }

  /// Serves the leaves of all trees until their rows are gathered.
  private static void gather(TestUnit unit) {
    for (int tree = 1; tree <= 4; tree++) {
      int id = tree;
      for (int i = 0; i < HITS; i++) {
        await("a hit", () -> isServed(unit, () -> leaves(unit, id)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"eventual", "session", "strong"})
  void what_others_do_to_elements_is_seen(String level) {
    try (TestUnit unit = open(level)) {
      for (String change :
          List.of(
              "update leaf set size = size + 100 where id = 8",
              "update leaf set size = size + 100",
              "update leaf set tree_id = 2 where id = 8",
              "insert into leaf (id, size, tree_id) values (50, 5, 1)",
              "delete from leaf where id = 50",
              "update leaf set id = 60 where id = 12",
              "begin; update leaf set size = -1 where id = 16; alter table leaf add x int; commit",
              "truncate leaf")) {
        gather(unit);
        Map<Integer, Integer> before = leaves(unit, 1);
        unit.sql(change);
        Map<Integer, Integer> now = inDatabase(unit, 1);
        assertFalse(now.equals(before), change + " changes nothing");
        if (level.equals("strong")) {
          assertEquals(now, leaves(unit, 1), change);
        }
        await(change, () -> leaves(unit, 1).equals(now));
        gather(unit);
        assertEquals(now, leaves(unit, 1), change);
      }
    }
  }

  @Test
  void what_this_node_commits_is_seen_at_once() {
    try (TestUnit unit = open("session")) {
      for (int turn = 0; turn < 20; turn++) {
        gather(unit);
        int size = 1_000 + turn;
        write(unit, manager -> manager.find(Leaf.class, 8).size = size);
        assertEquals(size, leaves(unit, 1).get(8), "a changed entity");
        gather(unit);
        write(
            unit,
            manager ->
                manager
                    .createQuery("update Leaf l set l.size = :size where l.id = 12")
                    .setParameter("size", size)
                    .executeUpdate());
        assertEquals(size, leaves(unit, 1).get(12), "a bulk statement");
        gather(unit);
        write(
            unit,
            manager ->
                manager
                    .createNativeQuery("update leaf set size = %d where id = 16".formatted(size))
                    .executeUpdate());
        assertEquals(size, leaves(unit, 1).get(16), "native SQL");
        gather(unit);
        int tree = 1 + turn % 2;
        write(unit, manager -> manager.find(Leaf.class, 20).tree = manager.find(Tree.class, tree));
        assertEquals(tree == 1, leaves(unit, 1).containsKey(20), "moved to " + tree);
        assertEquals(tree == 2, leaves(unit, 2).containsKey(20), "moved to " + tree);
      }
    }
  }

  @Test
  void inside_of_a_snapshot_rows_are_those_of_the_snapshot() {
    try (TestUnit unit = open("snapshot")) {
      gather(unit);
      try (EntityManager manager =
          unit.factory()
              .createEntityManager(Map.of("tiercel.transaction.isolation", "repeatable-read"))) {
        manager.getTransaction().begin();
        int before = leaves(manager, 2).get(1);
        unit.sql("update leaf set size = size + 1");
        await("the change", () -> leaves(unit, 2).get(1) == before + 1);
        gather(unit);
        manager.clear();
        assertEquals(before, leaves(manager, 2).get(1));
        assertEquals(8, leaves(manager, 1).get(8));
        manager.getTransaction().commit();
      }
    }
  }

  @Test
  void a_transaction_that_has_written_reads_its_own_elements() {
    try (TestUnit unit = open("session")) {
      gather(unit);
      write(
          unit,
          manager -> {
            manager.find(Leaf.class, 8).size = 77;
            manager.flush();
            manager.clear();
            assertEquals(77, leaves(manager, 1).get(8));
          });
    }
  }

  @Test
  void evicted_elements_are_read_again() {
    try (TestUnit unit = open("session")) {
      gather(unit);
      unit.factory().getCache().evict(Leaf.class, 8);
      assertFalse(isServed(unit, () -> leaves(unit, 1)));
      gather(unit);
      unit.factory().getCache().evict(Leaf.class);
      assertFalse(isServed(unit, () -> leaves(unit, 1)));
    }
  }

  @Test
  void elements_are_changed_found_removed_and_detached_like_others() {
    try (TestUnit unit = open("session")) {
      gather(unit);
      write(
          unit,
          manager -> {
            Tree tree = manager.find(Tree.class, 1);
            // Nothing asks for them before the flush.
            tree.leaves.get(3).size = -3;
          });
      assertEquals(1, inDatabase(unit, 1).values().stream().filter(size -> size == -3).count());
      gather(unit);
      write(
          unit,
          manager -> {
            Tree tree = manager.find(Tree.class, 1);
            Leaf first = tree.leaves.getFirst();
            assertSame(first, manager.find(Leaf.class, first.id));
            assertSame(first, manager.getReference(Leaf.class, first.id));
            assertSame(
                first,
                manager
                    .createQuery("select l from Leaf l where l.id = :id", Leaf.class)
                    .setParameter("id", first.id)
                    .getSingleResult());
            Leaf second = tree.leaves.get(1);
            manager.detach(second);
            assertFalse(manager.contains(second));
            assertNotSame(second, manager.find(Leaf.class, second.id));
            manager.remove(tree.leaves.get(2));
          });
      assertEquals(9, inDatabase(unit, 1).size());
      gather(unit);
      read(
          unit,
          manager -> {
            Leaf leaf = manager.find(Tree.class, 2).leaves.getFirst();
            manager.clear();
            assertFalse(manager.contains(leaf));
            Leaf again = manager.find(Tree.class, 2).leaves.getFirst();
            assertNotSame(leaf, again);
            leaf.size = 5;
            assertSame(again, manager.merge(leaf));
            return null;
          });
    }
  }

  @Test
  void elements_share_what_they_refer_to_and_load_it_when_it_is_touched() {
    try (TestUnit unit = open("session")) {
      gather(unit);
      read(
          unit,
          manager -> {
            Map<Integer, Color> colors = new TreeMap<>();
            for (Leaf leaf : manager.find(Tree.class, 1).leaves) {
              Color before = colors.putIfAbsent(1 + leaf.id % 3, leaf.color);
              assertTrue(before == null || before == leaf.color);
            }
            colors.forEach((id, color) -> assertSame(color, manager.find(Color.class, id)));
            assertEquals("c2", colors.get(2).name);
            return null;
          });
    }
  }

  @Test
  void trees_one_after_the_other_are_flushed_together() {
    try (TestUnit unit = open("session")) {
      gather(unit);
      write(
          unit,
          manager -> {
            for (int tree = 1; tree <= 4; tree++) {
              manager.find(Tree.class, tree).leaves.forEach(leaf -> leaf.size = 9);
            }
          });
      for (int tree = 1; tree <= 4; tree++) {
        assertTrue(inDatabase(unit, tree).values().stream().allMatch(size -> size == 9));
        assertEquals(10, inDatabase(unit, tree).size());
      }
    }
  }
}
