package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Basic;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.Cacheable;
import jakarta.persistence.CascadeType;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKey;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Collections of cached entities in the shared cache: read without the database, ended by whoever
/// changes who is in them.
@NullUnmarked // entities before they are filled
@Timeout(180)
class CachedCollectionTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  @Entity(name = "Parcel")
  @Cacheable
  @Table(name = "parcel")
  static class Parcel {
    @Id int id;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Sender sender;

    @OneToMany(mappedBy = "parcel", cascade = CascadeType.PERSIST)
    List<Item> items = new ArrayList<>();

    @OneToMany(mappedBy = "parcel")
    @OrderBy("weight desc, id")
    List<Item> byWeight = new ArrayList<>();

    @OneToMany(mappedBy = "parcel")
    @MapKey(name = "code")
    Map<String, Item> byCode = new HashMap<>();

    @OneToMany
    @JoinColumn(name = "parcel_id")
    @OrderColumn(name = "place")
    List<Stamp> stamps = new ArrayList<>();

    @OneToMany
    @JoinColumn(name = "parcel_id")
    Set<Remark> remarks = new HashSet<>();

    @ManyToMany
    @JoinTable(name = "parcel_label")
    Set<Label> labels = new HashSet<>();

    @ElementCollection
    @CollectionTable(name = "parcel_tag")
    @Column(name = "tag", nullable = false)
    Set<String> tags = new HashSet<>();

    @ElementCollection
    @CollectionTable(name = "parcel_stop")
    @OrderColumn(name = "place")
    List<Stop> stops = new ArrayList<>();

    @ElementCollection
    @CollectionTable(name = "parcel_count")
    @MapKeyColumn(name = "what")
    @Column(name = "many")
    Map<String, Integer> counts = new HashMap<>();

    /// Without a key: the server would refuse to update or delete rows that are published.
    @ElementCollection
    @CollectionTable(name = "parcel_line")
    @Column(name = "line")
    List<String> lines = new ArrayList<>();
  }

  @Embeddable
  static class Stop {
    String town;
    int day;
  }

  @Entity(name = "Sender")
  @Cacheable
  @Table(name = "sender")
  static class Sender {
    @Id int id;
    String name;
  }

  @Entity(name = "Item")
  @Cacheable
  @Table(name = "item")
  static class Item {
    @Id int id;
    String code;
    int weight;

    @ManyToOne(fetch = FetchType.LAZY)
    Parcel parcel;
  }

  @Entity(name = "Stamp")
  @Cacheable
  @Table(name = "stamp")
  static class Stamp {
    @Id int id;
    int price;
  }

  @Entity(name = "Remark")
  @Cacheable
  @Table(name = "remark")
  static class Remark {
    @Id int id;
    String text;
  }

  @Entity(name = "Label")
  @Cacheable
  @Table(name = "label")
  static class Label {
    @Id int id;
    String text;

    @ManyToMany(mappedBy = "labels")
    Set<Parcel> parcels = new HashSet<>();
  }

  @Entity(name = "Crate")
  @Cacheable
  @Table(name = "crate")
  static class Crate {
    @Id int id;

    @OneToMany(mappedBy = "crate")
    List<Nail> nails = new ArrayList<>();
  }

  /// Not cached.
  @Entity(name = "Nail")
  @Table(name = "nail")
  static class Nail {
    @Id int id;
    @Basic int length;

    @ManyToOne(fetch = FetchType.LAZY)
    Crate crate;
  }

  /// A collection as text, by whose words tests tell what is in it.
  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  enum Kind {
    ITEMS(parcel -> ids(parcel.items.stream().map(item -> item.id).sorted())),
    BY_WEIGHT(parcel -> ids(parcel.byWeight.stream().map(item -> item.id + ":" + item.weight))),
    BY_CODE(
        parcel -> {
          Map<String, Integer> sorted = new TreeMap<>();
          parcel.byCode.forEach((code, item) -> sorted.put(code, item.id));
          return sorted.toString();
        }),
    STAMPS(parcel -> ids(parcel.stamps.stream().map(stamp -> stamp == null ? null : stamp.id))),
    REMARKS(parcel -> ids(parcel.remarks.stream().map(remark -> remark.id).sorted())),
    LABELS(parcel -> ids(parcel.labels.stream().map(label -> label.id + label.text).sorted())),
    TAGS(parcel -> ids(parcel.tags.stream().sorted())),
    STOPS(parcel -> ids(parcel.stops.stream().map(stop -> stop.town + stop.day))),
    COUNTS(parcel -> new TreeMap<>(parcel.counts).toString());

    final Function<Parcel, String> text;

    Kind(Function<Parcel, String> text) {
      this.text = text;
    }
  }

  private static String ids(Stream<?> elements) {
    return elements.toList().toString();
  }

  private static TestUnit open(Map<String, String> more) {
    return open(null, more);
  }

  private static TestUnit open(TestServer server, Map<String, String> more) {
    Map<String, String> properties = new HashMap<>(more);
    properties.put("tiercel.cache", "on");
    Class<?>[] classes = {
      Parcel.class,
      Sender.class,
      Item.class,
      Stamp.class,
      Remark.class,
      Label.class,
      Crate.class,
      Nail.class
    };
    TestUnit unit =
        server == null
            ? TestUnit.with(properties, classes)
            : TestUnit.with(server, properties, classes);
    unit.sql(
        "insert into sender select i, 's' || i from generate_series(1, 3) i",
        "insert into parcel (id, name, sender_id) select i, 'p' || i, 1 + i % 3 from"
            + " generate_series(1, 9) i",
        "insert into item (id, code, weight, parcel_id) select i, 'c' || i, i % 7, 1 + i % 8 from"
            + " generate_series(1, 40) i",
        "insert into stamp (id, price, parcel_id, place) select i, i, 1 + i % 8, i / 8 from"
            + " generate_series(0, 31) i",
        "insert into remark (id, text, parcel_id) select i, 'r' || i, 1 + i % 8 from"
            + " generate_series(1, 16) i",
        "insert into label select i, 'l' || i from generate_series(1, 5) i",
        "insert into parcel_label (parcels_id, labels_id) select 1 + i % 8, 1 + i % 5 from"
            + " generate_series(1, 20) i",
        "insert into parcel_tag (parcel_id, tag) select 1 + i % 8, 't' || i from generate_series(1,"
            + " 24) i",
        "insert into parcel_stop (parcel_id, place, town, day) select 1 + i % 8, i / 8, 'x' || i, i"
            + " from generate_series(0, 23) i",
        "insert into parcel_count (parcel_id, what, many) select 1 + i % 8, 'w' || i / 8, i from"
            + " generate_series(0, 23) i",
        "insert into parcel_line (parcel_id, line) select 1 + i % 8, 'n' || i from"
            + " generate_series(1, 16) i",
        "insert into crate select i from generate_series(1, 3) i",
        "insert into nail select i, i, 1 + i % 3 from generate_series(1, 9) i");
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

  private static String text(TestUnit unit, Kind kind, int id) {
    return read(unit, manager -> kind.text.apply(manager.find(Parcel.class, id)));
  }

  /// What the database has: by a unit of work that asks nobody else.
  private static String inDatabase(TestUnit unit, Kind kind, int id) {
    return read(
        unit,
        manager -> {
          manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
          manager.setCacheStoreMode(CacheStoreMode.BYPASS);
          return kind.text.apply(manager.find(Parcel.class, id));
        });
  }

  private static void touch(Parcel parcel) {
    assertTrue(parcel.items.stream().allMatch(item -> item.id > 0));
  }

  private static boolean isServed(TestUnit unit, Runnable work) {
    return unit.allStatements(work).isEmpty();
  }

  /// Reads until the database is not asked any more.
  private static void warm(TestUnit unit, Runnable work) {
    await("an answer from memory", () -> isServed(unit, work));
  }

  private static void warm(TestUnit unit, Kind kind, int... ids) {
    for (int id : ids) {
      warm(unit, () -> text(unit, kind, id));
    }
  }

  @EveryPostgres
  void every_kind_of_collection_is_read_from_memory_as_it_is_in_the_database(TestServer server) {
    try (TestUnit unit = open(server, Map.of())) {
      for (Kind kind : Kind.values()) {
        // The last has nothing in any.
        for (int id : new int[] {1, 5, 9}) {
          warm(unit, kind, id);
          assertEquals(inDatabase(unit, kind, id), text(unit, kind, id), kind + " of " + id);
        }
        assertNotEquals(text(unit, kind, 1), text(unit, kind, 9));
      }
    }
  }

  /// What others do to a collection of parcel 1, and to whose the elements are then.
  private static List<String> changes(Kind kind) {
    return switch (kind) {
      case ITEMS, BY_CODE ->
          List.of(
              "insert into item (id, code, weight, parcel_id) values (100, 'new', 3, 1)",
              "update item set parcel_id = 2 where id = 100",
              "update item set parcel_id = 1 where id = 100",
              "update item set parcel_id = null where id = 100",
              "delete from item where id = 8",
              "truncate item");
      case BY_WEIGHT ->
          List.of(
              "update item set weight = 1000 - weight where parcel_id = 1",
              "update item set parcel_id = 2 where id = 8",
              "delete from item where parcel_id = 1");
      case STAMPS ->
          List.of(
              "update stamp set place = 3 - place where parcel_id = 1",
              "update stamp set parcel_id = 2, place = 9 where id = 8",
              "insert into stamp values (100, 1, 1, 7)",
              "delete from stamp where id = 100");
      case REMARKS ->
          List.of(
              "update remark set parcel_id = 2 where id = 8",
              "insert into remark values (100, 'x', 1)",
              "delete from remark where parcel_id = 1");
      case LABELS ->
          List.of(
              "delete from parcel_label where parcels_id = 1 and labels_id = 4",
              "insert into parcel_label (parcels_id, labels_id) values (1, 4)",
              "update label set text = 'other' where id = 4",
              "update parcel_label set parcels_id = 9 where parcels_id = 1 and labels_id = 4",
              "truncate parcel_label");
      case TAGS ->
          List.of(
              "insert into parcel_tag values (1, 'zz')",
              "update parcel_tag set tag = 'zy' where tag = 'zz'",
              "update parcel_tag set parcel_id = 9 where tag = 'zy'",
              "delete from parcel_tag where parcel_id = 1");
      case STOPS ->
          List.of(
              "update parcel_stop set town = 'other' where parcel_id = 1 and place = 1",
              "delete from parcel_stop where parcel_id = 1 and place = 2",
              "insert into parcel_stop (parcel_id, place, town, day) values (1, 2, 'last', 5)");
      case COUNTS ->
          List.of(
              "update parcel_count set many = -1 where parcel_id = 1 and what = 'w1'",
              "update parcel_count set what = 'v' where parcel_id = 1 and what = 'w1'",
              "delete from parcel_count where parcel_id = 1");
    };
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void what_others_do_to_a_collection_is_seen(Kind kind) {
    try (TestUnit unit = open(Map.of())) {
      for (String change : changes(kind)) {
        warm(unit, kind, 1, 2, 9);
        Map<Integer, String> before = new HashMap<>();
        for (int id : new int[] {1, 2, 9}) {
          before.put(id, text(unit, kind, id));
        }
        unit.sql(change);
        boolean isOther = false;
        for (int id : new int[] {1, 2, 9}) {
          String now = inDatabase(unit, kind, id);
          isOther |= !now.equals(before.get(id));
          await(change + " of " + id + " to be " + now, () -> text(unit, kind, id).equals(now));
          warm(unit, kind, id);
          assertEquals(now, text(unit, kind, id), change + " of " + id);
        }
        assertTrue(isOther, change + " changes nothing");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"eventual", "bounded 10 s", "session", "strong"})
  void a_collection_is_served_under_every_level(String level) {
    try (TestUnit unit = open(Map.of("tiercel.cache.level", level, "tiercel.cache.wait", "2000"))) {
      for (Kind kind : List.of(Kind.ITEMS, Kind.TAGS, Kind.LABELS)) {
        String expected = inDatabase(unit, kind, 1);
        await(
            kind + " from memory",
            () -> {
              String[] found = new String[1];
              List<String> statements = unit.allStatements(() -> found[0] = text(unit, kind, 1));
              assertEquals(expected, found[0]);
              // A strong read asks for a position.
              return statements.stream().noneMatch(sql -> sql.contains(" from "));
            });
      }
    }
  }

  @Test
  void strong_reads_see_what_another_program_has_just_committed() {
    try (TestUnit unit =
        open(Map.of("tiercel.cache.level", "strong", "tiercel.cache.wait", "2000"))) {
      for (int i = 0; i < 50; i++) {
        warmAgain(unit);
        int id = 200 + i;
        String change =
            "insert into item (id, code, weight, parcel_id) values (%d, 'x', 1, 1)".formatted(id);
        read(
            unit,
            manager -> {
              Parcel parcel = manager.find(Parcel.class, 1);
              unit.sql(change, "insert into parcel_tag values (1, 'x%d')".formatted(id));
              assertTrue(parcel.items.stream().anyMatch(item -> item.id == id), "lacks " + id);
              assertTrue(parcel.tags.contains("x" + id), "lacks " + id);
              return null;
            });
      }
    }
  }

  private static void warmAgain(TestUnit unit) {
    for (int i = 0; i < 3; i++) {
      assertEquals(inDatabase(unit, Kind.ITEMS, 1), text(unit, Kind.ITEMS, 1));
      assertEquals(inDatabase(unit, Kind.TAGS, 1), text(unit, Kind.TAGS, 1));
    }
  }

  @Test
  void what_this_node_commits_is_seen_at_once_by_all_its_units_of_work() {
    try (TestUnit unit = open(Map.of())) {
      for (Kind kind : Kind.values()) {
        warm(unit, kind, 1, 2, 9);
      }
      for (int turn = 0; turn < 20; turn++) {
        int id = 300 + turn;
        write(
            unit,
            manager -> {
              Parcel parcel = manager.find(Parcel.class, 1);
              Parcel other = manager.find(Parcel.class, 2);
              Item item = new Item();
              item.id = id;
              item.code = "k" + id;
              item.parcel = parcel;
              manager.persist(item);
              manager.find(Item.class, 8).parcel = id % 2 == 0 ? other : parcel;
              Stamp stamp = new Stamp();
              stamp.id = id;
              manager.persist(stamp);
              parcel.stamps.add(0, stamp);
              Remark moved = manager.find(Remark.class, 8);
              parcel.remarks.remove(moved);
              other.remarks.remove(moved);
              (id % 2 == 0 ? other : parcel).remarks.add(moved);
              Label label = manager.find(Label.class, 4);
              if (!parcel.labels.remove(label)) {
                parcel.labels.add(label);
              }
              parcel.tags.add("k" + id);
              Stop stop = new Stop();
              stop.town = "k" + id;
              parcel.stops.add(stop);
              parcel.counts.put("k", id);
            });
        // Each is the first once: the stream may have come up by the second.
        List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
        Collections.rotate(kinds, turn);
        for (Kind kind : kinds) {
          for (int of : new int[] {1, 2}) {
            String now = text(unit, kind, of);
            assertEquals(inDatabase(unit, kind, of), now, kind + " of " + of);
          }
        }
        for (int of = 1; of <= 5; of++) {
          int label = of;
          String expected =
              read(
                  unit,
                  manager -> {
                    manager.setCacheRetrieveMode(CacheRetrieveMode.BYPASS);
                    return parcels(manager, label);
                  });
          assertEquals(expected, read(unit, manager -> parcels(manager, label)));
        }
      }
    }
  }

  private static String parcels(EntityManager manager, int label) {
    return ids(manager.find(Label.class, label).parcels.stream().map(one -> one.id).sorted());
  }

  @Test
  void a_transaction_that_has_written_reads_the_database() {
    try (TestUnit unit = open(Map.of())) {
      warm(unit, Kind.ITEMS, 1);
      warm(unit, Kind.TAGS, 1);
      write(
          unit,
          manager -> {
            manager
                .createNativeQuery(
                    "insert into item (id, code, weight, parcel_id) values (500, 'x', 1, 1)")
                .executeUpdate();
            manager.createNativeQuery("insert into parcel_tag values (1, 'mine')").executeUpdate();
            Parcel parcel = manager.find(Parcel.class, 1);
            assertTrue(parcel.items.stream().anyMatch(item -> item.id == 500));
            assertTrue(parcel.tags.contains("mine"));
            manager.getTransaction().setRollbackOnly();
            manager.getTransaction().rollback();
            manager.getTransaction().begin();
          });
      assertEquals(inDatabase(unit, Kind.ITEMS, 1), text(unit, Kind.ITEMS, 1));
      assertEquals(inDatabase(unit, Kind.TAGS, 1), text(unit, Kind.TAGS, 1));
    }
  }

  @Test
  void bulk_statements_and_native_sql_are_seen_at_once() {
    try (TestUnit unit = open(Map.of())) {
      warm(unit, Kind.ITEMS, 1);
      warm(unit, Kind.TAGS, 1);
      warm(unit, Kind.LABELS, 1);
      write(
          unit,
          manager ->
              manager.createQuery("delete from Item i where i.parcel.id = 1").executeUpdate());
      assertEquals("[]", text(unit, Kind.ITEMS, 1));
      warm(unit, Kind.ITEMS, 1);
      write(
          unit,
          manager ->
              manager
                  .createNativeQuery("delete from parcel_tag where parcel_id = 1")
                  .executeUpdate());
      assertEquals("[]", text(unit, Kind.TAGS, 1));
      warm(unit, Kind.LABELS, 9);
      write(
          unit,
          manager ->
              manager.createNativeQuery("insert into parcel_label values (9, 1)").executeUpdate());
      assertEquals("[1l1]", text(unit, Kind.LABELS, 9));
    }
  }

  @Test
  void a_graph_with_collections_is_found_without_the_database() {
    try (TestUnit unit = open(Map.of())) {
      Function<EntityManager, String> found =
          manager -> {
            EntityGraph<Parcel> graph = manager.createEntityGraph(Parcel.class);
            graph.addAttributeNodes("sender", "items", "labels", "tags");
            Parcel parcel = manager.find(graph, 1);
            assertTrue(unit.factory().getPersistenceUnitUtil().isLoaded(parcel, "items"));
            assertTrue(unit.factory().getPersistenceUnitUtil().isLoaded(parcel, "labels"));
            assertTrue(unit.factory().getPersistenceUnitUtil().isLoaded(parcel, "tags"));
            return parcel.sender.name + parcel.items.size() + parcel.labels.size() + parcel.tags;
          };
      warm(unit, () -> read(unit, found));
    }
  }

  @Test
  void a_collection_that_a_query_fetches_comes_from_memory() {
    try (TestUnit unit = open(Map.of())) {
      warm(unit, Kind.ITEMS, 1);
      warm(unit, Kind.TAGS, 1);
      List<String> statements =
          unit.allStatements(
              () ->
                  read(
                      unit,
                      manager ->
                          manager
                              .createQuery(
                                  "select p from Parcel p left join fetch p.items where p.name ="
                                      + " 'p1'",
                                  Parcel.class)
                              .getSingleResult()
                              .items
                              .size()));
      assertEquals(1, statements.size(), statements.toString());
    }
  }

  @Test
  void the_first_touch_of_one_collection_leaves_those_of_the_others_unread() {
    try (TestUnit unit = open(Map.of())) {
      warm(unit, Kind.ITEMS, 1);
      read(
          unit,
          manager -> {
            List<Parcel> all =
                manager
                    .createQuery("select p from Parcel p order by p.id", Parcel.class)
                    .getResultList();
            assertTrue(isServed(unit, () -> touch(all.get(0))));
            // Those that are not stored are read for all.
            assertEquals(1, unit.allStatements(() -> touch(all.get(1))).size());
            assertTrue(isServed(unit, () -> all.forEach(CachedCollectionTest::touch)));
            return null;
          });
    }
  }

  @Test
  void an_element_that_is_managed_stays_what_it_is() {
    try (TestUnit unit = open(Map.of())) {
      warm(unit, Kind.ITEMS, 1);
      read(
          unit,
          manager -> {
            Item item = manager.find(Item.class, 8);
            item.weight = -5;
            Parcel parcel = manager.find(Parcel.class, 1);
            assertTrue(parcel.items.stream().anyMatch(one -> one == item && one.weight == -5));
            assertTrue(parcel.items.stream().allMatch(one -> one.parcel == parcel));
            return null;
          });
    }
  }

  @Test
  void what_a_unit_of_work_removes_stays_in_the_stored_collection_until_it_is_committed() {
    try (TestUnit unit = open(Map.of())) {
      String before = inDatabase(unit, Kind.ITEMS, 1);
      write(
          unit,
          manager -> {
            manager.remove(manager.find(Item.class, 8));
            Parcel parcel = manager.find(Parcel.class, 1);
            assertTrue(parcel.items.stream().noneMatch(item -> item.id == 8));
            assertEquals(before, text(unit, Kind.ITEMS, 1));
          });
      assertEquals(inDatabase(unit, Kind.ITEMS, 1), text(unit, Kind.ITEMS, 1));
      assertNotEquals(before, text(unit, Kind.ITEMS, 1));
    }
  }

  @Test
  void a_collection_that_was_replaced_unread_is_compared_with_the_database() {
    try (TestUnit unit = open(Map.of())) {
      warm(unit, Kind.LABELS, 1);
      List<String> statements =
          unit.allStatements(
              () -> write(unit, manager -> manager.find(Parcel.class, 1).labels = new HashSet<>()));
      assertTrue(
          statements.stream()
              .anyMatch(sql -> sql.contains("parcel_label") && sql.startsWith("select")),
          statements.toString());
      assertEquals("[]", text(unit, Kind.LABELS, 1));
    }
  }

  @Test
  void modes_are_kept() {
    try (TestUnit unit = open(Map.of())) {
      Function<CacheRetrieveMode, Integer> statements =
          mode ->
              unit.allStatements(
                      () ->
                          read(
                              unit,
                              manager -> {
                                Parcel parcel = manager.find(Parcel.class, 1);
                                manager.setCacheRetrieveMode(mode);
                                manager.setCacheStoreMode(CacheStoreMode.BYPASS);
                                return parcel.tags.size() + parcel.items.size();
                              }))
                  .size();
      warm(unit, () -> read(unit, manager -> manager.find(Parcel.class, 1)));
      for (int i = 0; i < 5; i++) {
        assertEquals(2, statements.apply(CacheRetrieveMode.USE), "stored in spite of BYPASS");
      }
      warm(unit, Kind.TAGS, 1);
      warm(unit, Kind.ITEMS, 1);
      assertEquals(0, statements.apply(CacheRetrieveMode.USE));
      assertEquals(2, statements.apply(CacheRetrieveMode.BYPASS));
    }
  }

  @Test
  void evicting_an_owner_forgets_its_collections() {
    try (TestUnit unit = open(Map.of())) {
      for (Kind kind : List.of(Kind.ITEMS, Kind.TAGS, Kind.LABELS)) {
        warm(unit, kind, 1, 2);
        unit.factory().getCache().evict(Parcel.class, 1);
        assertEquals(2, unit.allStatements(() -> text(unit, kind, 1)).size(), kind.name());
        assertTrue(isServed(unit, () -> text(unit, kind, 2)));
        warm(unit, kind, 1);
        unit.factory().getCache().evict(Parcel.class);
        assertEquals(2, unit.allStatements(() -> text(unit, kind, 2)).size(), kind.name());
        warm(unit, kind, 1);
        unit.factory().getCache().evictAll();
        assertEquals(2, unit.allStatements(() -> text(unit, kind, 1)).size(), kind.name());
      }
    }
  }

  @Test
  void a_locked_or_refreshed_owner_has_what_is_in_the_database_then() {
    try (TestUnit unit = open(Map.of("tiercel.cache.level", "session"))) {
      for (int i = 0; i < 30; i++) {
        int id = 400 + i;
        text(unit, Kind.ITEMS, 1);
        write(
            unit,
            manager -> {
              Parcel parcel = manager.find(Parcel.class, 1);
              unit.sql(
                  "insert into item (id, code, weight, parcel_id) values (%d, 'x', 1, 1)"
                      .formatted(id));
              if (id % 2 == 0) {
                manager.refresh(parcel);
              } else {
                manager.lock(parcel, LockModeType.PESSIMISTIC_WRITE);
              }
              assertTrue(parcel.items.stream().anyMatch(item -> item.id == id), "lacks " + id);
            });
      }
    }
  }

  @Test
  void a_table_without_a_key_is_cached_when_its_rows_tell_the_owner() {
    try (TestUnit unit = open(Map.of())) {
      unit.sql("alter table parcel_line replica identity full");
      Runnable lines = () -> read(unit, manager -> manager.find(Parcel.class, 1).lines.size());
      warm(unit, lines);
      unit.sql("update parcel_line set parcel_id = 9 where parcel_id = 1");
      await(
          "the change", () -> read(unit, manager -> manager.find(Parcel.class, 1).lines.isEmpty()));
      warm(unit, lines);
      assertEquals(
          List.of("n8", "n16"),
          read(unit, manager -> List.copyOf(manager.find(Parcel.class, 9).lines)));
    }
  }

  @Test
  void collections_of_what_is_not_cached_are_not_and_none_where_they_are_turned_off() {
    try (TestUnit unit = open(Map.of())) {
      warm(unit, () -> read(unit, manager -> manager.find(Crate.class, 1)));
      for (int i = 0; i < 5; i++) {
        assertEquals(
            1,
            unit.allStatements(
                    () -> read(unit, manager -> manager.find(Crate.class, 1).nails.size()))
                .size());
      }
      warm(unit, () -> read(unit, manager -> manager.find(Parcel.class, 1)));
      for (int i = 0; i < 5; i++) {
        assertEquals(
            1,
            unit.allStatements(
                    () -> read(unit, manager -> manager.find(Parcel.class, 1).lines.size()))
                .size());
      }
      // The table without a key is not published: others may delete of it.
      unit.sql("delete from parcel_line where parcel_id = 1");
    }
    try (TestUnit unit = open(Map.of("tiercel.cache.collections", "false"))) {
      warm(unit, () -> read(unit, manager -> manager.find(Parcel.class, 1)));
      for (int i = 0; i < 5; i++) {
        assertEquals(1, unit.allStatements(() -> text(unit, Kind.TAGS, 1)).size());
        assertEquals(1, unit.allStatements(() -> text(unit, Kind.ITEMS, 1)).size());
      }
    }
  }

  @Test
  void inside_a_snapshot_a_collection_is_what_the_snapshot_sees() {
    try (TestUnit unit =
        open(Map.of("tiercel.cache.level", "snapshot", "tiercel.cache.wait", "5000"))) {
      for (Kind kind : List.of(Kind.ITEMS, Kind.BY_WEIGHT, Kind.TAGS, Kind.LABELS)) {
        warm(unit, kind, 1);
        String before = text(unit, kind, 1);
        try (EntityManager manager = unit.factory().createEntityManager()) {
          manager.setProperty("tiercel.transaction.isolation", "repeatable read");
          manager.getTransaction().begin();
          Parcel parcel = manager.find(Parcel.class, 1);
          assertEquals("p1", parcel.name);
          List<String> statements =
              unit.allStatements(() -> assertEquals(before, kind.text.apply(parcel)));
          assertEquals(List.of(), statements);
          manager.clear();
          unit.sql(changes(kind).getFirst());
          String now = inDatabase(unit, kind, 1);
          assertNotEquals(before, now);
          await("the change", () -> text(unit, kind, 1).equals(now));
          warm(unit, kind, 1);
          assertEquals(before, kind.text.apply(manager.find(Parcel.class, 1)));
          manager.getTransaction().commit();
        }
      }
    }
  }
}
