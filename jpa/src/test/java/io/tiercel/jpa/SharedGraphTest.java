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
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKey;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PostLoad;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Instances with associations that all units of work share (decision 0051).
@NullUnmarked // entities before they are filled
@Timeout(180)
class SharedGraphTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final Map<String, Object> READ_ONLY = Map.of("tiercel.read-only", true);
  private static final Map<String, Object> STRONG =
      Map.of("tiercel.read-only", true, "tiercel.cache.level", "strong");

  /// What happens when an item is loaded.
  private static volatile Runnable onItem = () -> {};

  @Entity(name = "Land")
  @Cacheable
  @Table(name = "land")
  static class Land {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  @Entity(name = "Town")
  @Cacheable
  @Table(name = "town")
  static class Town {
    @Id int id;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Land land;

    Land land() {
      return land;
    }

    String name() {
      return name;
    }
  }

  @Entity(name = "Buyer")
  @Cacheable
  @Table(name = "buyer")
  static class Buyer {
    @Id int id;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Town town;

    String name() {
      return name;
    }

    Town town() {
      return town;
    }
  }

  @Entity(name = "Deal")
  @Cacheable
  @Table(name = "deal")
  static class Deal {
    @Id int id;
    String note;

    @ManyToOne(fetch = FetchType.LAZY)
    Buyer buyer;

    @OneToMany(mappedBy = "deal")
    List<Item> items = new ArrayList<>();

    @OneToMany
    @JoinColumn(name = "of_deal")
    @MapKey(name = "name")
    Map<String, Item> byName = new HashMap<>();

    @ElementCollection
    @CollectionTable(name = "deal_mark")
    @Column(name = "mark", nullable = false)
    Set<Integer> marks = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "deal_label")
    Set<Label> labels = new HashSet<>();

    transient int loads;

    @PostLoad
    void loaded() {
      loads++;
    }
  }

  @Entity(name = "Item")
  @Cacheable
  @Table(name = "item")
  static class Item {
    @Id int id;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Deal deal;

    @PostLoad
    void loaded() {
      onItem.run();
    }
  }

  @Entity(name = "Label")
  @Cacheable
  @Table(name = "label")
  static class Label {
    @Id int id;
    String name;

    @ManyToMany(mappedBy = "labels")
    Set<Deal> deals = new HashSet<>();
  }

  @Entity(name = "Plain")
  @Table(name = "plain")
  static class Plain {
    @Id int id;
  }

  @Entity(name = "Holder")
  @Cacheable
  @Table(name = "holder")
  static class Holder {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Plain plain;
  }

  private static TestUnit open(TestServer server, Map<String, ?> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.putIfAbsent("tiercel.cache", "on");
    TestUnit unit =
        TestUnit.with(
            server,
            properties,
            Land.class,
            Town.class,
            Buyer.class,
            Deal.class,
            Item.class,
            Label.class,
            Plain.class,
            Holder.class);
    unit.sql(
        "insert into land (id, name) values (1, 'north'), (2, 'south')",
        "insert into town (id, name, land_id) values (1, 'hill', 1)",
        "insert into buyer (id, name, town_id) values (1, 'ada', 1), (2, 'bob', 1)",
        "insert into deal (id, note, buyer_id) values (1, 'first', 1), (2, 'second', 2)",
        "insert into item (id, name, deal_id, of_deal) select i, 'item ' || i, 1 + (i - 1) / 3, 1 +"
            + " (i - 1) / 3 from generate_series(1, 6) i",
        "insert into deal_mark (deal_id, mark) values (1, 10), (1, 11), (2, 20)",
        "alter table deal_mark replica identity full",
        "insert into label (id, name) values (1, 'red'), (2, 'blue')",
        "insert into deal_label (deals_id, labels_id) values (1, 1)",
        "insert into plain (id) values (1)",
        "insert into holder (id, plain_id) values (1, 1)");
    return unit;
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  private static <T> T read(TestUnit unit, Class<T> type, int id) {
    return unit.query(manager -> manager.find(type, id, READ_ONLY));
  }

  private static Deal deal(TestUnit unit) {
    return read(unit, Deal.class, 1);
  }

  private static void touch(Deal deal) {
    var unused =
        deal.items.size()
            + deal.byName.size()
            + deal.marks.size()
            + deal.labels.size()
            + deal.buyer.name().length()
            + deal.buyer.town().land().name().length();
  }

  /// Touched while its EntityManager is open: it may be an instance of its own.
  private static <T> T in(TestUnit unit, Class<T> type, int id, Consumer<T> touches) {
    return unit.query(
        manager -> {
          T found = manager.find(type, id, READ_ONLY);
          touches.accept(found);
          return found;
        });
  }

  private static <V> V ask(TestUnit unit, Map<String, Object> hints, Function<Deal, V> what) {
    return unit.query(manager -> what.apply(manager.find(Deal.class, 1, hints)));
  }

  /// The instance that all get once everything that was touched is stored.
  private static <T> T settled(TestUnit unit, Class<T> type, int id, Consumer<T> touches) {
    Object[] found = new Object[1];
    await(
        "sharing " + type.getSimpleName(),
        () -> {
          unit.query(
              manager -> {
                T own = manager.find(type, id);
                touches.accept(own);
                return own;
              });
          T first = in(unit, type, id, touches);
          T second = in(unit, type, id, touches);
          found[0] = second;
          return first == second && read(unit, type, id) == second;
        });
    return type.cast(found[0]);
  }

  private static Deal settled(TestUnit unit) {
    return settled(unit, Deal.class, 1, SharedGraphTest::touch);
  }

  private static List<Integer> ids(Deal deal) {
    return deal.items.stream().map(item -> item.id).sorted().toList();
  }

  @EveryPostgres
  void all_who_only_read_get_one_graph_and_no_statement_is_sent(TestServer server) {
    try (TestUnit unit = open(server, Map.of())) {
      Deal first = settled(unit);
      assertEquals(
          0,
          unit.roundTrips(
              () -> {
                Deal again = deal(unit);
                touch(again);
                assertSame(first, again);
              }));
      assertEquals("ada", first.buyer.name());
      assertEquals("north", first.buyer.town().land().name());
      assertEquals(List.of(1, 2, 3), ids(first));
      assertEquals(Set.of("item 1", "item 2", "item 3"), first.byName.keySet());
      assertEquals(Set.of(10, 11), first.marks);
      assertEquals("red", first.labels.iterator().next().name);
      assertEquals(1, first.loads, "@PostLoad is called once for the instance");
      for (Item item : first.items) {
        assertSame(first, item.deal, "a row has one instance in a graph");
        assertSame(item, first.byName.get(item.name));
      }
    }
  }

  @Test
  void whatever_another_program_changes_in_it_gives_a_new_one_and_the_old_one_stays() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      changes(unit, sql -> unit.sql(sql));
    }
  }

  @Test
  void where_changes_are_learnt_of_by_the_journal_it_is_the_same() {
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.cache", "journal"))) {
      changes(unit, sql -> unit.sql(sql));
    }
  }

  private static void changes(TestUnit unit, Consumer<String> by) {
    changed(unit, by, "update deal set note = 'x' where id = 1", deal -> deal.note, "first", "x");
    changed(
        unit, by, "update buyer set name = 'eve' where id = 1", d -> d.buyer.name(), "ada", "eve");
    changed(
        unit,
        by,
        "update town set name = 'dale' where id = 1",
        deal -> deal.buyer.town().name(),
        "hill",
        "dale");
    changed(
        unit,
        by,
        "update land set name = 'west' where id = 1",
        deal -> deal.buyer.town().land().name(),
        "north",
        "west");
    changed(
        unit,
        by,
        "update item set name = 'item 2b' where id = 2",
        deal -> Set.copyOf(deal.byName.keySet()),
        Set.of("item 1", "item 2", "item 3"),
        Set.of("item 1", "item 2b", "item 3"));
    changed(
        unit,
        by,
        "update item set deal_id = 1 where id = 4",
        SharedGraphTest::ids,
        List.of(1, 2, 3),
        List.of(1, 2, 3, 4));
    changed(
        unit,
        by,
        "update item set deal_id = 2 where id = 1",
        SharedGraphTest::ids,
        List.of(1, 2, 3, 4),
        List.of(2, 3, 4));
    changed(
        unit,
        by,
        "insert into item (id, name, deal_id) values (9, 'new', 1)",
        SharedGraphTest::ids,
        List.of(2, 3, 4),
        List.of(2, 3, 4, 9));
    changed(
        unit,
        by,
        "delete from item where id = 9",
        SharedGraphTest::ids,
        List.of(2, 3, 4, 9),
        List.of(2, 3, 4));
    changed(
        unit,
        by,
        "insert into deal_mark (deal_id, mark) values (1, 12)",
        deal -> Set.copyOf(deal.marks),
        Set.of(10, 11),
        Set.of(10, 11, 12));
    changed(
        unit,
        by,
        "insert into deal_label (deals_id, labels_id) values (1, 2)",
        deal -> deal.labels.size(),
        1,
        2);
    changed(
        unit,
        by,
        "update deal set buyer_id = 2 where id = 1",
        deal -> deal.buyer.name(),
        "eve",
        "bob");
    changed(unit, by, "truncate deal_label", deal -> deal.labels.size(), 2, 0);
  }

  private static <V> void changed(
      TestUnit unit, Consumer<String> by, String sql, Function<Deal, V> what, V before, V after) {
    Deal old = settled(unit);
    assertEquals(before, what.apply(old), sql);
    by.accept(sql);
    await(sql, () -> ask(unit, READ_ONLY, what).equals(after));
    assertNotSame(old, deal(unit));
    assertEquals(before, what.apply(old), "who has the old one keeps what it has read: " + sql);
  }

  @Test
  void what_another_program_has_committed_is_in_the_next_strong_one() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      for (int i = 0; i < 40; i++) {
        String name = "name " + i;
        Deal old = settled(unit);
        unit.sql("update %s set name = '%s'".formatted(i % 2 == 0 ? "item" : "land", name));
        boolean isItem = i % 2 == 0;
        String now =
            ask(
                unit,
                STRONG,
                deal -> {
                  assertNotSame(old, deal);
                  return isItem ? deal.items.getFirst().name : deal.buyer.town().land().name();
                });
        assertEquals(name, now, "turn " + i);
      }
    }
  }

  @Test
  void what_this_node_writes_is_in_the_next_one_at_once() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      for (int i = 0; i < 40; i++) {
        String name = "name " + i;
        Deal old = settled(unit);
        boolean isItem = i % 2 == 0;
        unit.inTransaction(
            manager -> {
              if (isItem) {
                manager.find(Item.class, 1).name = name;
              } else {
                manager.find(Land.class, 1).name = name;
              }
            });
        boolean isThere =
            ask(
                unit,
                READ_ONLY,
                now -> {
                  assertNotSame(old, now);
                  return isItem
                      ? now.items.stream().anyMatch(item -> item.name.equals(name))
                      : now.buyer.town().land().name().equals(name);
                });
        assertTrue(isThere, "turn " + i);
        int to = i % 4 < 2 ? 2 : 1;
        unit.inTransaction(
            manager -> manager.find(Item.class, 2).deal = manager.getReference(Deal.class, to));
        assertEquals(to == 1, ask(unit, READ_ONLY, SharedGraphTest::ids).contains(2), "turn " + i);
      }
    }
  }

  @Test
  void what_a_bulk_update_or_a_trigger_of_ones_own_has_done_is_in_the_next_one() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      unit.sql(
          "create function noted() returns trigger language plpgsql as"
              + " $$ begin update item set name = new.note where deal_id = new.id;"
              + " return new; end $$",
          "create trigger noted after update on deal for each row execute function noted()");
      for (int i = 0; i < 20; i++) {
        String name = "name " + i;
        boolean isBulk = i % 2 == 0;
        settled(unit);
        try (EntityManager manager = unit.factory().createEntityManager()) {
          manager.getTransaction().begin();
          if (isBulk) {
            manager
                .createQuery("update Item i set i.name = :name")
                .setParameter("name", name)
                .executeUpdate();
          } else {
            manager.find(Deal.class, 1).note = name;
          }
          manager.getTransaction().commit();
          manager.clear();
          Deal now = manager.find(Deal.class, 1, READ_ONLY);
          for (Item item : now.items) {
            assertEquals(name, item.name, "turn " + i);
          }
        }
      }
    }
  }

  @Test
  void what_is_touched_late_is_not_older_than_the_find() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      settled(unit);
      unit.sql("update deal set note = 'again' where id = 1");
      await("the change", () -> ask(unit, READ_ONLY, deal -> deal.note.equals("again")));
      Deal untouched = settled(unit, Deal.class, 1, deal -> {});
      // One transaction, so that who sees the one has the other applied.
      unit.sql(
          "with land as (update land set name = 'late') update item set name = 'late' where true");
      assertSame(untouched, deal(unit), "nothing of this was touched");
      Item read = unit.query(manager -> manager.find(Item.class, 1, STRONG));
      assertEquals("late", read.name, "so the stream has come up");
      assertEquals("late", untouched.items.getFirst().name);
      assertEquals("late", untouched.buyer.town().land().name());
    }
  }

  @Test
  void what_changes_before_it_is_seen_is_not_missed_by_who_finds_the_graph_meanwhile() {
    // Three are read, and then the three that are to be shared are told.
    changesMeanwhile(4, unit -> {});
  }

  @Test
  void a_row_that_was_replaced_while_it_was_copied_is_not_taken_for_the_new_one() {
    changesMeanwhile(
        3,
        unit -> {
          for (int id = 1; id <= 3; id++) {
            int item = id;
            await(
                "storing item " + id,
                () -> {
                  unit.query(manager -> manager.find(Item.class, item));
                  return unit.factory().getCache().contains(Item.class, item);
                });
          }
        });
  }

  /// Changes items when one is loaded because somebody touches the graph for the first time, and
  /// finds the graph then.
  private static void changesMeanwhile(int load, Consumer<TestUnit> afterwards) {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      settled(unit);
      unit.sql("update deal set note = 'again' where id = 1");
      await("the change", () -> ask(unit, READ_ONLY, deal -> deal.note.equals("again")));
      Deal untouched = settled(unit, Deal.class, 1, deal -> {});
      var loads = new AtomicInteger();
      var found = new AtomicReference<Deal>();
      onItem =
          () -> {
            if (loads.incrementAndGet() == load) {
              onItem = () -> {};
              unit.sql("update item set name = 'meanwhile'");
              Item read = unit.query(manager -> manager.find(Item.class, 1, STRONG));
              assertEquals("meanwhile", read.name, "so the stream has come up");
              afterwards.accept(unit);
              found.set(deal(unit));
            }
          };
      int size = untouched.items.size();
      assertEquals(3, size);
      assertSame(untouched, found.get());
      found.get().items.forEach(item -> assertEquals("meanwhile", item.name));
    } finally {
      onItem = () -> {};
    }
  }

  @Test
  void it_is_not_managed_cannot_lose_elements_and_is_merged_as_a_copy() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      Deal shared = settled(unit);
      unit.inTransaction(
          manager -> {
            Deal found = manager.find(Deal.class, 1, READ_ONLY);
            assertSame(shared, found);
            assertFalse(manager.contains(found));
            Deal own = manager.find(Deal.class, 1);
            assertNotSame(found, own);
            assertSame(own, manager.find(Deal.class, 1, READ_ONLY), "what is managed stays");
          });
      assertThrows(UnsupportedOperationException.class, () -> shared.items.removeFirst());
      assertThrows(UnsupportedOperationException.class, () -> shared.marks.add(7));
      assertThrows(UnsupportedOperationException.class, () -> shared.byName.clear());
      assertThrows(
          UnsupportedOperationException.class,
          () -> {
            var items = shared.items.iterator();
            items.next();
            items.remove();
          });
      unit.inTransaction(manager -> manager.merge(shared).note = "merged");
      assertEquals("first", shared.note);
      assertEquals("merged", ask(unit, READ_ONLY, deal -> deal.note));
      int size = ask(unit, READ_ONLY, deal -> deal.items.size());
      assertEquals(3, size);
      assertEquals(6L, unit.value("select count(*) from item"));
    }
  }

  @Test
  void a_transaction_that_has_written_or_has_one_snapshot_reads_for_itself() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      Deal shared = settled(unit);
      unit.inTransaction(
          manager -> {
            manager.find(Item.class, 1).name = "mine";
            manager.flush();
            manager.clear();
            Deal own = manager.find(Deal.class, 1, READ_ONLY);
            assertNotSame(shared, own);
            assertTrue(own.items.stream().anyMatch(item -> item.name.equals("mine")));
          });
      settled(unit);
      try (EntityManager manager =
          unit.factory()
              .createEntityManager(Map.of("tiercel.transaction.isolation", "REPEATABLE_READ"))) {
        manager.getTransaction().begin();
        Deal own = manager.find(Deal.class, 1, READ_ONLY);
        assertTrue(manager.contains(own));
        manager.getTransaction().rollback();
      }
    }
  }

  @Test
  void what_leads_to_entities_that_are_not_cached_is_an_instance_of_its_own() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      await(
          "storing",
          () -> {
            unit.query(manager -> manager.find(Holder.class, 1));
            return unit.factory().getCache().contains(Holder.class, 1);
          });
      assertNotSame(read(unit, Holder.class, 1), read(unit, Holder.class, 1));
      unit.inTransaction(
          manager -> assertTrue(manager.contains(manager.find(Holder.class, 1, READ_ONLY))));
    }
  }

  @Test
  void what_memory_has_lost_is_read_and_the_next_one_has_it() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      settled(unit);
      unit.factory().getCache().evict(Deal.class);
      unit.factory().getCache().evict(Item.class);
      Deal first = settled(unit, Deal.class, 1, deal -> assertEquals("ada", deal.buyer.name()));
      unit.factory().getCache().evict(Item.class);
      assertEquals(List.of(1, 2, 3), ids(first), "asks the database");
      settled(unit);
      assertEquals(0, unit.roundTrips(() -> touch(deal(unit))));
    }
  }

  @Test
  void evicting_any_of_its_rows_gives_a_new_one() {
    try (TestUnit unit = open(TestServer.v18(), Map.of())) {
      for (Class<?> type : List.of(Deal.class, Item.class, Buyer.class, Land.class)) {
        Deal old = settled(unit);
        unit.factory().getCache().evict(type, 1);
        assertNotSame(old, deal(unit), type.getSimpleName());
        old = settled(unit);
        unit.factory().getCache().evict(type);
        assertNotSame(old, deal(unit), "all of " + type.getSimpleName());
      }
    }
  }

  @Test
  void in_development_a_changed_instance_in_it_is_refused() {
    try (TestUnit unit = open(TestServer.v18(), Map.of("tiercel.profile", "development"))) {
      Deal shared = settled(unit);
      shared.items.getFirst().name = "mine";
      var failure = assertThrows(PersistenceException.class, () -> deal(unit));
      assertTrue(failure.getMessage().contains("name is mine"), failure::getMessage);
      Deal next = settled(unit);
      assertFalse(next.items.stream().anyMatch(item -> item.name.equals("mine")));
      next.buyer = null;
      failure = assertThrows(PersistenceException.class, () -> deal(unit));
      assertTrue(failure.getMessage().contains("buyer_id is null"), failure::getMessage);
    }
  }
}
