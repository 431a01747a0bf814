package io.tiercel.jpa.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.TiercelPersistenceProvider;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import io.tiercel.wire.StatementListener;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What must hold of a hierarchy three entities deep, however it is stored (Jakarta Persistence
/// 3.2, sections 2.12 and 2.13).
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HierarchyContract {
  final Vehicles model;
  private final List<String> statements = new ArrayList<>();
  private TestDatabase database;
  EntityManagerFactory factory;
  EntityManager manager;

  Vehicle car;
  Vehicle sportsCar;
  Vehicle truck;
  Object owner;

  HierarchyContract(Vehicles model) {
    this.model = model;
  }

  TestServer server() {
    return TestServer.v18();
  }

  @BeforeAll
  void open() {
    database = server().newDatabase();
    StatementListener listener = event -> statements.add(event.sql());
    var unit =
        new PersistenceConfiguration("vehicles")
            .provider(TiercelPersistenceProvider.class.getName())
            .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
            .property("jakarta.persistence.schema-generation.database.action", "create")
            .property("tiercel.statement-listener", listener);
    model.classes().forEach(unit::managedClass);
    factory = unit.createEntityManagerFactory();
  }

  @AfterAll
  void close() {
    if (factory != null) {
      factory.close();
      database.close();
    }
  }

  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    factory.runInTransaction(
        em -> {
          owner = model.owner(1, "Ann");
          car = model.car("Beetle", 4);
          sportsCar = model.sportsCar("Spider", 2, 250);
          truck = model.truck("Hauler", 12, car);
          for (Vehicle vehicle : List.of(car, sportsCar)) {
            vehicle.ownedBy(owner);
          }
          for (Object one : List.of(owner, car, sportsCar, truck)) {
            em.persist(one);
          }
          model.favour(owner, sportsCar);
        });
    manager = factory.createEntityManager();
  }

  @AfterEach
  void closeManager() {
    if (manager.getTransaction().isActive()) {
      manager.getTransaction().rollback();
    }
    manager.close();
  }

  Class<?> type(String entityName) {
    return model.type(entityName);
  }

  Vehicle find(String entityName, Vehicle detached) {
    return (Vehicle) manager.find(type(entityName), detached.id());
  }

  <T> List<T> list(String jpql, Class<T> type) {
    return manager.createQuery(jpql, type).getResultList();
  }

  List<String> names(String jpql) {
    return list(jpql, String.class);
  }

  long roundTrips(Runnable work) {
    statements.clear();
    ConnectionStatistics before = factory.unwrap(ConnectionStatistics.class);
    work.run();
    return factory.unwrap(ConnectionStatistics.class).since(before).roundTrips();
  }

  List<String> statements() {
    return statements;
  }

  // ---- find and references ----

  @Test
  void find_by_any_entity_above_gives_an_instance_of_the_real_class() {
    for (String asked : List.of("Vehicle", "Car", "SportsCar")) {
      manager.clear();
      Vehicle found = find(asked, sportsCar);
      assertSame(type("SportsCar"), found.getClass());
      assertEquals("Spider", found.name());
      assertEquals(2, model.seats(found));
      assertEquals(250, model.topSpeed(found));
    }
  }

  @Test
  void find_by_a_class_that_the_row_is_not_of_gives_null() {
    assertNull(find("SportsCar", car));
    assertNull(find("Truck", car));
    assertNotNull(find("Vehicle", car));
    // Now from the context.
    assertNull(find("SportsCar", car));
    assertNull(find("Truck", car));
  }

  @Test
  void one_row_is_one_instance_by_whatever_class_it_is_asked_for() {
    Vehicle found = find("Vehicle", sportsCar);
    assertSame(found, find("Car", sportsCar));
    assertSame(found, find("SportsCar", sportsCar));
    assertSame(found, manager.getReference(type("Car"), sportsCar.id()));
    assertSame(
        found, list("select v from Vehicle v where v.name = 'Spider'", Vehicle.class).get(0));
    assertSame(found, list("select c from Car c where c.seats = 2", Vehicle.class).get(0));
  }

  @Test
  void a_reference_by_a_superclass_is_of_the_real_class() {
    Object reference = manager.getReference(type("Vehicle"), sportsCar.id());
    assertTrue(type("SportsCar").isInstance(reference), () -> reference.getClass().getName());
    assertSame(reference, find("SportsCar", sportsCar));
    assertEquals("Spider", ((Vehicle) reference).name());
  }

  @Test
  void a_reference_to_nothing_or_to_another_class_is_refused() {
    assertThrows(EntityNotFoundException.class, () -> manager.getReference(type("Vehicle"), 4711L));
    Vehicle found = find("Vehicle", car);
    assertThrows(
        EntityNotFoundException.class, () -> manager.getReference(type("SportsCar"), found.id()));
  }

  // ---- writing ----

  @Test
  void ids_come_from_one_generator_for_the_whole_hierarchy() {
    assertEquals(3, List.of(car.id(), sportsCar.id(), truck.id()).stream().distinct().count());
  }

  @Test
  void state_that_no_entity_or_mapped_superclass_declares_is_not_stored() {
    List<?> columns =
        manager
            .createNativeQuery(
                "select column_name::text from information_schema.columns where table_schema ="
                    + " 'public'",
                String.class)
            .getResultList();
    assertTrue(columns.contains("power"), columns::toString);
    assertTrue(!columns.contains("colour"), columns::toString);
  }

  @Test
  void changes_of_own_and_inherited_attributes_are_written_and_checked() {
    manager.getTransaction().begin();
    Vehicle found = find("Vehicle", sportsCar);
    found.rename("Roadster");
    model.setSeats(found, 1);
    manager.getTransaction().commit();
    assertEquals(1, found.version());
    manager.clear();
    Vehicle again = find("Car", sportsCar);
    assertEquals("Roadster", again.name());
    assertEquals(1, model.seats(again));
    assertEquals(1, again.version());

    manager.getTransaction().begin();
    factory.runInTransaction(
        em -> ((Vehicle) em.find(type("Vehicle"), again.id())).rename("Other"));
    model.setSeats(again, 3);
    RuntimeException stale =
        assertThrows(RuntimeException.class, () -> manager.getTransaction().commit());
    assertTrue(stale.getCause() instanceof OptimisticLockException, stale::toString);
  }

  @Test
  void a_detached_instance_is_merged_into_one_of_its_class() {
    sportsCar.rename("Merged");
    manager.getTransaction().begin();
    Vehicle merged = manager.merge(sportsCar);
    assertSame(type("SportsCar"), merged.getClass());
    manager.getTransaction().commit();
    manager.clear();
    assertEquals("Merged", find("Vehicle", sportsCar).name());
  }

  @Test
  void refresh_reads_inherited_and_own_state_anew() {
    Vehicle found = find("Vehicle", sportsCar);
    factory.runInTransaction(
        em -> {
          Vehicle other = (Vehicle) em.find(type("Vehicle"), found.id());
          other.rename("Changed");
          model.setSeats(other, 5);
        });
    manager.refresh(found);
    assertEquals("Changed", found.name());
    assertEquals(5, model.seats(found));
  }

  @Test
  void pessimistic_locks_are_taken_by_any_class() {
    for (String asked : List.of("Vehicle", "Car", "SportsCar")) {
      manager.getTransaction().begin();
      manager.clear();
      Object found = manager.find(type(asked), sportsCar.id(), LockModeType.PESSIMISTIC_WRITE);
      assertEquals(LockModeType.PESSIMISTIC_WRITE, manager.getLockMode(found));
      long locked =
          factory.callInTransaction(
              em ->
                  (Long)
                      em.createNativeQuery(
                              "select count(*) from pg_locks where mode = 'RowShareLock' and pid <>"
                                  + " pg_backend_pid()",
                              Long.class)
                          .getSingleResult());
      assertTrue(locked > 0, asked);
      manager.getTransaction().rollback();
    }
  }

  @Test
  void removed_instances_leave_no_row_behind() {
    manager.getTransaction().begin();
    Object managed = manager.find(type("Owner"), 1);
    model.favour(managed, null);
    manager.remove(find("Vehicle", truck));
    manager.remove(find("Vehicle", sportsCar));
    manager.getTransaction().commit();
    assertEquals(List.of("Beetle"), names("select v.name from Vehicle v"));
    manager.getTransaction().begin();
    manager.remove(find("Vehicle", car));
    manager.getTransaction().commit();
    assertEquals(List.of(), names("select v.name from Vehicle v"));
  }

  @Test
  void many_instances_of_several_classes_are_written_in_one_exchange() {
    // From then on the shapes of the tables are known.
    factory.runInTransaction(
        em -> {
          em.persist(model.sportsCar("First", 1, 1));
          em.persist(model.truck("First", 1, null));
        });
    for (int count : new int[] {3, 300}) {
      long trips =
          roundTrips(
              () ->
                  factory.runInTransaction(
                      em ->
                          IntStream.range(0, count)
                              .forEach(
                                  i -> {
                                    em.persist(model.car("Car " + i, i));
                                    em.persist(model.sportsCar("Sports " + i, i, i));
                                    em.persist(model.truck("Truck " + i, i, null));
                                  })));
      int inserts =
          (int)
              statements.stream()
                  .filter(sql -> sql.startsWith("insert") || sql.startsWith("copy"))
                  .count();
      // Hundreds of rows of a table are copied by two commands.
      int commandsOfTable = count < 100 ? 1 : 2;
      assertTrue(inserts <= 7 * commandsOfTable, statements::toString);
      // One for each block of 50 ids, one to prepare, and one for all that is written.
      assertTrue(trips <= 3 + count * 3 / 50, () -> trips + " " + statements);
    }
    assertEquals(305L, list("select count(t) from Truck t", Long.class).get(0));
    assertEquals(609L, list("select count(c) from Car c", Long.class).get(0));
  }

  // ---- associations ----

  @Test
  void an_association_with_the_root_leads_to_an_instance_of_the_real_class() {
    Object found = manager.find(type("Owner"), 1);
    Vehicle favourite = model.favourite(found);
    assertTrue(type("SportsCar").isInstance(favourite), () -> favourite.getClass().getName());
    assertEquals(250, model.topSpeed(find("SportsCar", sportsCar)));
    assertSame(favourite, find("Vehicle", sportsCar));
  }

  @Test
  void a_collection_of_the_root_holds_instances_of_several_classes() {
    Object found = manager.find(type("Owner"), 1);
    assertEquals(
        List.of("Car Beetle", "SportsCar Spider"),
        model.vehicles(found).stream()
            .map(one -> entity(one).getSimpleName() + " " + one.name())
            .sorted()
            .toList());
  }

  /// The owner refers to one of them, so that one was lazy.
  private static Class<?> entity(Object instance) {
    return instance instanceof LazyInstance
        ? instance.getClass().getSuperclass()
        : instance.getClass();
  }

  @Test
  void a_collection_of_a_subclass_holds_no_others() {
    factory.runInTransaction(
        em -> ((Vehicle) em.find(type("Truck"), truck.id())).ownedBy(em.find(type("Owner"), 1)));
    Object found = manager.find(type("Owner"), 1);
    assertEquals(
        List.of("Beetle", "Spider"),
        model.cars(found).stream().map(Vehicle::name).sorted().toList());
    assertEquals(3, model.vehicles(found).size());
  }

  @Test
  void touching_a_collection_of_one_loads_it_for_all_classes_together() {
    factory.runInTransaction(
        em -> {
          for (Vehicle vehicle : List.of(car, sportsCar, truck)) {
            Vehicle managed = (Vehicle) em.find(type("Vehicle"), vehicle.id());
            model.drive(managed, 10);
            model.drive(managed, 20);
          }
        });
    List<Vehicle> all = list("select v from Vehicle v", Vehicle.class);
    assertEquals(1, roundTrips(() -> all.forEach(one -> assertEquals(2, model.trips(one)))));
  }

  @Test
  void references_to_many_of_the_root_are_loaded_in_one_exchange() {
    factory.runInTransaction(
        em -> {
          for (int i = 0; i < 20; i++) {
            em.persist(model.truck("T" + i, i, (Vehicle) em.find(type("Car"), car.id())));
          }
        });
    Runnable loop =
        () -> {
          manager.clear();
          List<Vehicle> trucks = list("select t from Truck t", Vehicle.class);
          assertEquals(21, trucks.size());
          trucks.forEach(one -> assertEquals("Beetle", model.tows(one).name()));
        };
    loop.run();
    assertEquals(2, roundTrips(loop), () -> statements.toString());
  }

  // ---- queries ----

  @Test
  void a_query_ranges_over_the_entity_and_all_below() {
    assertEquals(
        List.of("Beetle", "Hauler", "Spider"),
        names("select v.name from Vehicle v order by v.name"));
    assertEquals(List.of("Beetle", "Spider"), names("select c.name from Car c order by c.name"));
    assertEquals(List.of("Spider"), names("select s.name from SportsCar s"));
    assertEquals(
        List.of("Beetle", "Spider"),
        names("select c.name from Owner o join o.cars c order by c.name"));
    assertEquals(List.of("Spider"), names("select o.favourite.name from Owner o"));
  }

  @Test
  void one_statement_reads_instances_of_all_classes() {
    list("select c from Car c", Vehicle.class); // prepared and described once
    manager.clear();
    assertEquals(1, roundTrips(() -> list("select c from Car c", Vehicle.class)));
    List<Vehicle> all = list("select v from Vehicle v order by v.name", Vehicle.class);
    assertEquals(
        List.of(type("Car"), type("Truck"), type("SportsCar")),
        all.stream().<Class<?>>map(Object::getClass).toList());
    assertEquals(4, model.seats(all.get(0)));
    assertEquals(250, model.topSpeed(all.get(2)));
  }

  @Test
  void a_fetch_join_brings_the_real_classes() {
    List<Object> owners = list("select o from Owner o join fetch o.favourite", Object.class);
    assertEquals(
        0, roundTrips(() -> assertEquals("Spider", model.favourite(owners.get(0)).name())));
    manager.clear();
    List<Object> again = list("select o from Owner o join fetch o.vehicles", Object.class);
    assertEquals(0, roundTrips(() -> assertEquals(2, model.vehicles(again.get(0)).size())));
  }

  // ---- types in queries (specification 4.6.17.4 and 4.4.9) ----

  @Test
  void the_type_of_an_entity_is_compared_with_types_and_parameters() {
    assertEquals(List.of("Beetle"), names("select v.name from Vehicle v where type(v) = Car"));
    assertEquals(
        List.of("Hauler", "Spider"),
        names("select v.name from Vehicle v where type(v) <> Car order by v.name"));
    assertEquals(
        List.of("Beetle", "Hauler"),
        names("select v.name from Vehicle v where type(v) in (Car, Truck) order by v.name"));
    assertEquals(
        List.of("Spider"),
        manager
            .createQuery("select v.name from Vehicle v where type(v) = :type", String.class)
            .setParameter("type", type("SportsCar"))
            .getResultList());
    assertEquals(
        List.of("Beetle", "Spider"),
        manager
            .createQuery(
                "select v.name from Vehicle v where type(v) in :types order by v.name",
                String.class)
            .setParameter("types", List.of(type("SportsCar"), type("Car")))
            .getResultList());
    assertEquals(
        List.of("Ann"), names("select o.name from Owner o where type(o.favourite) = SportsCar"));
    assertEquals(
        List.of("Hauler"),
        manager
            .createQuery("select v.name from Vehicle v where type(v) = type(:one)", String.class)
            .setParameter("one", truck)
            .getResultList());
  }

  @Test
  void the_type_of_an_entity_is_selected_as_its_class() {
    assertEquals(
        List.of(type("Car"), type("Truck"), type("SportsCar")),
        list("select type(v) from Vehicle v order by v.name", Class.class));
    assertEquals(List.of(type("SportsCar")), list("select type(s) from SportsCar s", Class.class));
    assertEquals(
        List.of("car", "other", "sports"),
        names(
            "select case type(v) when Car then 'car' when SportsCar then 'sports' else 'other' end"
                + " from Vehicle v order by v.name"));
  }

  @Test
  void a_type_of_another_hierarchy_is_refused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> names("select v.name from Vehicle v where type(v) = Trip"));
    assertTrue(
        refused.getMessage().contains("entity Trip is not of the hierarchy of Vehicle"),
        refused::getMessage);
  }

  @Test
  void what_is_treated_as_a_subclass_has_its_attributes() {
    assertEquals(
        List.of("Spider"),
        names("select v.name from Vehicle v where treat(v as SportsCar).topSpeed > 200"));
    assertEquals(
        List.of("Beetle", "Hauler"),
        names(
            "select v.name from Vehicle v where treat(v as Truck).tons > 10"
                + " or treat(v as Car).seats = 4 order by v.name"));
    assertEquals(
        List.of("Hauler"),
        names("select v.name from Vehicle v where treat(v as Truck).tows.name = 'Beetle'"));
    assertEquals(
        List.of("Hauler"),
        names("select v.name from Vehicle v where treat(v as Truck).name like '%'"));
    assertEquals(
        List.of("Ann"),
        names("select o.name from Owner o where treat(o.favourite as SportsCar).topSpeed = 250"));
  }

  @Test
  void what_is_not_of_the_subclass_satisfies_no_condition_on_it() {
    assertEquals(
        List.of("Hauler"), names("select v.name from Vehicle v where treat(v as Truck).power = 0"));
    assertEquals(
        List.of(), names("select v.name from Vehicle v where treat(v as Truck).tons is null"));
    assertEquals(
        List.of(), names("select v.name from Vehicle v where not treat(v as Truck).power = 0"));
  }

  @Test
  void a_join_as_a_subclass_leaves_others_out() {
    assertEquals(
        List.of("Spider"),
        names("select s.name from Owner o join treat(o.vehicles as SportsCar) s"));
    assertEquals(
        List.of("Ann"), names("select o.name from Owner o left join treat(o.vehicles as Truck) t"));
    assertEquals(
        List.of("Spider"), names("select f.name from Owner o join treat(o.favourite as Car) f"));
    assertEquals(List.of(), names("select f.name from Owner o join treat(o.favourite as Truck) f"));
    assertEquals(
        List.of("Beetle"), names("select w.name from Vehicle v join treat(v as Truck).tows w"));
    assertEquals(
        List.of("Ann"),
        names(
            "select o.name from Owner o where exists (select 1 from treat(o.vehicles as SportsCar)"
                + " s where s.topSpeed = 250)"));
  }

  @Test
  void what_is_selected_as_a_subclass_is_of_it() {
    List<Vehicle> cars =
        list("select treat(v as Car) from Vehicle v order by v.name", Vehicle.class);
    assertEquals(List.of("Beetle", "Spider"), cars.stream().map(Vehicle::name).toList());
    assertEquals(250, model.topSpeed(cars.get(1)));
    assertEquals(1, list("select treat(v as SportsCar) from Vehicle v", type("SportsCar")).size());
  }

  @Test
  void entities_of_one_hierarchy_are_compared_by_their_ids() {
    assertEquals(
        List.of("Spider"), names("select c.name from Car c, Owner o where o.favourite = c"));
    assertEquals(
        List.of("Spider"),
        manager
            .createQuery("select v.name from Vehicle v where v = :one", String.class)
            .setParameter("one", sportsCar)
            .getResultList());
    assertEquals(
        List.of("Ann"),
        manager
            .createQuery("select o.name from Owner o where :car member of o.cars", String.class)
            .setParameter("car", car)
            .getResultList());
  }

  @Test
  void entities_of_several_classes_are_grouped() {
    assertEquals(
        List.of("Car", "SportsCar", "Truck"),
        list("select type(v) from Vehicle v group by type(v)", Class.class).stream()
            .map(one -> ((Class<?>) one).getSimpleName())
            .sorted()
            .toList());
    List<Object[]> counted =
        list("select v, count(t) from Vehicle v left join v.trips t group by v", Object[].class);
    assertEquals(3, counted.size());
  }

  // ---- bulk statements (specification 4.10) ----

  private int execute(String jpql) {
    manager.getTransaction().begin();
    int changed = manager.createQuery(jpql).executeUpdate();
    manager.getTransaction().commit();
    manager.clear();
    return changed;
  }

  @Test
  void a_bulk_update_changes_inherited_and_own_columns_of_a_class_and_those_below() {
    assertEquals(
        2,
        execute("update Car c set c.name = concat(c.name, '!'), c.seats = c.seats + c.power + 1"));
    assertEquals(
        List.of("Beetle!", "Hauler", "Spider!"),
        names("select v.name from Vehicle v order by v.name"));
    assertEquals(List.of(5, 3), list("select c.seats from Car c order by c.name", Integer.class));
  }

  @Test
  void a_bulk_update_reads_columns_of_other_tables_as_they_were() {
    assertEquals(
        1,
        execute(
            "update SportsCar s set s.name = 'New', s.topSpeed = length(s.name) + s.seats"
                + " where s.owner.name = 'Ann'"));
    assertEquals(List.of(8), list("select s.topSpeed from SportsCar s", Integer.class));
    assertEquals(0, execute("update Truck t set t.name = 'X' where t.name = 'Spider'"));
    assertEquals(3, execute("update Vehicle v set v.name = 'Same'"));
    assertEquals(List.of("Same", "Same", "Same"), names("select v.name from Vehicle v"));
  }

  @Test
  void a_bulk_update_takes_parameters_for_any_table() {
    manager.getTransaction().begin();
    int changed =
        manager
            .createQuery("update Car c set c.name = :name, c.seats = :seats where c.id = :id")
            .setParameter("name", "Bug")
            .setParameter("seats", 3)
            .setParameter("id", car.id())
            .executeUpdate();
    manager.getTransaction().commit();
    assertEquals(1, changed);
    assertEquals(3, model.seats(find("Car", car)));
    assertEquals("Bug", find("Car", car).name());
  }

  @Test
  void a_bulk_delete_leaves_no_row_of_the_class_in_any_table() {
    manager.getTransaction().begin();
    model.favour(manager.find(type("Owner"), 1), null);
    manager.getTransaction().commit();
    assertEquals(1, execute("delete from SportsCar s where s.topSpeed > 100"));
    assertEquals(
        List.of("Beetle", "Hauler"), names("select v.name from Vehicle v order by v.name"));
    assertEquals(1, execute("delete from Truck t where t.tows.name = 'Beetle'"));
    assertEquals(1, execute("delete from Vehicle v where v.name like 'B%'"));
    assertEquals(List.of(), names("select v.name from Vehicle v"));
    assertEquals(
        List.of(0L),
        manager
            .createNativeQuery(
                "select count(*) from " + (model == SingleTableVehicles.MODEL ? "vehicle" : "car"),
                Long.class)
            .getResultList());
  }
}
