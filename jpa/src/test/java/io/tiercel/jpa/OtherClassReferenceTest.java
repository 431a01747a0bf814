package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyJoinColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  @Embeddable
  static class Leg {
    int miles;

    @ManyToOne(fetch = FetchType.LAZY)
    Tug tug;

    @ManyToOne(fetch = FetchType.LAZY)
    Sailboat boat;
  }

  @Entity(name = "Voyage")
  static class Voyage {
    @Id int id;

    @ElementCollection
    @CollectionTable(name = "legs")
    List<Leg> legs = new ArrayList<>();

    @ElementCollection
    @CollectionTable(name = "tugs")
    @MapKeyJoinColumn(name = "tug_id")
    Map<Tug, String> tugs = new HashMap<>();

    @ManyToMany
    @JoinTable(name = "by_boat")
    @MapKeyJoinColumn(name = "boat_id")
    Map<Sailboat, Boat> byBoat = new HashMap<>();
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit =
        TestUnit.of(
            Boat.class,
            Sailboat.class,
            Catamaran.class,
            Tug.class,
            Trip.class,
            Leg.class,
            Voyage.class);
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
        "insert into trip (id, boat_id) values (3, 2)",
        "insert into voyage select generate_series(1, 5)",
        "insert into legs (voyage_id, miles, tug_id) values (1, 10, 2)",
        "insert into legs (voyage_id, miles, boat_id) values (2, 10, 1)",
        "insert into tugs (voyage_id, tug_id, tugs) values (3, 2, 'strong')",
        "insert into by_boat (voyage_id, boat_id, byboat_id) values (4, 1, 2)",
        "insert into legs (voyage_id, miles, tug_id, boat_id) values (5, 10, 1, 2)",
        "insert into tugs (voyage_id, tug_id, tugs) values (5, 1, 'strong')",
        "insert into by_boat (voyage_id, boat_id, byboat_id) values (5, 2, 1)");
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

  @Test
  void values_of_collections_that_refer_to_another_class_are_refused() {
    assertRefused(
        "Voyage.legs.tug of Voyage#1 refers to a Tug",
        "Catamaran#2",
        manager -> {
          manager.find(Boat.class, 2);
          assertEquals(1, manager.find(Voyage.class, 1).legs.size());
        });
    assertRefused(
        "Voyage.legs.boat of Voyage#2 refers to a Sailboat",
        "Tug#1",
        manager -> {
          manager.find(Boat.class, 1);
          assertEquals(1, manager.find(Voyage.class, 2).legs.size());
        });
    assertRefused(
        "Voyage.legs.boat of Voyage#2 refers to Sailboat#1",
        "does not exist",
        manager -> assertEquals(1, manager.find(Voyage.class, 2).legs.size()));
  }

  @Test
  void keys_of_maps_that_refer_to_another_class_are_refused() {
    assertRefused(
        "Voyage.tugs.",
        "Catamaran#2",
        manager -> {
          manager.find(Boat.class, 2);
          assertEquals(1, manager.find(Voyage.class, 3).tugs.size());
        });
    assertRefused(
        "a key of Voyage.byBoat of Voyage#4 refers to a Sailboat",
        "Tug#1",
        manager -> {
          manager.find(Boat.class, 1);
          assertEquals(1, manager.find(Voyage.class, 4).byBoat.size());
        });
    assertRefused(
        "a key of Voyage.byBoat of Voyage#4 refers to Sailboat#1",
        "does not exist",
        manager -> assertEquals(1, manager.find(Voyage.class, 4).byBoat.size()));
  }

  @Test
  void collections_of_the_right_classes_are_read() {
    unit.inTransaction(
        manager -> {
          Tug tug = manager.find(Tug.class, 1);
          Sailboat boat = manager.find(Catamaran.class, 2);
          Voyage voyage = manager.find(Voyage.class, 5);
          assertSame(tug, voyage.legs.getFirst().tug);
          assertSame(boat, voyage.legs.getFirst().boat);
          assertEquals(Map.of(tug, "strong"), voyage.tugs);
          assertEquals(Map.of(boat, tug), voyage.byBoat);
        });
  }
}
