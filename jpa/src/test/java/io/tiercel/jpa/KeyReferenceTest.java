package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.criteria.MapJoin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Associations inside embeddables that are keys of maps of values (Jakarta Persistence 3.2,
/// sections 2.6 and 2.8).
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyReferenceTest {
  @Entity(name = "Hall")
  static class Hall {
    @Id @GeneratedValue long id;
    String name;

    Hall() {}

    Hall(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  @Embeddable
  static class Seat {
    @ManyToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL)
    Hall hall;

    int number;

    Seat() {}

    Seat(Hall hall, int number) {
      this.hall = hall;
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Seat seat
          && seat.number == number
          && seat.hall.name().equals(hall.name());
    }

    @Override
    public int hashCode() {
      return Objects.hash(number, hall.name());
    }
  }

  @Entity(name = "Evening")
  static class Evening {
    @Id int id;

    @ElementCollection
    @AssociationOverride(name = "key.hall", joinColumns = @JoinColumn(name = "in_hall"))
    Map<Seat, String> guests = new HashMap<>();
  }

  @Entity(name = "Season")
  static class Season {
    @Id int id;
    @OneToMany Map<Seat, Evening> evenings;
  }

  private TestUnit unit;

  @BeforeAll
  void open() {
    unit = TestUnit.of(Hall.class, Seat.class, Evening.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  /// Nothing but the evening is persisted by itself.
  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          Evening evening = new Evening();
          Hall great = new Hall("great");
          evening.guests.put(new Seat(great, 1), "Ann");
          evening.guests.put(new Seat(great, 2), "Bob");
          evening.guests.put(new Seat(new Hall("small"), 1), "Cid");
          manager.persist(evening);
        });
  }

  private String rows() {
    return String.valueOf(
        unit.value(
            "select string_agg(concat_ws(' ', guests, h.name, number), ', ' order by guests) from"
                + " evening_guests left join hall h on h.id = in_hall"));
  }

  private String halls() {
    return String.valueOf(unit.value("select string_agg(name, ' ' order by name) from hall"));
  }

  private static Seat seatOf(Evening evening, String guest) {
    return evening.guests.entrySet().stream()
        .filter(entry -> entry.getValue().equals(guest))
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private Evening detached() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Evening evening = manager.find(Evening.class, 0);
      assertEquals(3, evening.guests.size());
      return evening;
    }
  }

  @Test
  void persist_reaches_them_and_stores_their_ids() throws Exception {
    assertEquals("great small", halls());
    assertEquals("Ann great 1, Bob great 2, Cid small 1", rows());
    assertEquals(
        "FOREIGN KEY (in_hall) REFERENCES hall(id)",
        unit.value(
            "select pg_get_constraintdef(c.oid) from pg_constraint c where conrelid ="
                + " 'evening_guests'::regclass and confrelid = 'hall'::regclass"));
    unit.factory().getSchemaManager().validate();
  }

  @Test
  void they_are_read_with_the_keys() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Evening evening = manager.find(Evening.class, 0);
      Seat seat = seatOf(evening, "Cid");
      assertInstanceOf(LazyInstance.class, seat.hall);
      assertEquals("small", seat.hall.name());
      assertEquals("Ann", evening.guests.get(new Seat(new Hall("great"), 1)));
    }
  }

  @Test
  void entries_come_and_go_by_what_their_keys_refer_to() {
    List<String> statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      Evening evening = manager.find(Evening.class, 0);
                      Seat seat = seatOf(evening, "Ann");
                      evening.guests.remove(seat);
                      evening.guests.put(new Seat(seatOf(evening, "Cid").hall, 2), "Ann");
                      evening.guests.put(new Seat(new Hall("attic"), 7), "Dan");
                    }));
    assertEquals("Ann small 2, Bob great 2, Cid small 1, Dan attic 7", rows());
    assertEquals(
        1,
        statements.stream().filter(sql -> sql.startsWith("delete")).count(),
        statements::toString);
    List<String> none =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> assertEquals(4, manager.find(Evening.class, 0).guests.size())));
    assertTrue(none.stream().allMatch(sql -> sql.startsWith("select")), none::toString);
  }

  @Test
  void queries_follow_them() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(
          "Cid",
          manager
              .createQuery(
                  "select value(g) from Evening e join e.guests g where key(g).hall.name = 'small'",
                  String.class)
              .getSingleResult());
      assertEquals(
          List.of("great", "great", "small"),
          manager
              .createQuery(
                  "select h.name from Evening e join e.guests g join key(g).hall h order by h.name",
                  String.class)
              .getResultList());
      var builder = manager.getCriteriaBuilder();
      var query = builder.createQuery(String.class);
      MapJoin<Evening, Seat, String> guests = query.from(Evening.class).joinMap("guests");
      query
          .select(guests.value())
          .where(builder.equal(guests.key().get("hall").get("name"), "great"))
          .orderBy(builder.asc(guests.key().get("number")));
      assertEquals(List.of("Ann", "Bob"), manager.createQuery(query).getResultList());
    }
  }

  @Test
  void merge_merges_what_keys_refer_to() {
    Evening evening = detached();
    evening.guests.remove(seatOf(evening, "Bob"));
    evening.guests.put(new Seat(new Hall("attic"), 7), "Dan");
    seatOf(evening, "Cid").hall.name = "tiny";
    unit.inTransaction(
        manager -> {
          Evening merged = manager.merge(evening);
          assertNotSame(seatOf(evening, "Dan").hall, seatOf(merged, "Dan").hall);
          assertTrue(manager.contains(seatOf(merged, "Dan").hall));
        });
    assertEquals("Ann great 1, Cid tiny 1, Dan attic 7", rows());
  }

  @Test
  void merge_of_a_managed_instance_has_its_keys_refer_to_managed_ones() {
    Hall hall = seatOf(detached(), "Cid").hall;
    hall.name = "tiny";
    unit.inTransaction(
        manager -> {
          Evening evening = manager.find(Evening.class, 0);
          Seat seat = new Seat(hall, 9);
          evening.guests.put(seat, "Eve");
          assertSame(evening, manager.merge(evening));
          assertTrue(manager.contains(seat.hall));
          assertEquals("Eve", evening.guests.get(seat), "found by its new hash code");
        });
    assertEquals("Ann great 1, Bob great 2, Cid tiny 1, Eve tiny 9", rows());
  }

  @Test
  void remove_refresh_and_detach_reach_them() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Evening evening = manager.find(Evening.class, 0);
      Hall small = seatOf(evening, "Cid").hall;
      assertEquals("small", small.name());
      unit.sql("update hall set name = upper(name)");
      manager.refresh(evening);
      assertEquals("SMALL", small.name());
      manager.detach(evening);
      assertFalse(manager.contains(small));
    }
    unit.inTransaction(manager -> manager.remove(manager.find(Evening.class, 0)));
    assertEquals("0", String.valueOf(unit.value("select count(*) from hall")));
  }

  @Test
  void keys_of_maps_of_entities_refuse_them_with_what_to_do() {
    String refusal =
        assertThrows(
                PersistenceException.class,
                () -> TestUnit.of(Hall.class, Seat.class, Evening.class, Season.class))
            .getMessage();
    assertTrue(
        refusal.contains("Seat.hall: an association inside the key of a map of entities"), refusal);
    assertTrue(refusal.contains("@MapKeyJoinColumn"), refusal);
  }
}
