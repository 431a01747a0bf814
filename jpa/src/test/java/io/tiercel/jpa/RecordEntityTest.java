package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PrePersist;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.constraints.NotBlank;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Entities that are records, which the specification does not know.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@NullUnmarked // a null where none is expected fails the test by itself
class RecordEntityTest {
  enum Kind {
    COUNTRY,
    CITY
  }

  static final class YesNo implements AttributeConverter<Boolean, String> {
    @Override
    public String convertToDatabaseColumn(Boolean value) {
      return value == null ? null : value ? "Y" : "N";
    }

    @Override
    public Boolean convertToEntityAttribute(String column) {
      return column == null ? null : column.equals("Y");
    }
  }

  @Embeddable
  record Position(double latitude, double longitude) {}

  static final class Heard {
    static final List<String> EVENTS = new ArrayList<>();

    @PrePersist
    void persisting(Object instance) {
      EVENTS.add("persist " + instance);
    }

    @PostUpdate
    void updated(Object instance) {
      EVENTS.add("update " + instance);
    }

    @PostLoad
    void loaded(Object instance) {
      EVENTS.add("load " + instance);
    }
  }

  @Entity(name = "Region")
  static class Region {
    @Id String code;
    String name;

    @OneToMany(mappedBy = "region")
    List<Place> places = new ArrayList<>();

    Region() {}

    Region(String code) {
      this.code = code;
      this.name = "Region " + code;
    }

    String getName() {
      return name;
    }
  }

  @Entity(name = "Place")
  record Place(
      @Id @GeneratedValue Long id,
      @Version int version,
      @NotBlank String name,
      @Enumerated(EnumType.STRING) Kind kind,
      Position position,
      @Convert(converter = YesNo.class) boolean open,
      @ManyToOne(fetch = FetchType.LAZY) Region region,
      @Transient String note) {

    static Place of(String name, Region region) {
      return new Place(null, 0, name, Kind.CITY, new Position(1, 2), true, region, "a note");
    }

    Place named(String other) {
      return new Place(id, version, other, kind, position, open, region, note);
    }
  }

  @Entity(name = "Currency")
  @EntityListeners(Heard.class)
  record Currency(@Id String code, @Version Integer version, String name) {}

  @Entity(name = "Price")
  static class Price {
    @Id @GeneratedValue Long id;
    int amount;

    @ManyToOne(cascade = {CascadeType.PERSIST, CascadeType.MERGE})
    Currency currency;

    Price() {}

    Price(int amount, Currency currency) {
      this.amount = amount;
      this.currency = currency;
    }
  }

  @Embeddable
  record RateKey(String from, String to) {}

  @Entity(name = "Rate")
  record Rate(@EmbeddedId RateKey key, @Version Instant changed, double rate) {}

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeEach
  void open() {
    Heard.EVENTS.clear();
    unit = TestUnit.on(server, Region.class, Place.class, Currency.class, Price.class, Rate.class);
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private <T> T find(Class<T> type, Object id) {
    return unit.query(manager -> manager.find(type, id));
  }

  private Place lund() {
    return unit.query(
        manager -> {
          var skane = new Region("SE-M");
          manager.persist(skane);
          return manager.merge(Place.of("Lund", skane));
        });
  }

  @Test
  void merge_returns_a_new_record_with_its_id() {
    Place lund = lund();
    assertNotNull(lund.id());
    Place found = find(Place.class, lund.id());
    assertEquals("Lund", found.name());
    assertEquals(Kind.CITY, found.kind());
    assertEquals(new Position(1, 2), found.position());
    assertTrue(found.open());
    assertEquals("SE-M", found.region().code);
    assertNull(found.note());
    assertEquals("Y", unit.value("select open from place"));
  }

  @Test
  void persist_takes_a_record_with_an_assigned_id_alone() {
    unit.inTransaction(
        manager -> {
          manager.persist(new Currency("SEK", null, "krona"));
          assertEquals(new Currency("SEK", 0, "krona"), manager.find(Currency.class, "SEK"));
        });
    assertEquals(new Currency("SEK", 0, "krona"), find(Currency.class, "SEK"));
    var refused =
        assertThrows(
            PersistenceException.class,
            () -> unit.inTransaction(manager -> manager.persist(Place.of("Lund", null))));
    assertEquals(
        "cannot persist a Place: its id is generated, and a record cannot take it\n"
            + "Hint: use merge, which returns the record with its id.",
        refused.getMessage());
    assertThrows(
        EntityExistsException.class,
        () ->
            unit.inTransaction(
                manager -> {
                  manager.find(Currency.class, "SEK");
                  manager.persist(new Currency("SEK", 0, "crown"));
                }));
  }

  @Test
  void merge_replaces_the_row_and_returns_the_version_that_is_written() {
    Place lund = lund();
    Place renamed = unit.query(manager -> manager.merge(lund.named("Lunn")));
    assertEquals(1, renamed.version());
    Place again = unit.query(manager -> manager.merge(renamed.named("Lund")));
    assertEquals(2, again.version());
    assertEquals("Lund", find(Place.class, lund.id()).name());
    assertEquals(2, find(Place.class, lund.id()).version());
    var statements = unit.statements(() -> unit.inTransaction(manager -> manager.merge(again)));
    assertEquals(1, statements.size(), statements.toString());
  }

  @Test
  void replacing_twice_in_a_transaction_raises_the_version_once() {
    Place lund = lund();
    unit.inTransaction(
        manager -> {
          Place once = manager.merge(lund.named("A"));
          Place twice = manager.merge(once.named("B"));
          assertEquals(1, twice.version());
          assertEquals("C", manager.merge(lund.named("C")).name());
        });
    assertEquals("C", find(Place.class, lund.id()).name());
    assertEquals(1, find(Place.class, lund.id()).version());
  }

  @Test
  void a_record_of_another_version_is_refused() {
    Place lund = lund();
    unit.inTransaction(manager -> manager.merge(lund.named("Lunn")));
    assertThrows(
        OptimisticLockException.class,
        () -> unit.inTransaction(manager -> manager.merge(lund.named("Lost"))));
    assertThrows(
        OptimisticLockException.class, () -> unit.inTransaction(manager -> manager.remove(lund)));
    var late =
        assertThrows(
            RollbackException.class,
            () ->
                unit.inTransaction(
                    manager -> {
                      Place read = manager.find(Place.class, lund.id());
                      unit.sql("update place set version = version + 1");
                      manager.merge(read.named("Late"));
                    }));
    assertTrue(late.getCause() instanceof OptimisticLockException, String.valueOf(late.getCause()));
    unit.sql("delete from place");
    assertThrows(
        OptimisticLockException.class, () -> unit.inTransaction(manager -> manager.merge(lund)));
  }

  @Test
  void a_context_has_one_instance_for_a_row_version() {
    Place lund = lund();
    unit.inTransaction(
        manager -> {
          Place found = manager.find(Place.class, lund.id());
          assertSame(found, manager.find(Place.class, lund.id()));
          assertSame(found, manager.createQuery("from Place", Place.class).getSingleResult());
          assertTrue(manager.contains(found));
          Place other = manager.merge(found.named("Other"));
          assertSame(other, manager.find(Place.class, lund.id()));
          assertTrue(manager.contains(other));
          assertFalse(manager.contains(found));
          manager.flush();
          assertSame(other, manager.find(Place.class, lund.id()));
        });
  }

  @Test
  void a_record_is_removed_by_its_value() {
    Place lund = lund();
    unit.inTransaction(manager -> manager.remove(lund));
    assertNull(find(Place.class, lund.id()));
    unit.inTransaction(manager -> manager.remove(lund));
    unit.inTransaction(manager -> manager.persist(new Currency("SEK", null, "krona")));
    unit.inTransaction(
        manager -> {
          manager.remove(manager.find(Currency.class, "SEK"));
          manager.flush();
          manager.persist(new Currency("SEK", null, "crown"));
        });
    assertEquals(new Currency("SEK", 0, "crown"), find(Currency.class, "SEK"));
  }

  @Test
  void refresh_and_locks_make_it_anew() {
    Place lund = lund();
    unit.inTransaction(
        manager -> {
          Place found = manager.find(Place.class, lund.id());
          manager.createQuery("update Place set name = 'Bulk'").executeUpdate();
          manager.refresh(found);
          assertEquals("Bulk", manager.find(Place.class, lund.id()).name());
          manager.lock(found, LockModeType.OPTIMISTIC_FORCE_INCREMENT);
          manager.flush();
          assertEquals(1, manager.find(Place.class, lund.id()).version());
        });
    assertEquals(1, find(Place.class, lund.id()).version());
  }

  @Test
  void a_class_refers_to_a_record_by_its_id() {
    var krona = new Currency("SEK", null, "krona");
    Long id =
        unit.query(
            manager -> {
              var price = new Price(5, krona);
              manager.persist(price);
              return price.id;
            });
    assertEquals(new Currency("SEK", 0, "krona"), find(Price.class, id).currency);
    unit.inTransaction(
        manager -> {
          var price = manager.find(Price.class, id);
          price.currency = manager.getReference(Currency.class, "SEK");
          manager.persist(new Price(6, new Currency("SEK", 0, "whatever")));
        });
    assertEquals(2L, unit.value("select count(*) from price where currency_code = 'SEK'"));
    assertEquals("krona", find(Currency.class, "SEK").name());
    var detached = find(Price.class, id);
    detached.currency = new Currency("SEK", 0, "crown");
    unit.inTransaction(manager -> manager.merge(detached));
    assertEquals(new Currency("SEK", 1, "crown"), find(Currency.class, "SEK"));
  }

  @Test
  void records_at_the_end_of_associations_are_loaded_together() {
    unit.inTransaction(
        manager -> {
          for (String code : List.of("SEK", "NOK", "DKK")) {
            manager.persist(new Price(1, new Currency(code, null, code)));
          }
        });
    var statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      var prices = manager.createQuery("from Price", Price.class).getResultList();
                      assertEquals(
                          List.of("DKK", "NOK", "SEK"),
                          prices.stream().map(price -> price.currency.name()).sorted().toList());
                    }));
    assertEquals(2, statements.size(), statements.toString());
  }

  @Test
  void a_record_refers_to_a_class_lazily() {
    lund();
    var statements =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager -> {
                      var place = manager.createQuery("from Place", Place.class).getSingleResult();
                      assertEquals("Region SE-M", place.region().getName());
                    }));
    assertEquals(2, statements.size(), statements.toString());
    unit.inTransaction(
        manager -> {
          var region = manager.find(Region.class, "SE-M");
          assertEquals(List.of("Lund"), region.places.stream().map(Place::name).toList());
          var fetched =
              manager
                  .createQuery("from Place p join fetch p.region", Place.class)
                  .getSingleResult();
          assertSame(region, fetched.region());
        });
  }

  @Test
  void queries_and_criteria_take_records() {
    lund();
    assertEquals(
        List.of("Lund"),
        unit.query(
            manager -> {
              var builder = manager.getCriteriaBuilder();
              var query = builder.createQuery(String.class);
              var place = query.from(Place.class);
              query
                  .select(place.get("name"))
                  .where(builder.equal(place.get("region").get("name"), "Region SE-M"));
              return manager.createQuery(query).getResultList();
            }));
    unit.inTransaction(
        manager -> {
          Place place =
              manager
                  .createQuery("from Place where open = true and position = :p", Place.class)
                  .setParameter("p", new Position(1, 2))
                  .getSingleResult();
          assertEquals(
              1L,
              manager
                  .createQuery("select count(p) from Place p where p = :place")
                  .setParameter("place", place)
                  .getSingleResult());
          assertEquals(
              place,
              manager.createNativeQuery("select * from place", Place.class).getSingleResult());
        });
    assertEquals(
        "id", unit.factory().getMetamodel().entity(Place.class).getId(Long.class).getName());
  }

  @Test
  void an_embedded_id_and_a_version_in_time_do_as_well() {
    var key = new RateKey("SEK", "NOK");
    unit.inTransaction(manager -> manager.persist(new Rate(key, null, 1.0)));
    Rate read = find(Rate.class, key);
    assertNotNull(read.changed());
    Rate merged = unit.query(manager -> manager.merge(new Rate(key, read.changed(), 1.1)));
    assertEquals(merged, find(Rate.class, key));
    assertTrue(merged.changed().isAfter(read.changed()));
  }

  @Test
  void many_records_travel_together() {
    long before = unit.roundTrips(() -> unit.inTransaction(manager -> {}));
    assertEquals(0, before);
    unit.inTransaction(manager -> manager.persist(new Currency("X", null, "warm")));
    long trips =
        unit.roundTrips(
            () ->
                unit.inTransaction(
                    manager -> {
                      for (int i = 0; i < 500; i++) {
                        manager.persist(new Currency("C" + i, null, "currency " + i));
                      }
                    }));
    assertTrue(trips <= 2, trips + " round trips");
    assertEquals(501L, unit.value("select count(*) from currency"));
  }

  @Test
  void listeners_are_told() {
    unit.inTransaction(manager -> manager.persist(new Currency("SEK", null, "krona")));
    unit.inTransaction(manager -> manager.merge(new Currency("SEK", 0, "crown")));
    assertEquals(
        List.of(
            "persist Currency[code=SEK, version=null, name=krona]",
            "load Currency[code=SEK, version=0, name=krona]",
            "update Currency[code=SEK, version=1, name=crown]"),
        Heard.EVENTS);
  }

  @Test
  void records_are_validated() {
    var refused =
        assertThrows(
            ConstraintViolationException.class,
            () -> unit.inTransaction(manager -> manager.merge(Place.of("", null))));
    assertEquals(1, refused.getConstraintViolations().size());
    Place lund = lund();
    var commit =
        assertThrows(
            RollbackException.class,
            () -> unit.inTransaction(manager -> manager.merge(lund.named(" "))));
    assertTrue(commit.getCause() instanceof ConstraintViolationException);
  }

  @Entity(name = "Bag")
  record Bag(@Id int id, @OneToMany List<Region> regions) {}

  @Entity(name = "Pair")
  record Pair(@Id int id, @ManyToOne Currency currency) {}

  @Embeddable
  static class Home {
    @ManyToOne Region region;
  }

  @Entity(name = "Bird")
  record Bird(@Id int id, Home home) {}

  @Test
  void what_a_record_cannot_have_is_refused() {
    var nested =
        assertThrows(
            PersistenceException.class, () -> TestUnit.of(Bird.class, Region.class, Place.class));
    assertTrue(nested.getMessage().contains("Home.region"), nested.getMessage());
    assertTrue(nested.getMessage().contains("holds values only"), nested.getMessage());
    var collection =
        assertThrows(
            PersistenceException.class, () -> TestUnit.of(Bag.class, Region.class, Place.class));
    assertTrue(collection.getMessage().contains("Bag.regions"), collection.getMessage());
    assertTrue(collection.getMessage().contains("a record has no collections"));
    var target =
        assertThrows(PersistenceException.class, () -> TestUnit.of(Pair.class, Currency.class));
    assertTrue(target.getMessage().contains("has no lazy instances"), target.getMessage());
    assertTrue(target.getMessage().contains("declare the id of the target"), target.getMessage());
  }
}
