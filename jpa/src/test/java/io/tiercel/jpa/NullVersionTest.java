package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import java.time.Instant;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Rows whose version is null, as those are that were there before their table got the column: they
/// are locked optimistically as well, and their next version is the first one.
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NullVersionTest {
  @Entity(name = "Letter")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Letter {
    @Id int id;
    @Version Integer version;
    String text;
  }

  @Entity(name = "Registered")
  static class Registered extends Letter {
    String number;
  }

  @Entity(name = "Stamp")
  record Stamp(@Id int id, @Version Long version, String motif) {}

  @Entity(name = "Visit")
  static class Visit {
    @Id int id;
    @Version Instant changed;
    String text;
  }

  @Entity(name = "Counted")
  static class Counted {
    @Id int id;
    @Version int version;
  }

  private TestUnit unit;

  @BeforeAll
  void open() {
    unit = TestUnit.of(Letter.class, Registered.class, Stamp.class, Visit.class, Counted.class);
    unit.sql(
        "alter table letter alter version drop not null",
        "alter table stamp alter version drop not null",
        "alter table visit alter changed drop not null",
        "alter table counted alter version drop not null");
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void fill() {
    unit.sql(
        "truncate letter, registered, stamp, visit, counted cascade",
        "insert into letter (id, version) values (1, null), (2, null), (3, 7), (4, null)",
        "insert into registered (id) values (4)",
        "insert into stamp (id) values (1)",
        "insert into visit (id) values (1)",
        "insert into counted (id) values (1)");
  }

  private String letters() {
    return String.valueOf(
        unit.value(
            "select string_agg(concat_ws(' ', id, coalesce(version::text, 'null'), text), ', '"
                + " order by id) from letter"));
  }

  @Test
  void one_row_gets_its_first_version() {
    unit.inTransaction(manager -> manager.find(Letter.class, 1).text = "a");
    unit.inTransaction(manager -> manager.find(Letter.class, 1).text = "b");
    assertEquals("1 1 b, 2 null, 3 7, 4 null", letters());
  }

  @Test
  void rows_with_and_without_one_are_updated_together() {
    unit.inTransaction(
        manager -> {
          for (int id = 1; id <= 4; id++) {
            manager.find(Letter.class, id).text = "a";
          }
          ((Registered) manager.find(Letter.class, 4)).number = "x";
        });
    assertEquals("1 0 a, 2 0 a, 3 8 a, 4 0 a", letters());
  }

  @Test
  void who_comes_second_is_refused() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      manager.find(Letter.class, 1).text = "late";
      manager.find(Letter.class, 2).text = "late";
      manager.find(Letter.class, 3).text = "late";
      unit.inTransaction(other -> other.find(Letter.class, 2).text = "early");
      var refused = assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
      var cause = assertInstanceOf(OptimisticLockException.class, refused.getCause());
      assertTrue(cause.getMessage().startsWith("Letter#2 was changed"), cause::getMessage);
    }
    assertEquals("1 null, 2 0 early, 3 7, 4 null", letters());
  }

  @Test
  void they_are_removed_checked_and_raised() {
    unit.inTransaction(
        manager -> {
          manager.remove(manager.find(Letter.class, 1));
          manager.remove(manager.find(Letter.class, 4));
          manager.find(Letter.class, 2, LockModeType.OPTIMISTIC);
        });
    assertEquals("2 null, 3 7", letters());
    unit.inTransaction(
        manager -> manager.find(Letter.class, 2, LockModeType.OPTIMISTIC_FORCE_INCREMENT));
    assertEquals("2 0, 3 7", letters());
  }

  @Test
  void a_check_alone_sees_that_one_has_come() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      manager.find(Letter.class, 1, LockModeType.OPTIMISTIC);
      unit.inTransaction(other -> other.find(Letter.class, 1).text = "early");
      assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
    }
  }

  @Test
  void of_detached_instances_records_and_times() {
    Letter letter;
    Stamp stamp;
    try (EntityManager manager = unit.factory().createEntityManager()) {
      letter = manager.find(Letter.class, 1);
      stamp = manager.find(Stamp.class, 1);
    }
    letter.text = "merged";
    unit.inTransaction(
        manager -> {
          manager.merge(letter);
          manager.merge(new Stamp(stamp.id(), stamp.version(), "bird"));
          manager.find(Visit.class, 1).text = "a";
        });
    assertEquals("1 0 merged, 2 null, 3 7, 4 null", letters());
    assertEquals("0 bird", unit.value("select concat_ws(' ', version, motif) from stamp"));
    assertEquals(true, unit.value("select changed > now() - interval '1 hour' from visit"));
  }

  @Test
  void a_primitive_cannot_hold_none() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      String refusal =
          assertThrows(PersistenceException.class, () -> manager.find(Counted.class, 1))
              .getMessage();
      assertTrue(refusal.contains("column counted.version is null"), refusal);
      assertTrue(refusal.contains("wrapper class"), refusal);
    }
  }
}
