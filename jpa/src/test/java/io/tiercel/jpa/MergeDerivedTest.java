package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Merging graphs of new instances some of which take their ids from others (Jakarta Persistence
/// 3.2, sections 2.4.1 and 3.2.7.1): whichever is merged first.
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MergeDerivedTest {
  @Entity(name = "Ticket")
  static class Ticket {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Integer id;

    @OneToMany(mappedBy = "ticket", cascade = CascadeType.ALL)
    List<Ride> rides = new ArrayList<>();

    @ManyToOne(cascade = CascadeType.ALL)
    Ticket former;
  }

  @Embeddable
  record RideId(Integer ticket, int place) {}

  @Entity(name = "Ride")
  static class Ride {
    @EmbeddedId RideId id;

    @MapsId("ticket")
    @ManyToOne
    Ticket ticket;

    String train;

    Ride() {}

    Ride(Ticket ticket, int place, String train) {
      this.id = new RideId(null, place);
      this.ticket = ticket;
      this.train = train;
      ticket.rides.add(this);
    }
  }

  @Entity(name = "Shelf")
  static class Shelf {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Integer id;

    @OneToMany(mappedBy = "shelf", cascade = CascadeType.MERGE)
    Set<Slot> slots = new LinkedHashSet<>();
  }

  record SlotId(Integer shelf, int place) {}

  @Entity(name = "Slot")
  @IdClass(SlotId.class)
  static class Slot {
    @Id
    @ManyToOne(cascade = CascadeType.ALL)
    Shelf shelf;

    @Id int place;

    Slot() {}

    Slot(Shelf shelf, int place) {
      this.shelf = shelf;
      this.place = place;
      shelf.slots.add(this);
    }
  }

  @Entity(name = "Owner")
  static class Owner {
    @Id @GeneratedValue Long id;

    @OneToOne(mappedBy = "owner", cascade = CascadeType.ALL)
    Card card;

    @ElementCollection List<Use> uses = new ArrayList<>();
  }

  @Entity(name = "Card")
  static class Card {
    @Id Long id;

    @MapsId
    @OneToOne(cascade = CascadeType.ALL)
    Owner owner;

    @OneToOne(mappedBy = "card", cascade = CascadeType.ALL)
    Picture picture;
  }

  @Entity(name = "Picture")
  static class Picture {
    @Id Long id;
    @MapsId @OneToOne Card card;
  }

  @Embeddable
  static class Use {
    @ManyToOne(cascade = CascadeType.ALL)
    Card card;
  }

  private TestUnit unit;

  @BeforeAll
  void open() {
    unit =
        TestUnit.of(
            Ticket.class,
            Ride.class,
            RideId.class,
            Shelf.class,
            Slot.class,
            Owner.class,
            Card.class,
            Picture.class,
            Use.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  @BeforeEach
  void clear() {
    unit.sql("truncate ticket, ride, shelf, slot, owner, card, picture restart identity cascade");
  }

  private String rides() {
    return String.valueOf(
        unit.value(
            "select string_agg(concat_ws(' ', place, train), ', ' order by ticket_id, place) from"
                + " ride"));
  }

  @Test
  void of_the_one_that_others_take_their_ids_from() {
    Ticket ticket = new Ticket();
    ticket.former = new Ticket();
    List.of("to A", "to B", "to C").forEach(t -> new Ride(ticket, ticket.rides.size(), t));
    unit.inTransaction(
        manager -> {
          Ticket merged = manager.merge(ticket);
          assertNotSame(ticket, merged);
          assertEquals(3, merged.rides.size());
          for (Ride ride : merged.rides) {
            assertSame(merged, ride.ticket);
            assertEquals(merged.id, ride.id.ticket());
            assertTrue(manager.contains(ride));
          }
        });
    assertEquals("0 to A, 1 to B, 2 to C", rides());
    assertEquals(
        "2 1",
        unit.value(
            "select concat_ws(' ', count(*), count(*) filter (where id in (select ticket_id from"
                + " ride))) from ticket"));
  }

  @Test
  void of_a_detached_one_that_has_got_one_more() {
    unit.inTransaction(
        manager -> {
          Ticket ticket = new Ticket();
          new Ride(ticket, 0, "to A");
          manager.persist(ticket);
        });
    Ticket ticket;
    try (EntityManager manager = unit.factory().createEntityManager()) {
      ticket = manager.createQuery("from Ticket", Ticket.class).getSingleResult();
      assertEquals(1, ticket.rides.size());
    }
    ticket.rides.getFirst().train = "to X";
    new Ride(ticket, 1, "to B");
    unit.inTransaction(manager -> manager.merge(ticket));
    assertEquals("0 to X, 1 to B", rides());
  }

  @Test
  void without_a_cascade_it_is_refused_by_the_name_of_the_association() {
    Ride ride = new Ride(new Ticket(), 0, "to A");
    String refusal =
        assertThrows(
                PersistenceException.class,
                () -> unit.inTransaction(manager -> manager.merge(ride)))
            .getMessage();
    assertTrue(refusal.contains("cannot persist a Ride before its ticket"), refusal);
    assertTrue(refusal.contains("on Ride.ticket"), refusal);
  }

  @Test
  void from_either_end_of_an_id_class() {
    Shelf first = new Shelf();
    new Slot(first, 0);
    new Slot(first, 1);
    unit.inTransaction(manager -> assertEquals(2, manager.merge(first).slots.size()));
    Shelf second = new Shelf();
    new Slot(second, 0);
    Slot last = new Slot(second, 1);
    unit.inTransaction(manager -> assertEquals(2, manager.merge(last).shelf.slots.size()));
    assertEquals(
        "0 1, 0 1",
        unit.value(
            "select string_agg(places, ', ') from (select string_agg(place::text, ' ' order by"
                + " place) as places from slot group by shelf_id) s"));
  }

  private static Owner owner() {
    Owner owner = new Owner();
    owner.card = new Card();
    owner.card.owner = owner;
    owner.card.picture = new Picture();
    owner.card.picture.card = owner.card;
    Use use = new Use();
    use.card = owner.card;
    owner.uses.add(use);
    return owner;
  }

  /// A value of the collection needs the id while the merge of the one that gives it is under way.
  @Test
  void through_values_of_collections_too() {
    unit.inTransaction(manager -> manager.merge(owner()));
    unit.inTransaction(manager -> manager.merge(owner().card));
    unit.inTransaction(
        manager -> {
          Owner owner = owner();
          manager.persist(owner);
          assertSame(owner.card.picture, manager.merge(owner.card.picture));
        });
    assertEquals(
        "3 3 3",
        unit.value(
            "select concat_ws(' ', count(*), count(distinct u.card_owner_id), count(distinct"
                + " p.card_owner_id)) from owner o join card c on c.owner_id = o.id join"
                + " owner_uses u on u.card_owner_id = c.owner_id join picture p on p.card_owner_id"
                + " = c.owner_id"));
  }
}
