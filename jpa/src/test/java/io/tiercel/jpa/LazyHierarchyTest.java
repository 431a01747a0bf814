package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Lazy associations with classes that have subclasses: an instance that is not read yet is of its
/// own class all the same, and costs nothing before it is touched.
@NullUnmarked // a null where none is expected fails the test by itself
class LazyHierarchyTest {

  @Entity(name = "Ship")
  @Inheritance
  static class Ship {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  @Entity(name = "Tanker")
  static class Tanker extends Ship {
    int volume;

    int volume() {
      return volume;
    }
  }

  @Entity(name = "Beast")
  @Inheritance(strategy = InheritanceType.JOINED)
  abstract static class Beast {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  @Entity(name = "Dog")
  static class Dog extends Beast {
    int tricks;
  }

  @Entity(name = "Puppy")
  static class Puppy extends Dog {
    int weeks;
  }

  @Entity(name = "Cat")
  static class Cat extends Beast {
    int lives;
  }

  @Entity(name = "Part")
  @Inheritance(strategy = InheritanceType.JOINED)
  @DiscriminatorColumn(name = "kind")
  static class Part {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  @Entity(name = "Wheel")
  static class Wheel extends Part {
    int spokes;
  }

  @Entity(name = "Tool")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  static class Tool {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  @Entity(name = "Saw")
  static class Saw extends Tool {
    int teeth;
  }

  @Entity(name = "Shape")
  @Inheritance
  abstract static sealed class Shape permits Circle {
    @Id int id;
  }

  @Entity(name = "Circle")
  static non-sealed class Circle extends Shape {}

  @Embeddable
  static class Spare {
    @ManyToOne(fetch = FetchType.LAZY)
    Part spare;
  }

  @Entity(name = "Crew")
  @Inheritance
  static class Crew {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Ship ship;

    @ManyToOne(fetch = FetchType.LAZY)
    Beast mascot;

    @Embedded Spare parts;
    @ManyToOne Crew partner;

    @ManyToOne(fetch = FetchType.LAZY)
    Harbour harbour;
  }

  @Entity(name = "Pirates")
  static class Pirates extends Crew {
    @ManyToOne(fetch = FetchType.LAZY)
    Ship prey;
  }

  @Entity(name = "Harbour")
  static class Harbour {
    @Id int id;

    @OneToMany(mappedBy = "harbour")
    List<Crew> crews;
  }

  @Entity(name = "Bench")
  static class Bench {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Tool tool;

    @ManyToOne(fetch = FetchType.LAZY)
    Shape shape;
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit =
        TestUnit.of(
            Ship.class,
            Tanker.class,
            Beast.class,
            Dog.class,
            Puppy.class,
            Cat.class,
            Part.class,
            Wheel.class,
            Tool.class,
            Saw.class,
            Shape.class,
            Circle.class,
            Spare.class,
            Crew.class,
            Pirates.class,
            Harbour.class,
            Bench.class);
    unit.inTransaction(LazyHierarchyTest::fill);
  }

  private static void fill(EntityManager manager) {
    Harbour harbour = new Harbour();
    harbour.id = 1;
    manager.persist(harbour);
    for (int i = 1; i <= 6; i++) {
      Ship ship = i % 2 == 0 ? new Tanker() : new Ship();
      ship.id = i;
      ship.name = "ship " + i;
      manager.persist(ship);
      Beast beast = i % 3 == 0 ? new Dog() : i % 3 == 1 ? new Cat() : new Puppy();
      beast.id = i;
      beast.name = "beast " + i;
      manager.persist(beast);
      Part part = i % 2 == 0 ? new Wheel() : new Part();
      part.id = i;
      part.name = "part " + i;
      manager.persist(part);
      Crew crew = i < 5 ? new Crew() : new Pirates();
      crew.id = i;
      crew.ship = ship;
      crew.mascot = beast;
      crew.parts = new Spare();
      crew.parts.spare = part;
      crew.harbour = harbour;
      if (crew instanceof Pirates pirates) {
        pirates.prey = manager.find(Ship.class, 2);
      }
      manager.persist(crew);
      Tool tool = i % 2 == 0 ? new Saw() : new Tool();
      tool.id = i;
      tool.name = "tool " + i;
      manager.persist(tool);
      Circle circle = new Circle();
      circle.id = i;
      manager.persist(circle);
      Bench bench = new Bench();
      bench.id = i;
      bench.tool = tool;
      bench.shape = circle;
      manager.persist(bench);
    }
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  /// The round trips of work once its statements are prepared.
  private static long roundTrips(Function<EntityManager, ?> work) {
    Runnable run =
        () -> {
          try (EntityManager manager = unit.factory().createEntityManager()) {
            Object unused = work.apply(manager);
          }
        };
    run.run();
    return unit.roundTrips(run);
  }

  private static boolean isLoaded(Object entity) {
    return unit.factory().getPersistenceUnitUtil().isLoaded(entity);
  }

  private static void check(Crew crew) {
    assertEquals(crew.id % 2 == 0, crew.ship instanceof Tanker);
    assertEquals(crew.id % 2 == 0, crew.parts.spare instanceof Wheel);
    Class<?> beast = crew.id % 3 == 0 ? Dog.class : crew.id % 3 == 1 ? Cat.class : Puppy.class;
    assertInstanceOf(beast, crew.mascot);
    assertEquals(beast == Puppy.class, crew.mascot instanceof Puppy);
    if (crew instanceof Pirates pirates) {
      assertInstanceOf(Tanker.class, pirates.prey);
    }
  }

  private static void checkUnread(Crew crew) {
    check(crew);
    assertFalse(isLoaded(crew.ship));
    assertFalse(isLoaded(crew.mascot));
    assertFalse(isLoaded(crew.parts.spare));
  }

  private static List<Crew> crews(EntityManager manager, String jpql) {
    List<Crew> crews = manager.createQuery(jpql, Crew.class).getResultList();
    assertEquals(6, crews.size());
    return crews;
  }

  @Test
  void untouched_ones_cost_a_query_nothing_and_are_of_their_classes() {
    assertEquals(
        1,
        roundTrips(
            manager -> {
              crews(manager, "from Crew").forEach(LazyHierarchyTest::checkUnread);
              return 0;
            }));
  }

  @Test
  void the_first_touch_reads_those_of_all_classes_in_one_exchange() {
    assertEquals(
        3,
        roundTrips(
            manager -> {
              List<Crew> crews = crews(manager, "from Crew");
              for (Crew crew : crews) {
                assertEquals("ship " + crew.id, crew.ship.name());
                assertEquals("beast " + crew.id, crew.mascot.name());
                check(crew);
                assertTrue(isLoaded(crew.ship));
              }
              return 0;
            }));
  }

  @Test
  void untouched_ones_cost_find_nothing() {
    assertEquals(
        1,
        roundTrips(
            manager -> {
              checkUnread(manager.find(Crew.class, 3));
              return 0;
            }));
    assertEquals(
        1,
        roundTrips(
            manager -> {
              checkUnread(manager.find(Pirates.class, 6));
              return 0;
            }));
  }

  @Test
  void so_are_those_of_the_elements_of_a_collection() {
    assertEquals(
        2,
        roundTrips(
            manager -> {
              Harbour harbour = manager.find(Harbour.class, 1);
              assertEquals(6, harbour.crews.size());
              harbour.crews.forEach(LazyHierarchyTest::checkUnread);
              return 0;
            }));
    assertEquals(
        1,
        roundTrips(
            manager -> {
              var graph = manager.createEntityGraph(Harbour.class);
              graph.addAttributeNodes("crews");
              manager.find(graph, 1).crews.forEach(LazyHierarchyTest::checkUnread);
              return 0;
            }));
  }

  @Test
  void queries_that_sort_group_lock_and_fetch_tell_the_classes_too() {
    for (String jpql :
        List.of(
            "select distinct c from Crew c order by c.id",
            "select c from Crew c left join c.partner p group by c having count(p) = 0",
            "select c from Crew c union select c from Crew c where c.id > 3",
            "select m from Crew m where m.ship is not null",
            "select c from Harbour h join h.crews c join fetch c.harbour")) {
      try (EntityManager manager = unit.factory().createEntityManager()) {
        crews(manager, jpql).forEach(LazyHierarchyTest::checkUnread);
      }
    }
    unit.inTransaction(
        manager -> {
          List<Crew> locked =
              manager
                  .createQuery("from Crew c", Crew.class)
                  .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                  .getResultList();
          locked.forEach(LazyHierarchyTest::checkUnread);
          checkUnread(manager.find(Crew.class, 1, LockModeType.PESSIMISTIC_WRITE));
        });
    try (EntityManager manager = unit.factory().createEntityManager();
        var stream = manager.createQuery("from Crew c", Crew.class).getResultStream()) {
      assertEquals(6, stream.peek(LazyHierarchyTest::checkUnread).count());
    }
  }

  @Test
  void a_native_query_reads_them_with_the_result() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      for (Object crew :
          manager.createNativeQuery("select * from crew", Crew.class).getResultList()) {
        check((Crew) crew);
        assertTrue(isLoaded(((Crew) crew).ship));
      }
    }
  }

  @Test
  void one_is_the_instance_that_is_found_later() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Crew crew = manager.find(Crew.class, 2);
      Ship ship = manager.find(Tanker.class, 2);
      assertSame(crew.ship, ship);
      assertTrue(isLoaded(ship));
      Beast beast = manager.getReference(Beast.class, 2);
      assertSame(crew.mascot, beast);
      assertFalse(isLoaded(beast));
      assertEquals("beast 2", beast.name());
    }
  }

  @Test
  void one_that_was_not_read_is_set_and_kept() {
    unit.inTransaction(
        manager -> manager.find(Crew.class, 1).ship = manager.find(Crew.class, 4).ship);
    try {
      unit.inTransaction(
          manager -> {
            assertInstanceOf(Tanker.class, manager.find(Crew.class, 1).ship);
            assertEquals("ship 4", manager.find(Crew.class, 1).ship.name());
          });
    } finally {
      unit.inTransaction(
          manager -> manager.find(Crew.class, 1).ship = manager.getReference(Ship.class, 1));
    }
  }

  @Test
  void one_whose_row_is_missing_or_of_an_unknown_class_is_told_at_once() {
    unit.sql(
        "set session_replication_role = replica",
        "insert into crew (id, ship_id, dtype) values (77, 99, 'Crew')",
        "insert into ship (id, dtype) values (98, 'Raft')",
        "insert into crew (id, ship_id, dtype) values (78, 98, 'Crew')");
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertThrows(EntityNotFoundException.class, () -> manager.find(Crew.class, 77));
      Exception unknown = assertThrows(RuntimeException.class, () -> manager.find(Crew.class, 78));
      assertTrue(unknown.getMessage().contains("98"), unknown::getMessage);
    } finally {
      unit.sql("delete from crew where id > 70", "delete from ship where id > 70");
    }
  }

  @Test
  void unions_of_tables_and_sealed_classes_are_read_with_the_result_of_their_owners() {
    assertEquals(
        2,
        roundTrips(
            manager -> {
              for (Bench bench : manager.createQuery("from Bench", Bench.class).getResultList()) {
                assertEquals(bench.id % 2 == 0, bench.tool instanceof Saw);
                assertEquals("tool " + bench.id, bench.tool.name());
                assertInstanceOf(Circle.class, bench.shape);
              }
              return 0;
            }));
  }
}
