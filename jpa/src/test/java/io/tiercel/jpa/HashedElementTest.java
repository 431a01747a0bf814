package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Elements of sets and keys of maps whose hash codes and equality come from what they refer to
/// eagerly: they are put in when that is there. Otherwise those of one number would be one element,
/// and the next flush would delete the rows of the others.
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HashedElementTest {
  @Entity(name = "Room")
  static class Room {
    @Id int id;
    String name;

    Room() {}

    Room(int id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  @Embeddable
  static class Chair {
    @ManyToOne Room room;
    int number;

    Chair() {}

    Chair(Room room, int number) {
      this.room = room;
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Chair chair
          && chair.number == number
          && Objects.equals(chair.room.name, room.name);
    }

    @Override
    public int hashCode() {
      return Objects.hash(number, room.name);
    }
  }

  @Entity(name = "Event")
  static class Event {
    @Id int id;
    @ElementCollection Set<Chair> free = new HashSet<>();
    @ElementCollection Map<Chair, String> guests = new HashMap<>();

    Event() {}

    Event(int id) {
      this.id = id;
    }
  }

  private static final int ROOMS = 5;

  private TestUnit unit;

  @BeforeAll
  void open() {
    unit = TestUnit.of(Room.class, Chair.class, Event.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          Event one = new Event(1);
          Event two = new Event(2);
          for (int i = 0; i < ROOMS; i++) {
            Room room = new Room(i, "room " + i);
            manager.persist(room);
            one.free.add(new Chair(room, 1));
            one.guests.put(new Chair(room, 1), "guest " + i);
            two.free.add(new Chair(room, 2));
          }
          manager.persist(one);
          manager.persist(two);
        });
  }

  private static Chair chair(int room, int number) {
    return new Chair(new Room(-1, "room " + room), number);
  }

  private static void assertWhole(Event one) {
    assertEquals(ROOMS, one.free.size());
    assertEquals(ROOMS, one.guests.size());
    for (int i = 0; i < ROOMS; i++) {
      assertTrue(one.free.contains(chair(i, 1)));
      assertEquals("guest " + i, one.guests.get(chair(i, 1)));
    }
  }

  @Test
  void a_set_is_filled_when_its_elements_are_known() {
    List<String> statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      List<Event> events =
                          manager
                              .createQuery("from Event order by id", Event.class)
                              .getResultList();
                      assertEquals(ROOMS, events.getFirst().free.size());
                      assertTrue(events.getLast().free.contains(chair(2, 2)));
                    }));
    assertEquals(3, statements.size(), statements::toString);
    assertTrue(statements.stream().allMatch(sql -> sql.startsWith("select")), statements::toString);
  }

  @Test
  void a_map_is_filled_when_its_keys_are_known() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Event one = manager.find(Event.class, 1);
      assertEquals("guest 3", one.guests.get(chair(3, 1)));
      assertWhole(one);
    }
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertWhole(
          manager
              .createQuery(
                  "select e from Event e left join fetch e.guests left join fetch e.free where e.id"
                      + " = 1",
                  Event.class)
              .getSingleResult());
    }
  }

  @Test
  void merge_fills_a_new_copy_so_too() {
    Event detached = new Event(3);
    for (int i = 0; i < ROOMS; i++) {
      detached.free.add(new Chair(new Room(i, "not merged " + i), 1));
      detached.guests.put(new Chair(new Room(i, "not merged " + i), 1), "guest " + i);
    }
    unit.inTransaction(manager -> assertWhole(manager.merge(detached)));
    assertEquals((long) ROOMS, unit.value("select count(*) from event_free where event_id = 3"));
  }
}
