package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is read together with an instance that is found by its id: how many statements that takes,
/// and that they travel in one exchange.
@NullUnmarked // a null where none is expected fails the test by itself
class OneExchangeTest {

  @Entity(name = "Town")
  static class Town {
    @Id int id;
    String name;
    @ManyToOne Land land;

    @OneToMany(mappedBy = "town")
    Set<House> houses;
  }

  @Entity(name = "Land")
  static class Land {
    @Id int id;
    String name;

    @OneToMany(mappedBy = "land")
    Set<Lake> lakes;
  }

  @Entity(name = "Lake")
  static class Lake {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Land land;
  }

  @Entity(name = "House")
  static class House {
    @Id int id;
    @ManyToOne Town town;

    @ManyToOne(fetch = FetchType.LAZY)
    Land builtIn;

    @OneToMany(mappedBy = "house")
    List<Room> rooms;

    @ManyToMany Set<Town> twins;

    @OneToMany
    @JoinColumn(name = "owner_id")
    Set<Key> keys;

    @ElementCollection Set<String> colours = new HashSet<>();

    @OneToOne(mappedBy = "house")
    Roof roof;
  }

  @Entity(name = "Room")
  static class Room {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    House house;

    @OneToMany(mappedBy = "room", fetch = FetchType.EAGER)
    Set<Chair> chairs;
  }

  @Entity(name = "Chair")
  static class Chair {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Room room;
  }

  @Entity(name = "Roof")
  static class Roof {
    @Id int id;
    @OneToOne House house;
  }

  @Entity(name = "Lock")
  static class Key {
    @Id int id;
  }

  @Entity(name = "Worker")
  static class Worker {
    @Id int id;
    String name;
    @ManyToOne Worker chief;

    Worker chief() {
      return chief;
    }
  }

  /// Refers to what refers back.
  @Entity(name = "Left")
  static class Left {
    @Id int id;
    @ManyToOne Right right;
  }

  @Entity(name = "Right")
  static class Right {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Left left;
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit =
        TestUnit.of(
            Town.class,
            Land.class,
            Lake.class,
            House.class,
            Room.class,
            Chair.class,
            Roof.class,
            Key.class,
            Worker.class,
            Left.class,
            Right.class);
    unit.sql(
        "insert into land values (1, 'l1'), (2, 'l2')",
        "insert into lake (id, land_id) select n, 1 + n % 2 from generate_series(1, 6) n",
        "insert into town (id, name, land_id) values (1, 't1', 2), (2, 't2', null)",
        "insert into house (id, town_id, builtin_id) values (1, 1, 1), (2, null, null), (3, 2, 2)",
        "insert into room (id, house_id) values (1, 1), (2, 1), (3, 2)",
        "insert into chair (id, room_id) values (1, 1), (2, 1), (3, 2)",
        "insert into roof (id, house_id) values (7, 1)",
        "insert into lock (id, owner_id) values (1, 1), (2, 1), (3, 2)",
        "insert into house_town (house_id, twins_id) values (1, 1), (1, 2)",
        "insert into house_colours (house_id, colours) values (1, 'red'), (1, 'blue'), (2, 'red')",
        "insert into worker (id, name, chief_id) values (1, 'a', null)",
        "insert into worker (id, name, chief_id) select n, 'w', n - 1 from generate_series(2, 6) n",
        "insert into \"left\" (id) values (1)",
        "insert into \"right\" (id, left_id) values (1, 1)",
        "update \"left\" set right_id = 1");
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  /// What work costs once its statements are prepared.
  private record Cost(long roundTrips, List<String> statements) {

    static Cost of(Function<EntityManager, ?> work) {
      Runnable run =
          () -> {
            try (EntityManager manager = unit.factory().createEntityManager()) {
              Object unused = work.apply(manager);
            }
          };
      run.run();
      List<String> statements = unit.statements(run);
      return new Cost(unit.roundTrips(run), statements);
    }
  }

  private static boolean isLoaded(Object entity, String attribute) {
    return unit.factory().getPersistenceUnitUtil().isLoaded(entity, attribute);
  }

  @Test
  void the_classic_loop_is_one_query_and_one_more_for_the_association() {
    Cost cost =
        Cost.of(
            manager -> {
              int lakes = 0;
              for (Land land : manager.createQuery("from Land", Land.class).getResultList()) {
                lakes += land.lakes.size();
              }
              assertEquals(6, lakes);
              return lakes;
            });
    assertEquals(2, cost.statements().size(), cost.statements()::toString);
    assertEquals(2, cost.roundTrips());
  }

  @Test
  void eager_associations_come_with_the_row_that_refers_to_them() {
    Cost cost =
        Cost.of(
            manager -> {
              Town town = manager.find(Town.class, 1);
              assertTrue(isLoaded(town, "land"));
              assertEquals("l2", town.land.name);
              return town;
            });
    assertEquals(1, cost.roundTrips());
    assertEquals(1, cost.statements().size(), cost.statements()::toString);
  }

  @Test
  void an_eager_association_may_hold_nothing() {
    Cost cost =
        Cost.of(
            manager -> {
              assertNull(manager.find(Town.class, 2).land);
              return manager.find(Town.class, 3);
            });
    assertEquals(2, cost.roundTrips());
  }

  @Test
  void a_graph_over_four_collections_is_one_exchange_and_no_cartesian_product() {
    Cost cost =
        Cost.of(
            manager -> {
              EntityGraph<House> graph = manager.createEntityGraph(House.class);
              graph.addAttributeNodes("rooms", "twins", "keys", "colours", "builtIn");
              House house = manager.find(graph, 1);
              for (String name : List.of("rooms", "twins", "keys", "colours", "builtIn", "town")) {
                assertTrue(isLoaded(house, name), name);
              }
              assertEquals(2, house.rooms.size());
              assertEquals(Set.of("red", "blue"), house.colours);
              assertEquals(7, house.roof.id);
              assertSame(house, house.roof.house);
              assertSame(house.town, manager.find(Town.class, 1));
              return house;
            });
    // The house with its town, land and builtIn; roof, rooms, twins, keys, colours. Then the
    // chairs of the rooms; everything else that is eager below is here by then.
    assertEquals(7, cost.statements().size(), cost.statements()::toString);
    assertEquals(2, cost.roundTrips());
  }

  @Test
  void what_a_graph_leads_to_three_levels_down_is_one_exchange_for_each_further_level() {
    Cost cost =
        Cost.of(
            manager -> {
              EntityGraph<Town> graph = manager.createEntityGraph(Town.class);
              var houses = graph.addElementSubgraph("houses");
              houses.addSubgraph("rooms").addAttributeNodes("chairs");
              Town town = manager.find(graph, 1);
              House house = town.houses.iterator().next();
              assertEquals(3, house.rooms.stream().mapToInt(room -> room.chairs.size()).sum());
              return town;
            });
    // Town and houses; rooms and roofs; chairs.
    assertEquals(3, cost.roundTrips(), cost.statements()::toString);
  }

  @Test
  void a_chain_of_one_type_is_joined_once() {
    Cost cost =
        Cost.of(
            manager -> {
              Worker worker = manager.find(Worker.class, 6);
              for (int id = 5; id > 0; id--) {
                worker = worker.chief();
                assertEquals(id, worker.id);
              }
              return assertNull(worker.chief());
            });
    // 6 with 5; 4; 3; 2; 1.
    assertEquals(5, cost.roundTrips(), cost.statements()::toString);
  }

  private static Object assertNull(Object value) {
    org.junit.jupiter.api.Assertions.assertNull(value);
    return 0;
  }

  @Test
  void what_is_found_is_of_its_own_class_though_what_comes_with_it_refers_to_it() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Left left = manager.find(Left.class, 1);
      assertSame(Left.class, left.getClass());
      assertSame(left, left.right.left);
    }
  }

  @Test
  void rows_whose_owner_does_not_exist_stay_out_of_the_context() {
    unit.sql(
        "set session_replication_role = replica",
        "insert into room (id, house_id) values (99, 99)");
    try {
      Cost cost =
          Cost.of(
              manager -> {
                EntityGraph<House> graph = manager.createEntityGraph(House.class);
                graph.addAttributeNodes("rooms");
                assertNull(manager.find(graph, 99));
                return manager.find(Room.class, 99);
              });
      assertEquals(2, cost.roundTrips());
    } finally {
      unit.sql("delete from room where id = 99");
    }
  }

  @Test
  void a_lock_is_on_the_row_that_is_found() {
    unit.inTransaction(
        manager -> {
          Town town = manager.find(Town.class, 1, LockModeType.PESSIMISTIC_WRITE);
          assertEquals("l2", town.land.name);
          // Another transaction changes what came with it, and does not wait.
          unit.sql("set lock_timeout = 1000; update land set name = name where id = 2");
        });
  }

  @Test
  void what_is_managed_already_keeps_its_state() {
    unit.inTransaction(
        manager -> {
          Land land = manager.find(Land.class, 2);
          land.name = "changed here";
          Town town = manager.find(Town.class, 1);
          assertSame(land, town.land);
          assertEquals("changed here", town.land.name);
          manager.getTransaction().setRollbackOnly();
        });
  }

  @Test
  void refresh_reads_eager_collections_anew_in_one_exchange() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Room room = manager.find(Room.class, 1);
      assertEquals(2, room.chairs.size());
      unit.sql("update chair set room_id = 1 where id = 3");
      try {
        assertEquals(1, unit.roundTrips(() -> manager.refresh(room)));
        assertEquals(3, room.chairs.size());
      } finally {
        unit.sql("update chair set room_id = 2 where id = 3");
      }
    }
  }

  @Test
  void a_fetch_graph_leaves_out_what_it_does_not_name() {
    Cost cost =
        Cost.of(
            manager -> {
              EntityGraph<Town> graph = manager.createEntityGraph(Town.class);
              graph.addAttributeNodes("houses");
              Town town =
                  manager.find(Town.class, 1, Map.of("jakarta.persistence.fetchgraph", graph));
              assertTrue(isLoaded(town, "houses"));
              return assertNull(isLoaded(town, "land") ? town.land : null);
            });
    assertNotNull(cost.statements());
    assertTrue(
        cost.statements().stream().noneMatch(sql -> sql.contains("land j")),
        cost.statements()::toString);
  }
}
