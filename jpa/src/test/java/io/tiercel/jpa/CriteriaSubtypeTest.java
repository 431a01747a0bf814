package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.MapKey;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.MapJoin;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Selection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Types and downcasting in criteria queries (Jakarta Persistence 3.2, sections 6.5.5 and 6.5.7).
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaSubtypeTest {

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Vehicle")
  static class Vehicle {
    @Id private int id;

    Vehicle() {}

    Vehicle(int id) {
      this.id = id;
    }
  }

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Car")
  static class Car extends Vehicle {
    private int doors;

    Car() {}

    Car(int id, int doors) {
      super(id);
      this.doors = doors;
    }
  }

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Lorry")
  static class Lorry extends Vehicle {
    private int tons;

    Lorry() {}

    Lorry(int id, int tons) {
      super(id);
      this.tons = tons;
    }
  }

  @SuppressWarnings("UnusedVariable") // queries read the fields
  @Entity(name = "Fleet")
  static class Fleet {
    @Id private int id = 1;

    @OneToMany(cascade = CascadeType.ALL)
    private List<Vehicle> vehicles = new ArrayList<>();

    @ManyToMany
    @MapKey
    @JoinTable(name = "spare")
    private Map<Integer, Vehicle> spare = new HashMap<>();
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void fill() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("fleet")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Vehicle.class)
            .managedClass(Car.class)
            .managedClass(Lorry.class)
            .managedClass(Fleet.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
    factory.runInTransaction(
        manager -> {
          var fleet = new Fleet();
          fleet.vehicles.addAll(List.of(new Car(1, 3), new Car(2, 5), new Lorry(3, 7)));
          fleet.spare.put(2, fleet.vehicles.get(1));
          fleet.spare.put(3, fleet.vehicles.get(2));
          manager.persist(fleet);
        });
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  private static void run(BiConsumer<EntityManager, CriteriaBuilder> work) {
    factory.runInTransaction(manager -> work.accept(manager, manager.getCriteriaBuilder()));
  }

  @Test
  void the_type_of_a_root_is_compared() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Vehicle> vehicle = query.from(Vehicle.class);
          query.select(vehicle.get("id")).orderBy(builder.asc(vehicle.get("id")));
          query.where(builder.equal(vehicle.type(), Lorry.class));
          assertEquals(List.of(3), manager.createQuery(query).getResultList());
          query.where(builder.notEqual(vehicle.type(), builder.literal(Lorry.class)));
          assertEquals(List.of(1, 2), manager.createQuery(query).getResultList());
          query.where(vehicle.type().in(Car.class, Lorry.class));
          assertEquals(List.of(1, 2, 3), manager.createQuery(query).getResultList());
        });
  }

  @Test
  void a_type_may_be_a_parameter() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Vehicle> vehicle = query.from(Vehicle.class);
          var type = builder.parameter(Class.class, "type");
          query.select(vehicle.get("id")).where(builder.equal(vehicle.type(), type));
          assertEquals(
              List.of(3),
              manager.createQuery(query).setParameter(type, Lorry.class).getResultList());
        });
  }

  @Test
  @SuppressWarnings("unchecked") // an item of any type
  void an_entity_type_is_selected_by_its_literal() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Object> query = builder.createQuery();
          Root<Vehicle> vehicle = query.from(Vehicle.class);
          query.select((Selection<Object>) (Selection<?>) builder.literal(Lorry.class));
          query.where(builder.equal(vehicle.type(), Lorry.class)).distinct(true);
          assertEquals(List.of(Lorry.class), manager.createQuery(query).getResultList());
          assertEquals(
              List.of(Car.class),
              manager.createQuery("select distinct Car from Vehicle v").getResultList());
          assertThrows(
              IllegalArgumentException.class,
              () -> manager.createQuery("select v from Vehicle v where v.id = Car"));
        });
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // a class literal has no type arguments
  void a_collection_stays_one_whatever_it_is_read_as() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Fleet> fleet = query.from(Fleet.class);
          Path<Object> vehicles = fleet.get("vehicles");
          query.select(builder.size(vehicles.as(Collection.class)));
          int size =
              manager.createQuery("select v from Fleet f join f.vehicles v").getResultList().size();
          assertTrue(size > 0);
          assertEquals(size, manager.createQuery(query).getSingleResult());
          Vehicle one = manager.find(Fleet.class, 1).vehicles.getFirst();
          query.where(
              builder.isMember(one, vehicles.as(Collection.class)),
              builder.isNotEmpty(vehicles.as(Collection.class)));
          assertEquals(1, manager.createQuery(query).getResultList().size());
          query.where(builder.isEmpty(vehicles.as(Collection.class)));
          assertEquals(List.of(), manager.createQuery(query).getResultList());
        });
  }

  @Test
  void a_treated_root_has_the_attributes_of_the_subtype() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Vehicle> vehicle = query.from(Vehicle.class);
          query.select(vehicle.get("id")).orderBy(builder.asc(vehicle.get("id")));
          query.where(
              builder.or(
                  builder.gt(builder.treat(vehicle, Car.class).<Integer>get("doors"), 3),
                  builder.gt(builder.treat(vehicle, Lorry.class).<Integer>get("tons"), 5)));
          assertEquals(List.of(2, 3), manager.createQuery(query).getResultList());
          assertThrows(IllegalArgumentException.class, () -> vehicle.get("doors"));
        });
  }

  @Test
  void a_join_treated_as_one_subtype_ranges_over_it_only() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Fleet> fleet = query.from(Fleet.class);
          ListJoin<Fleet, Car> car = builder.treat(fleet.joinList("vehicles"), Car.class);
          query.select(car.get("doors")).orderBy(builder.asc(car.get("doors")));
          assertEquals(List.of(3, 5), manager.createQuery(query).getResultList());
        });
  }

  @Test
  void a_join_treated_as_two_subtypes_is_treated_where_it_is_used() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          Root<Fleet> fleet = query.from(Fleet.class);
          Join<Fleet, Vehicle> vehicle = fleet.join("vehicles", JoinType.INNER);
          query.select(vehicle.get("id")).orderBy(builder.asc(vehicle.get("id")));
          query.where(
              builder.or(
                  builder.equal(builder.treat(vehicle, Car.class).get("doors"), 3),
                  builder.equal(builder.treat(vehicle, Lorry.class).get("tons"), 7)));
          assertEquals(List.of(1, 3), manager.createQuery(query).getResultList());
        });
  }

  @Test
  void a_map_of_entities_is_treated() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
          MapJoin<Fleet, Integer, Vehicle> spare = query.from(Fleet.class).joinMap("spare");
          MapJoin<Fleet, Integer, Car> car = builder.treat(spare, Car.class);
          query.select(car.get("doors")).where(builder.equal(car.key(), 2));
          assertEquals(List.of(5), manager.createQuery(query).getResultList());
        });
  }
}
