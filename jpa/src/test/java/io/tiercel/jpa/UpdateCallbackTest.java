package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which changes count as an update, and which of them are written (Jakarta Persistence 3.2,
/// sections 3.5.2 and 3.6.3): the state of an entity includes its collections of values and the
/// associations it owns.
@NullUnmarked // a null where none is expected fails the test by itself
class UpdateCallbackTest {
  private static final List<String> CALLS = new ArrayList<>();

  @Entity(name = "Gear")
  static class Gear {
    @Id int id;
    int turns;
    @Transient Runnable before = () -> {};

    @PreUpdate
    void beforeUpdate() {
      CALLS.add("before " + id);
      before.run();
    }
  }

  @Entity(name = "Dial")
  static class Dial {
    @Id int id;
    int shows;
    @ElementCollection Set<String> marks = new HashSet<>();
  }

  @Entity(name = "Clock")
  static class Clock {
    @Id int id;
    @Version int version;
    int hour;

    @PostUpdate
    void afterUpdate() {
      CALLS.add("after " + version);
    }
  }

  @Entity(name = "Tower")
  static class Tower {
    @Id int id;
    @ElementCollection Set<String> names = new HashSet<>();
    @ManyToMany Set<Dial> dials = new HashSet<>();

    @PreUpdate
    void beforeUpdate() {
      CALLS.add("before");
    }

    @PostUpdate
    void afterUpdate() {
      CALLS.add("after");
    }
  }

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Gear.class, Dial.class, Clock.class, Tower.class);
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          for (int id = 1; id <= 3; id++) {
            Gear gear = new Gear();
            gear.id = id;
            manager.persist(gear);
          }
          Dial dial = new Dial();
          dial.id = 1;
          manager.persist(dial);
          Clock clock = new Clock();
          clock.id = 1;
          manager.persist(clock);
          Tower tower = new Tower();
          tower.id = 1;
          manager.persist(tower);
        });
    CALLS.clear();
  }

  private static Gear gear(EntityManager manager, int id) {
    return manager.find(Gear.class, id);
  }

  private static int turns(int id) {
    return unit.query(manager -> gear(manager, id).turns);
  }

  private static int version() {
    return unit.query(manager -> manager.find(Clock.class, 1).version);
  }

  private static int shown() {
    return unit.query(manager -> manager.find(Dial.class, 1).shows);
  }

  @Test
  void what_a_callback_changes_in_an_instance_that_comes_later_is_written_and_told() {
    unit.inTransaction(
        manager -> {
          Gear first = gear(manager, 1);
          Gear second = gear(manager, 2);
          first.before = () -> second.turns = 7;
          first.turns = 1;
        });
    assertEquals(7, turns(2));
    assertEquals(List.of("before 1", "before 2"), CALLS);
  }

  @Test
  void what_a_callback_changes_in_an_instance_that_came_earlier_is_written_and_told() {
    unit.inTransaction(
        manager -> {
          Gear first = gear(manager, 1);
          Gear second = gear(manager, 2);
          second.before = () -> first.turns = 7;
          second.turns = 1;
        });
    assertEquals(7, turns(1));
    assertEquals(1, turns(2));
    assertEquals(List.of("before 2", "before 1"), CALLS);
  }

  @Test
  void callbacks_that_change_each_others_instances_are_called_once_each() {
    unit.inTransaction(
        manager -> {
          Gear first = gear(manager, 1);
          Gear second = gear(manager, 2);
          Gear third = gear(manager, 3);
          third.before = () -> second.turns++;
          second.before = () -> first.turns++;
          first.before = () -> third.turns++;
          third.turns = 10;
        });
    assertEquals(List.of("before 3", "before 2", "before 1"), CALLS);
    assertEquals(List.of(1, 1, 11), List.of(turns(1), turns(2), turns(3)));
  }

  @Test
  void an_instance_without_callbacks_may_be_changed_by_a_callback_with_its_collections() {
    unit.inTransaction(
        manager -> {
          Dial dial = manager.find(Dial.class, 1);
          Gear gear = gear(manager, 1);
          gear.before =
              () -> {
                dial.shows = 5;
                dial.marks.add("V");
              };
          gear.turns = 1;
        });
    assertEquals(5, shown());
    assertEquals(1L, unit.value("select count(*) from dial_marks"));
  }

  @Test
  void a_forced_increment_counts_once_though_a_callback_follows_it() {
    unit.inTransaction(
        manager -> manager.find(Clock.class, 1, LockModeType.OPTIMISTIC_FORCE_INCREMENT));
    assertEquals(List.of("after 1"), CALLS);
    assertEquals(1, version());
  }

  @Test
  void a_forced_increment_counts_once_in_a_transaction_and_again_in_the_next() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      for (int round = 1; round <= 2; round++) {
        manager.getTransaction().begin();
        Clock clock = manager.find(Clock.class, 1, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
        manager.flush();
        assertEquals(round, clock.version);
        manager.flush();
        assertEquals(LockModeType.PESSIMISTIC_FORCE_INCREMENT, manager.getLockMode(clock));
        manager.getTransaction().commit();
        assertEquals(round, clock.version);
      }
    }
  }

  @Test
  void a_change_after_a_forced_increment_is_written_with_a_version_of_its_own() {
    unit.inTransaction(
        manager -> {
          Clock clock = manager.find(Clock.class, 1, LockModeType.OPTIMISTIC_FORCE_INCREMENT);
          manager.flush();
          clock.hour = 3;
        });
    assertEquals(2, version());
  }

  @Test
  void a_collection_of_values_that_changed_alone_is_an_update_without_a_version_too() {
    unit.inTransaction(manager -> manager.find(Tower.class, 1).names.add("Big"));
    assertEquals(List.of("before", "after"), CALLS);
  }

  @Test
  void an_owned_association_that_changed_alone_is_an_update_without_a_version_too() {
    unit.inTransaction(
        manager -> manager.find(Tower.class, 1).dials.add(manager.find(Dial.class, 1)));
    assertEquals(List.of("before", "after"), CALLS);
    assertEquals(1L, unit.value("select count(*) from tower_dial"));
  }
}
