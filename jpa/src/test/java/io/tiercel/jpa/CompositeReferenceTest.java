package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.StatementListener;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinColumns;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderBy;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Associations with entities whose ids have several columns (Jakarta Persistence 3.2, sections
/// 11.1.25 and 11.1.26).
@NullUnmarked // a null where none is expected fails the test by itself
class CompositeReferenceTest {
  @Embeddable
  record FlatKey(@Column(columnDefinition = "char(4)") String house, int number) {}

  @Entity(name = "Flat")
  static class Flat {
    @EmbeddedId FlatKey key;
    String colour;

    @OneToMany(mappedBy = "flat", cascade = CascadeType.ALL, orphanRemoval = true)
    @OrderBy("name")
    List<Tenant> tenants = new ArrayList<>();

    @ManyToMany Set<Meter> meters = new HashSet<>();

    @OneToMany
    @JoinColumn(name = "flat_number", referencedColumnName = "number")
    @JoinColumn(name = "flat_house", referencedColumnName = "house")
    Set<DoorKey> keys = new HashSet<>();

    @OneToMany Set<Window> windows = new HashSet<>();

    @OneToOne(mappedBy = "flat")
    Contract contract;

    @ElementCollection Set<String> notes = new HashSet<>();

    protected Flat() {}

    Flat(String house, int number) {
      key = new FlatKey(house, number);
    }

    String colour() {
      return colour;
    }
  }

  @Entity(name = "Tenant")
  static class Tenant {
    @Id int id;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Flat flat;

    protected Tenant() {}

    Tenant(int id, String name, Flat flat) {
      this.id = id;
      this.name = name;
      this.flat = flat;
    }
  }

  record MeterId(String kind, long serial) {}

  @Entity(name = "Meter")
  @IdClass(MeterId.class)
  static class Meter {
    @Id String kind;
    @Id long serial;
    int reading;

    @ManyToMany(mappedBy = "meters")
    List<Flat> flats = new ArrayList<>();

    protected Meter() {}

    Meter(String kind, long serial) {
      this.kind = kind;
      this.serial = serial;
    }

    long getSerial() {
      return serial;
    }

    int reading() {
      return reading;
    }
  }

  /// Refers to an entity with an id class, lazily.
  @Entity(name = "Reading")
  static class Reading {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Meter meter;
  }

  @Entity(name = "DoorKey")
  static class DoorKey {
    @Id int id;

    protected DoorKey() {}

    DoorKey(int id) {
      this.id = id;
    }
  }

  @Entity(name = "Pane")
  @IdClass(WindowId.class)
  static class Window {
    @Id int side;
    @Id int place;

    protected Window() {}

    Window(int side, int place) {
      this.side = side;
      this.place = place;
    }
  }

  record WindowId(int side, int place) {}

  /// The house is an attribute of its own, which the association only reads.
  @Entity(name = "Contract")
  static class Contract {
    @Id int id;
    String house;

    @OneToOne
    @JoinColumns(
        value = {
          @JoinColumn(name = "flat_number", referencedColumnName = "number"),
          @JoinColumn(
              name = "house",
              referencedColumnName = "house",
              insertable = false,
              updatable = false)
        },
        foreignKey = @ForeignKey(name = "contract_of_flat"))
    Flat flat;

    protected Contract() {}

    Contract(int id, String house, Flat flat) {
      this.id = id;
      this.house = house;
      this.flat = flat;
    }
  }

  /// A ring of references through ids of several columns.
  @Entity(name = "Station")
  static class Station {
    @EmbeddedId FlatKey key;

    @ManyToOne Line terminus;

    protected Station() {}

    Station(int number) {
      key = new FlatKey("S", number);
    }
  }

  @Entity(name = "Line")
  static class Line {
    @EmbeddedId FlatKey key;
    @ManyToOne Station start;

    protected Line() {}

    Line(int number) {
      key = new FlatKey("L", number);
    }
  }

  private static final List<Class<?>> CLASSES =
      List.of(
          FlatKey.class,
          Flat.class,
          Tenant.class,
          Meter.class,
          Reading.class,
          DoorKey.class,
          Window.class,
          Contract.class,
          Station.class,
          Line.class);

  private static final List<String> STATEMENTS = new ArrayList<>();
  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory = factory(database);
  }

  private static EntityManagerFactory factory(TestDatabase in) {
    StatementListener listener = event -> STATEMENTS.add(event.sql());
    var unit =
        new PersistenceConfiguration("flats")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, in.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .property("tiercel.statement-listener", listener);
    CLASSES.forEach(unit::managedClass);
    return unit.createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void empty() {
    factory.getSchemaManager().truncate();
    STATEMENTS.clear();
  }

  private static String value(String sql) {
    return factory.callInTransaction(
        manager -> String.valueOf(manager.createNativeQuery(sql).getSingleResultOrNull()));
  }

  private static FlatKey key(int number) {
    return new FlatKey("H1", number);
  }

  /// Flats with two tenants, a meter shared with the next flat, a key and a contract each.
  private static void fill(EntityManagerFactory in, int flats) {
    in.runInTransaction(
        manager -> {
          Meter shared = new Meter("water", 0);
          manager.persist(shared);
          for (int i = 1; i <= flats; i++) {
            Flat flat = new Flat("H1", i);
            flat.colour = "colour " + i;
            flat.tenants.add(new Tenant(2 * i, "b" + i, flat));
            flat.tenants.add(new Tenant(2 * i + 1, "a" + i, flat));
            Meter own = new Meter("power", i);
            manager.persist(own);
            flat.meters.addAll(List.of(shared, own));
            DoorKey key = new DoorKey(i);
            manager.persist(key);
            flat.keys.add(key);
            Window window = new Window(i, i);
            manager.persist(window);
            flat.windows.add(window);
            flat.notes.addAll(List.of("note " + i, "damp"));
            manager.persist(flat);
            manager.persist(new Contract(i, "H1", flat));
          }
        });
  }

  private static List<String> names(Flat flat) {
    return flat.tenants.stream().map(tenant -> tenant.name).toList();
  }

  private static void verifyFilled(EntityManagerFactory in, int flats) {
    in.runInTransaction(
        manager -> {
          for (int i = 1; i <= flats; i++) {
            Flat flat = manager.find(Flat.class, key(i));
            assertEquals(List.of("a" + i, "b" + i), names(flat));
            assertEquals(2, flat.meters.size());
            assertEquals(Set.of("note " + i, "damp"), flat.notes);
            assertEquals(i, flat.keys.iterator().next().id);
            assertEquals(i, flat.windows.iterator().next().place);
            assertEquals(i, flat.contract.id);
            assertSame(flat, flat.contract.flat);
            assertSame(flat, manager.find(Tenant.class, 2 * i).flat);
          }
          assertEquals(flats, manager.find(Meter.class, new MeterId("water", 0)).flats.size());
        });
  }

  @Test
  void every_kind_of_association_is_written_and_read() {
    fill(factory, 3);
    verifyFilled(factory, 3);
  }

  @EveryPostgres
  void every_server_does(TestServer server) {
    try (TestDatabase other = server.newDatabase();
        EntityManagerFactory ofOther = factory(other)) {
      fill(ofOther, 2);
      verifyFilled(ofOther, 2);
    }
  }

  @Test
  void the_generated_schema_has_one_constraint_for_all_columns() {
    assertEquals(
        "FOREIGN KEY (house, flat_number) REFERENCES flat(house, number)",
        value(
            "select pg_get_constraintdef(oid) from pg_constraint where conname ="
                + " 'contract_of_flat'"));
    assertEquals(
        "UNIQUE (house, flat_number)",
        value(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'u' and conrelid ="
                + " 'contract'::regclass"));
    assertEquals(
        "FOREIGN KEY (flat_house, flat_number) REFERENCES flat(house, number)",
        value(
            "select pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conrelid ="
                + " 'tenant'::regclass"));
  }

  @Test
  void lazy_targets_and_collections_of_any_number_take_one_statement() {
    fill(factory, 100);
    try (EntityManager manager = factory.createEntityManager()) {
      List<Tenant> tenants =
          manager.createQuery("from Tenant t order by t.id", Tenant.class).getResultList();
      assertInstanceOf(LazyInstance.class, tenants.getFirst().flat);
      STATEMENTS.clear();
      assertEquals("colour 1", tenants.getFirst().flat.colour());
      // The flats, and their contracts: the other side of a one-to-one.
      assertEquals(2, STATEMENTS.size(), STATEMENTS::toString);
      assertEquals("colour 100", tenants.getLast().flat.colour());
      STATEMENTS.clear();
      tenants.forEach(tenant -> assertEquals(2, tenant.flat.meters.size()));
      assertEquals(1, STATEMENTS.size(), STATEMENTS::toString);
    }
  }

  @Test
  void a_reference_to_an_id_class_is_lazy() {
    factory.runInTransaction(
        manager -> {
          Meter meter = new Meter("gas", 7);
          meter.reading = 42;
          manager.persist(meter);
          Reading reading = new Reading();
          reading.id = 1;
          reading.meter = meter;
          manager.persist(reading);
        });
    try (EntityManager manager = factory.createEntityManager()) {
      Reading reading = manager.find(Reading.class, 1);
      STATEMENTS.clear();
      assertInstanceOf(LazyInstance.class, reading.meter);
      assertEquals(7, reading.meter.getSerial());
      assertEquals("gas", reading.meter.kind);
      assertEquals(
          new MeterId("gas", 7), factory.getPersistenceUnitUtil().getIdentifier(reading.meter));
      assertEquals(List.of(), STATEMENTS);
      assertEquals(42, reading.meter.reading());
      assertSame(reading.meter, manager.find(Meter.class, new MeterId("gas", 7)));
    }
  }

  @Test
  void an_association_moves_and_ends() {
    fill(factory, 2);
    factory.runInTransaction(
        manager -> {
          Flat first = manager.find(Flat.class, key(1));
          Flat second = manager.find(Flat.class, key(2));
          Tenant tenant = manager.find(Tenant.class, 2);
          tenant.flat = second;
          first.tenants.remove(tenant);
          second.tenants.add(tenant);
          DoorKey key = first.keys.iterator().next();
          first.keys.clear();
          second.keys.add(key);
          first.meters.removeIf(meter -> meter.kind.equals("water"));
        });
    factory.runInTransaction(
        manager -> {
          Flat first = manager.find(Flat.class, key(1));
          Flat second = manager.find(Flat.class, key(2));
          assertEquals(List.of("a1"), names(first));
          assertEquals(List.of("a2", "b1", "b2"), names(second));
          assertEquals(Set.of(), first.keys);
          assertEquals(2, second.keys.size());
          assertEquals(1, first.meters.size());
          first.tenants.clear();
          second.tenants.getFirst().flat = null;
          second.tenants.removeFirst();
        });
    assertEquals("2", value("select count(*) from tenant"));
  }

  @Test
  void an_owner_is_removed_with_its_rows_in_other_tables() {
    fill(factory, 2);
    factory.runInTransaction(
        manager -> {
          Flat flat = manager.find(Flat.class, key(1));
          manager.remove(flat.contract);
          manager.remove(flat);
        });
    assertEquals("2", value("select count(*) from flat_meter"));
    assertEquals("1", value("select count(*) from flat_pane"));
    assertEquals("2", value("select count(*) from tenant"));
    assertEquals("1", value("select count(*) from doorkey where flat_house is null"));
  }

  @Test
  void a_column_shared_with_an_attribute_keeps_its_value_when_the_association_ends() {
    fill(factory, 1);
    factory.runInTransaction(
        manager -> {
          Contract contract = manager.find(Contract.class, 1);
          assertEquals(1, contract.flat.key.number());
          contract.flat = null;
        });
    assertEquals("H1  ", value("select house from contract where flat_number is null"));
    factory.runInTransaction(
        manager -> {
          Contract contract = manager.find(Contract.class, 1);
          assertNull(contract.flat);
          STATEMENTS.clear();
          manager.flush();
          assertEquals(List.of(), STATEMENTS);
          contract.flat = manager.find(Flat.class, key(1));
        });
    assertEquals("1", value("select flat_number from contract"));
  }

  @Test
  void an_association_is_null_when_any_column_is() {
    database.execute("insert into tenant (id, name, flat_number) values (9, 'half', 4)");
    factory.runInTransaction(
        manager -> {
          Tenant tenant = manager.find(Tenant.class, 9);
          assertNull(tenant.flat);
          tenant.name = "changed";
        });
    assertEquals("4", value("select flat_number from tenant where name = 'changed'"));
  }

  @Test
  void a_ring_of_new_rows_is_completed_and_taken_apart() {
    factory.runInTransaction(
        manager -> {
          Station station = new Station(1);
          Line line = new Line(1);
          station.terminus = line;
          line.start = station;
          manager.persist(station);
          manager.persist(line);
        });
    factory.runInTransaction(
        manager -> {
          Station station = manager.find(Station.class, new FlatKey("S", 1));
          assertSame(station, station.terminus.start);
          manager.remove(station.terminus);
          manager.remove(station);
        });
    assertEquals("0", value("select count(*) from station"));
  }

  @Test
  void a_detached_graph_is_merged() {
    fill(factory, 2);
    Flat detached =
        factory.callInTransaction(
            manager -> {
              Flat flat = manager.find(Flat.class, key(1));
              assertEquals(2, flat.tenants.size());
              return flat;
            });
    detached.tenants.getFirst().name = "renamed";
    detached.tenants.getLast().flat = null;
    detached.tenants.removeLast();
    factory.runInTransaction(manager -> manager.merge(detached));
    assertEquals("renamed", value("select string_agg(name, ',') from tenant where id < 4"));
  }

  @Test
  void a_locked_owner_locks_its_join_rows_and_checks_its_references() {
    fill(factory, 1);
    factory.runInTransaction(
        manager -> {
          Tenant tenant = manager.find(Tenant.class, 2, LockModeType.PESSIMISTIC_WRITE);
          tenant.flat = null;
          manager.lock(tenant, LockModeType.PESSIMISTIC_WRITE);
          assertNull(tenant.flat);
          manager.lock(
              manager.find(Flat.class, key(1)),
              LockModeType.PESSIMISTIC_WRITE,
              jakarta.persistence.PessimisticLockScope.EXTENDED);
        });
  }

  @Test
  void a_missing_target_is_told_with_its_id() {
    database.execute("alter table tenant drop constraint tenant_flat_house_flat_number_fkey");
    try {
      database.execute("insert into tenant values (1, 'lost', 'H9', 9)");
      try (EntityManager manager = factory.createEntityManager()) {
        Tenant tenant = manager.find(Tenant.class, 1);
        assertNotNull(tenant.flat);
        var failure =
            assertThrows(
                jakarta.persistence.EntityNotFoundException.class, () -> tenant.flat.colour());
        assertTrue(failure.getMessage().contains("Flat#(H9, 9)"), failure.getMessage());
      }
    } finally {
      database.execute("truncate tenant");
      database.execute(
          "alter table tenant add constraint tenant_flat_house_flat_number_fkey foreign key"
              + " (flat_house, flat_number) references flat");
    }
  }

  @Test
  void collections_of_an_unread_owner_stay_unread() {
    fill(factory, 1);
    try (EntityManager manager = factory.createEntityManager()) {
      Flat flat = manager.find(Flat.class, key(1));
      assertInstanceOf(LazyCollection.class, flat.windows);
    }
  }

  private static <T> List<T> query(EntityManager manager, String jpql, Class<T> type) {
    return manager.createQuery(jpql, type).getResultList();
  }

  @Test
  void queries_join_and_compare_them() {
    fill(factory, 3);
    try (EntityManager manager = factory.createEntityManager()) {
      Flat second = manager.find(Flat.class, key(2));
      Flat third = manager.find(Flat.class, key(3));
      var equal =
          manager.createQuery("select t.name from Tenant t where t.flat = :f", String.class);
      assertEquals(Set.of("a2", "b2"), Set.copyOf(equal.setParameter("f", second).getResultList()));
      var different =
          manager.createQuery("select count(t) from Tenant t where t.flat <> ?1", Long.class);
      assertEquals(4, different.setParameter(1, second).getSingleResult());
      var among =
          manager.createQuery("select count(t) from Tenant t where t.flat in :f", Long.class);
      assertEquals(4, among.setParameter("f", List.of(second, third)).getSingleResult());
      assertEquals(0, among.setParameter("f", List.of()).getSingleResult());
      var listed =
          manager.createQuery(
              "select count(t) from Tenant t where t.flat not in (:f, :g)", Long.class);
      listed.setParameter("f", second);
      assertEquals(2, listed.setParameter("g", third).getSingleResult());
      assertEquals(
          List.of(2, 2, 2),
          query(
              manager, "select size(f.tenants) from Flat f order by f.key.number", Integer.class));
      assertEquals(
          6L,
          query(
                  manager,
                  "select count(t) from Tenant t join t.flat f where f.contract.flat = t.flat",
                  Long.class)
              .getFirst());
      assertEquals(
          3L,
          query(
                  manager,
                  "select count(distinct t.flat) from Tenant t where t.flat.key.house = 'H1'",
                  Long.class)
              .getFirst());
      assertEquals(
          3,
          query(manager, "select t.flat, count(t) from Tenant t group by t.flat", Object[].class)
              .size());
    }
  }

  @Test
  void queries_look_into_collections_of_them() {
    fill(factory, 2);
    database.execute("insert into tenant (id, name, flat_number) values (99, 'half', 4)");
    try (EntityManager manager = factory.createEntityManager()) {
      Meter own = manager.find(Meter.class, new MeterId("power", 2));
      var holders =
          manager.createQuery(
              "select f.key.number from Flat f where :m member of f.meters", Integer.class);
      assertEquals(List.of(2), holders.setParameter("m", own).getResultList());
      assertEquals(
          List.of("half"),
          query(manager, "select t.name from Tenant t where t.flat is null", String.class));
      assertEquals(
          4L,
          query(manager, "select count(t) from Tenant t where t.flat is not null", Long.class)
              .getFirst());
      assertEquals(
          4L,
          query(
                  manager,
                  "select count(t) from Tenant t where t member of t.flat.tenants",
                  Long.class)
              .getFirst());
      assertEquals(
          4L,
          query(
                  manager,
                  "select count(t) from Tenant t where t.flat in (select f from Flat f)",
                  Long.class)
              .getFirst());
      assertEquals(
          2L,
          query(
                  manager,
                  "select count(f) from Flat f join f.meters m where m.kind = 'power'",
                  Long.class)
              .getFirst());
    }
  }

  @Test
  void a_bulk_update_assigns_them() {
    fill(factory, 2);
    factory.runInTransaction(
        manager -> {
          manager
              .createQuery("update Tenant t set t.flat = :f where t.name = 'a1'")
              .setParameter("f", manager.find(Flat.class, key(2)))
              .executeUpdate();
          manager
              .createQuery("update Tenant t set t.flat = null where t.name = 'b1'")
              .executeUpdate();
        });
    assertEquals(
        "3", value("select count(*) from tenant where flat_house = 'H1' and flat_number = 2"));
    assertEquals("1", value("select count(*) from tenant where flat_house is null"));
  }
}
