package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Foreign keys to a class of a hierarchy whose row is of another class (Jakarta Persistence 3.2,
/// section 2.13.1): where one table holds all classes, the database does not keep them out.
@NullUnmarked // a null where none is expected fails the test by itself
class OtherClassReferenceTest {
  @Entity(name = "Boat")
  static class Boat {
    @Id int id;
  }

  @Entity(name = "Sailboat")
  static class Sailboat extends Boat {
    int sails;
  }

  @Entity(name = "Catamaran")
  static class Catamaran extends Sailboat {}

  @Entity(name = "Tug")
  static class Tug extends Boat {
    int power;
  }

  @Entity(name = "Trip")
  static class Trip {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Sailboat boat;

    @ManyToOne(fetch = FetchType.LAZY)
    Tug tug;
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Boat.class, Sailboat.class, Catamaran.class, Tug.class, Trip.class);
    unit.inTransaction(
        manager -> {
          Tug tug = new Tug();
          tug.id = 1;
          manager.persist(tug);
          Catamaran catamaran = new Catamaran();
          catamaran.id = 2;
          manager.persist(catamaran);
        });
    unit.sql(
        "insert into trip (id, boat_id) values (1, 1)",
        "insert into trip (id, tug_id) values (2, 2)",
        "insert into trip (id, boat_id) values (3, 2)");
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  private static void assertRefused(String attribute, String found, Consumer<EntityManager> work) {
    var failure = assertThrows(EntityNotFoundException.class, () -> unit.inTransaction(work));
    String message = failure.getMessage();
    assertTrue(message.startsWith(attribute), message);
    assertTrue(message.contains(found), message);
  }

  @Test
  void a_row_of_another_class_that_is_here_already_is_refused() {
    assertRefused(
        "Trip.boat of Trip#1 refers to a Sailboat",
        "Tug#1",
        manager -> {
          manager.find(Boat.class, 1);
          manager.find(Trip.class, 1);
        });
  }

  @Test
  void it_is_refused_for_a_class_without_subclasses_too() {
    assertRefused(
        "Trip.tug of Trip#2 refers to a Tug",
        "Catamaran#2",
        manager -> {
          manager.find(Boat.class, 2);
          manager.find(Trip.class, 2);
        });
  }

  @Test
  void a_row_of_another_class_that_is_not_here_is_refused() {
    assertRefused(
        "Trip.boat of Trip#1 refers to Sailboat#1",
        "does not exist",
        manager -> manager.find(Trip.class, 1));
  }

  @Test
  void a_row_of_a_subclass_is_taken() {
    unit.inTransaction(
        manager -> {
          Boat boat = manager.find(Boat.class, 2);
          assertEquals(boat, manager.find(Trip.class, 3).boat);
        });
  }
}
