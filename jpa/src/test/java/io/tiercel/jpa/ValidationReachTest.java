package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.RollbackException;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How far validation looks: into embeddables and collections of values, not into other entities
/// and not at what is not loaded (Jakarta Persistence 3.2, section 3.7.1.2).
@NullUnmarked // a null where none is expected fails the test by itself
class ValidationReachTest {
  private TestUnit unit;

  @Embeddable
  static class Key {
    @NotBlank String region;

    @Max(100)
    int number;

    Key() {}

    Key(String region, int number) {
      this.region = region;
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && region.equals(key.region) && number == key.number;
    }

    @Override
    public int hashCode() {
      return region.hashCode() + number;
    }
  }

  @Embeddable
  static class Address {
    @NotBlank String street;

    @ManyToOne(fetch = FetchType.LAZY)
    @Valid
    @NotNull
    Depot hub;

    Address() {}

    Address(String street, Depot hub) {
      this.street = street;
      this.hub = hub;
    }
  }

  @Embeddable
  static class Note {
    @NotBlank String text;

    Note() {}

    Note(String text) {
      this.text = text;
    }
  }

  @Entity(name = "Depot")
  static class Depot {
    @EmbeddedId @Valid Key key;
    @NotNull String name;

    @OneToMany(mappedBy = "depot", cascade = CascadeType.PERSIST)
    @Size(max = 2)
    List<@Valid Parcel> parcels = new ArrayList<>();

    Depot() {}

    Depot(Key key, String name) {
      this.key = key;
      this.name = name;
    }

    // Methods, which load an instance that is not.

    String name() {
      return name;
    }

    void rename(String name) {
      this.name = name;
    }

    List<Parcel> parcels() {
      return parcels;
    }
  }

  @Entity(name = "Parcel")
  static class Parcel {
    @Id @GeneratedValue Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    @NotNull
    @Valid
    Depot depot;

    @Embedded @Valid Address address;
    @Embedded Note unchecked;

    @ElementCollection
    @Size(max = 2)
    Set<@NotBlank String> labels = new HashSet<>();

    @ElementCollection List<@Valid Note> notes = new ArrayList<>();

    String sender;

    Parcel() {}

    Parcel(Depot depot) {
      this.depot = depot;
      this.address = new Address("Main Street", depot);
    }
  }

  @BeforeEach
  void open() {
    unit = TestUnit.of(Depot.class, Parcel.class);
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private Long stored() {
    var depot = new Depot(new Key("north", 1), "depot");
    var parcel = new Parcel(depot);
    unit.inTransaction(
        manager -> {
          manager.persist(depot);
          manager.persist(parcel);
        });
    return parcel.id;
  }

  private void violates(String attribute, Runnable work) {
    var failed = assertThrows(RuntimeException.class, work::run);
    var violated =
        assertInstanceOf(
            ConstraintViolationException.class,
            failed instanceof RollbackException ? failed.getCause() : failed);
    assertEquals(1, violated.getConstraintViolations().size(), violated::getMessage);
    assertTrue(violated.getMessage().contains("\n" + attribute), violated::getMessage);
  }

  private void changeViolates(String attribute, Long id, Consumer<Parcel> change) {
    violates(
        attribute,
        () -> unit.inTransaction(manager -> change.accept(manager.find(Parcel.class, id))));
  }

  @Test
  void an_embedded_id_is_validated_where_it_is_marked_valid() {
    violates(
        "Depot.key.number ",
        () ->
            unit.inTransaction(
                manager -> manager.persist(new Depot(new Key("north", 101), "depot"))));
  }

  @Test
  void an_embeddable_is_validated_where_it_is_marked_valid() {
    Long id = stored();
    changeViolates("Parcel.address.street ", id, parcel -> parcel.address.street = " ");
    unit.inTransaction(manager -> manager.find(Parcel.class, id).unchecked = new Note(" "));
    assertEquals(" ", unit.value("select text from Parcel"));
  }

  @Test
  void elements_are_validated_when_only_the_collection_changed() {
    Long id = stored();
    changeViolates("Parcel.labels[].<iterable element> ", id, parcel -> parcel.labels.add(""));
    changeViolates("Parcel.labels ", id, parcel -> parcel.labels.addAll(Set.of("a", "b", "c")));
    changeViolates("Parcel.notes[0].text ", id, parcel -> parcel.notes.add(new Note(null)));
    unit.inTransaction(manager -> manager.find(Parcel.class, id).labels.add("fragile"));
  }

  @Test
  void elements_of_a_new_instance_are_validated() {
    Long id = stored();
    violates(
        "Parcel.notes[0].text ",
        () ->
            unit.inTransaction(
                manager -> {
                  var parcel = new Parcel(manager.find(Parcel.class, id).depot);
                  parcel.notes.add(new Note(""));
                  manager.persist(parcel);
                }));
  }

  @Test
  void what_is_not_loaded_stays_so() {
    Long id = stored();
    List<String> statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      Parcel parcel = manager.find(Parcel.class, id);
                      parcel.sender = "me";
                      manager.flush();
                      var loaded = manager.getEntityManagerFactory().getPersistenceUnitUtil();
                      assertEquals(
                          List.of(false, false, false),
                          List.of(
                              loaded.isLoaded(parcel.depot),
                              loaded.isLoaded(parcel, "labels"),
                              loaded.isLoaded(parcel, "notes")));
                    }));
    assertEquals(2, statements.size(), statements::toString);
  }

  @Test
  void another_entity_is_not_validated_with_the_one_that_refers_to_it() {
    Long id = stored();
    unit.sql("update Depot set name = null");
    unit.inTransaction(
        manager -> {
          Parcel parcel = manager.find(Parcel.class, id);
          assertEquals(1, parcel.depot.parcels().size());
          assertNull(parcel.depot.name());
          parcel.sender = "me";
        });
    assertEquals("me", unit.value("select sender from Parcel"));
  }

  @Test
  void each_entity_that_a_cascade_reaches_is_validated_for_itself() {
    var depot = new Depot(new Key("north", 1), "depot");
    depot.parcels.add(new Parcel(null));
    depot.parcels.getFirst().address = null;
    violates("Parcel.depot ", () -> unit.inTransaction(manager -> manager.persist(depot)));
  }

  @Test
  void an_association_that_is_null_is_a_violation() {
    Long id = stored();
    changeViolates("Parcel.depot ", id, parcel -> parcel.depot = null);
    changeViolates("Parcel.address.hub ", id, parcel -> parcel.address.hub = null);
  }

  @Test
  void an_instance_that_was_a_reference_is_validated_as_others_are() {
    stored();
    violates(
        "Depot.name ",
        () ->
            unit.inTransaction(
                manager -> {
                  Depot depot = manager.getReference(Depot.class, new Key("north", 1));
                  depot.rename(null);
                }));
  }
}
