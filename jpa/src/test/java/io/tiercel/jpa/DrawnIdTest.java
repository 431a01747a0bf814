package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SequenceGenerator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Ids that are drawn from sequences (Jakarta Persistence 3.2, sections 11.1.20 and 11.1.51).
@NullUnmarked // a null where none is expected fails the test by itself
class DrawnIdTest {
  private static final int MANY = 3_000;

  @Entity(name = "Ticket")
  static class Ticket {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    long id;
  }

  @Entity(name = "Parcel")
  static class Parcel {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "parcel_seq")
    @SequenceGenerator(
        name = "parcel_seq",
        sequenceName = "parcel_seq",
        initialValue = 1_000,
        allocationSize = 50)
    long id;
  }

  private static List<Long> tickets(TestUnit unit, int count) {
    return unit.query(
        manager -> {
          List<Long> ids = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            Ticket ticket = new Ticket();
            manager.persist(ticket);
            ids.add(ticket.id);
          }
          return ids;
        });
  }

  private static List<Long> parcels(TestUnit unit, int count) {
    return unit.query(
        manager -> {
          List<Long> ids = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            Parcel parcel = new Parcel();
            manager.persist(parcel);
            ids.add(parcel.id);
          }
          return ids;
        });
  }

  @Test
  void many_ids_of_an_identity_column_are_those_of_its_sequence_in_order() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      List<Long> ids = tickets(unit, MANY);
      for (int i = 0; i < MANY; i++) {
        assertEquals(i + 1, ids.get(i));
      }
      assertEquals((long) MANY, unit.value("select count(*) from ticket"));
    }
  }

  @Test
  void what_others_draw_meanwhile_is_not_handed_out() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      HashSet<Long> all = new HashSet<>();
      for (int round = 0; round < 50; round++) {
        long drawn = (Long) unit.value("select nextval(pg_get_serial_sequence('ticket', 'id'))");
        assertTrue(all.add(drawn));
        for (long id : tickets(unit, 7)) {
          assertTrue(all.add(id), () -> id + " twice");
        }
      }
    }
  }

  @Test
  void a_value_of_a_sequence_stands_for_the_block_that_ends_with_it() {
    try (TestUnit unit = TestUnit.of(Parcel.class)) {
      List<Long> ids = parcels(unit, 120);
      for (int i = 0; i < 120; i++) {
        assertEquals(1_000 + i, ids.get(i));
      }
    }
  }

  @Test
  void a_value_below_the_initial_one_stands_for_itself() {
    try (TestUnit unit = TestUnit.of(Parcel.class)) {
      unit.sql("alter sequence parcel_seq minvalue 1 restart with 50");
      assertEquals(List.of(50L, 100L, 150L), parcels(unit, 3));
    }
  }

  @Test
  void a_value_of_a_sequence_that_counts_down_stands_for_itself() {
    try (TestUnit unit = TestUnit.of(Parcel.class)) {
      unit.sql("drop sequence parcel_seq", "create sequence parcel_seq increment -10");
      assertEquals(List.of(-1L, -11L, -21L), parcels(unit, 3));
    }
  }

  @Test
  void an_identity_column_without_a_sequence_is_refused() {
    try (TestUnit unit = TestUnit.of(Ticket.class)) {
      unit.sql("alter table ticket alter id drop identity");
      var refused = assertThrows(PersistenceException.class, () -> tickets(unit, 1));
      assertTrue(
          refused.getMessage().contains("column id of table ticket is not an identity"),
          refused.getMessage());
    }
  }

  @Test
  void a_table_in_the_place_of_a_sequence_is_refused() {
    try (TestUnit unit = TestUnit.of(Parcel.class)) {
      unit.sql("drop sequence parcel_seq", "create table parcel_seq (id int)");
      var refused = assertThrows(PersistenceException.class, () -> parcels(unit, 1));
      assertTrue(
          refused.getMessage().contains("parcel_seq is not a sequence"), refused.getMessage());
    }
  }
}
