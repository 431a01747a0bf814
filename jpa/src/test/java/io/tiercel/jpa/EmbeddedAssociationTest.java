package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PersistenceConfiguration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Single-valued associations inside embeddables (Jakarta Persistence 3.2, sections 2.6, 11.1.2 and
/// 11.1.15), and the other side of them.
@NullUnmarked // a null where none is expected fails the test by itself
class EmbeddedAssociationTest {
  @Entity(name = "Country")
  static class Country {
    @Id String code;
    String name;

    @OneToMany(mappedBy = "home.country")
    List<Sailor> sailors = new ArrayList<>();

    @OneToOne(mappedBy = "home.place.berth")
    Sailor harbourMaster;

    Country() {}

    Country(String code, String name) {
      this.code = code;
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  @Embeddable
  static class Place {
    String street;
    @OneToOne Country berth;
  }

  @Embeddable
  static class Address {
    String town;

    @ManyToOne(fetch = FetchType.LAZY, cascade = CascadeType.PERSIST)
    Country country;

    @Embedded Place place;

    Address() {}

    Address(String town, Country country) {
      this.town = town;
      this.country = country;
    }
  }

  @Entity(name = "Sailor")
  static class Sailor {
    @Id int id;
    Address home;

    @Embedded
    @AttributeOverride(name = "town", column = @Column(name = "work_town"))
    @AttributeOverride(name = "place.street", column = @Column(name = "work_street"))
    @AssociationOverride(name = "country", joinColumns = @JoinColumn(name = "work_country"))
    @AssociationOverride(name = "place.berth", joinColumns = @JoinColumn(name = "work_berth"))
    Address work;

    Sailor() {}

    Sailor(int id) {
      this.id = id;
    }
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    factory =
        new PersistenceConfiguration("sailors")
            .provider(TiercelPersistenceProvider.class.getName())
            .managedClass(Country.class)
            .managedClass(Sailor.class)
            .managedClass(Address.class)
            .managedClass(Place.class)
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "drop-and-create")
            .createEntityManagerFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void fill() {
    factory.getSchemaManager().truncate();
    factory.runInTransaction(
        manager -> {
          Country norway = new Country("no", "Norway");
          Country chile = new Country("cl", "Chile");
          manager.persist(chile);
          Sailor ole = new Sailor(1);
          ole.home = new Address("Bergen", norway);
          ole.home.place = new Place();
          ole.home.place.berth = chile;
          ole.work = new Address(null, chile);
          manager.persist(ole);
          manager.persist(new Sailor(2));
        });
  }

  private static String value(String sql) {
    return factory.callInTransaction(
        manager -> String.valueOf(manager.createNativeQuery(sql).getSingleResultOrNull()));
  }

  @Test
  void they_are_columns_of_the_owner_with_the_names_of_overrides() {
    assertEquals(
        "Bergen no cl null cl null",
        value(
            "select concat_ws(' ', town, country_code, berth_code, coalesce(work_town, 'null'),"
                + " work_country, coalesce(work_berth, 'null')) from sailor where id = 1"));
    assertEquals(
        "4",
        value(
            "select count(*) from pg_constraint where contype = 'f' and conrelid ="
                + " 'sailor'::regclass"));
  }

  @Test
  void they_are_read_lazily_or_at_once() {
    try (EntityManager manager = factory.createEntityManager()) {
      Sailor ole = manager.find(Sailor.class, 1);
      assertInstanceOf(LazyInstance.class, ole.home.country);
      assertEquals("Norway", ole.home.country.name());
      assertEquals("Chile", ole.home.place.berth.name);
      assertNotNull(ole.work, "there for its association alone");
      assertNull(ole.work.town);
      assertEquals("Chile", ole.work.country.name());
      assertNull(ole.work.place);
      Sailor nobody = manager.find(Sailor.class, 2);
      assertNull(nobody.home);
      assertNull(nobody.work);
    }
  }

  @Test
  void the_other_side_is_mapped_by_a_path() {
    try (EntityManager manager = factory.createEntityManager()) {
      Country norway = manager.find(Country.class, "no");
      assertEquals(1, norway.sailors.size());
      assertSame(norway, norway.sailors.getFirst().home.country);
      assertSame(norway.sailors.getFirst(), manager.find(Country.class, "cl").harbourMaster);
    }
  }

  @Test
  void they_are_changed_with_their_embeddable_or_alone() {
    factory.runInTransaction(
        manager -> {
          Sailor ole = manager.find(Sailor.class, 1);
          ole.home.country = manager.getReference(Country.class, "cl");
          ole.work = null;
          Sailor two = manager.find(Sailor.class, 2);
          two.home = new Address("Oslo", manager.find(Country.class, "no"));
        });
    assertEquals("cl", value("select country_code from sailor where id = 1"));
    assertEquals("1", value("select count(*) from sailor where work_country is null and id = 1"));
    assertEquals("no", value("select country_code from sailor where id = 2"));
    factory.runInTransaction(
        manager -> {
          Sailor ole = manager.find(Sailor.class, 1);
          ole.home.country = null;
          ole.home.place.berth = null;
        });
    assertEquals(
        "Bergen",
        value("select town from sailor where country_code is null and berth_code is null"));
  }

  @Test
  void a_cascade_and_a_merge_pass_through_the_embeddable() {
    Sailor detached = factory.callInTransaction(manager -> manager.find(Sailor.class, 1));
    detached.home.town = "Stavanger";
    detached.work.country = new Country("no", "not merged");
    factory.runInTransaction(
        manager -> {
          Sailor merged = manager.merge(detached);
          assertEquals("Norway", merged.work.country.name());
          Sailor third = new Sailor(3);
          third.work = new Address(null, new Country("is", "Iceland"));
          manager.persist(third);
        });
    assertEquals(
        "Stavanger no", value("select town || ' ' || work_country from sailor where id = 1"));
    assertEquals("is", value("select work_country from sailor where id = 3"));
  }

  @Test
  void queries_follow_them() {
    try (EntityManager manager = factory.createEntityManager()) {
      Country norway = manager.find(Country.class, "no");
      assertEquals(
          1,
          manager
              .createQuery("select s.id from Sailor s where s.home.country = :c", Integer.class)
              .setParameter("c", norway)
              .getSingleResult());
      assertEquals(
          List.of("Chile"),
          manager
              .createQuery("select b.name from Sailor s join s.home.place.berth b", String.class)
              .getResultList());
      assertEquals(
          1,
          manager
              .createQuery(
                  "select s from Sailor s join fetch s.home.country c where c.name = 'Norway'",
                  Sailor.class)
              .getSingleResult()
              .id);
      assertEquals(
          List.of(1),
          manager
              .createQuery("select s.id from Country c join c.sailors s", Integer.class)
              .getResultList());
      for (String query :
          List.of(
              "select s.id from Sailor s where s.home = s.work",
              "select s.id from Sailor s order by s.home")) {
        var refused =
            assertThrows(
                IllegalArgumentException.class, () -> manager.createQuery(query, Integer.class));
        assertTrue(refused.getMessage().contains("attributes"), refused.getMessage());
      }
    }
  }

  @Test
  void removed_rows_go_after_those_that_refer_to_them() {
    factory.runInTransaction(
        manager -> {
          Sailor ole = manager.find(Sailor.class, 1);
          manager.remove(ole.home.country);
          manager.remove(ole);
        });
    assertEquals("1", value("select count(*) from country"));
  }
}
