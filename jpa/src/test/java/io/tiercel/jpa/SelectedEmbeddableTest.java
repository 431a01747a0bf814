package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Embeddables with associations as items of a select clause (Jakarta Persistence 3.2, section
/// 4.8): copies whose associations work.
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SelectedEmbeddableTest {
  @Entity(name = "Owner")
  static class Owner {
    @Id int id;
    String name;

    Owner() {}

    Owner(int id, String name) {
      this.id = id;
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  @Entity(name = "Company")
  static class Company extends Owner {
    String form;

    Company() {}

    Company(int id, String name) {
      super(id, name);
      form = "AS";
    }
  }

  @Entity(name = "Harbour")
  static class Harbour {
    @Id
    @Column(columnDefinition = "char(5)")
    String code;

    String name;

    Harbour() {}

    Harbour(String code, String name) {
      this.code = code;
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  @Embeddable
  static class Berth {
    Integer number;

    @OneToOne Harbour harbour;
  }

  @Embeddable
  static class Papers {
    String register;

    @ManyToOne(fetch = FetchType.LAZY)
    Harbour home;

    @ManyToOne(fetch = FetchType.LAZY)
    Owner owner;

    Berth berth;
  }

  @Entity(name = "Ship")
  static class Ship {
    @Id int id;
    Papers papers;
    @ElementCollection List<Berth> berths = new ArrayList<>();

    Ship() {}

    Ship(int id) {
      this.id = id;
    }
  }

  record View(int id, Papers papers) {}

  private TestUnit unit;

  @BeforeAll
  void open() {
    unit =
        TestUnit.on(
            TestServer.v18(),
            Owner.class,
            Company.class,
            Harbour.class,
            Berth.class,
            Papers.class,
            Ship.class);
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
          Harbour bergen = new Harbour("BGO", "Bergen");
          Harbour arica = new Harbour("ARI", "Arica");
          Owner owner = new Company(1, "Lines");
          List.of(bergen, arica, owner).forEach(manager::persist);
          Ship ship = new Ship(1);
          ship.papers = new Papers();
          ship.papers.register = "N 1";
          ship.papers.home = bergen;
          ship.papers.owner = owner;
          ship.papers.berth = new Berth();
          ship.papers.berth.harbour = arica;
          Berth second = new Berth();
          second.number = 2;
          second.harbour = bergen;
          ship.berths.add(second);
          manager.persist(ship);
          manager.persist(new Ship(2));
        });
  }

  private static void assertPapers(Papers papers) {
    assertEquals("N 1", papers.register);
    assertEquals("Bergen", papers.home.name());
    assertEquals("AS", assertInstanceOf(Company.class, papers.owner).form);
    assertNull(papers.berth.number);
    assertEquals("Arica", papers.berth.harbour.name);
  }

  @Test
  void its_associations_are_read_lazily_or_at_once() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      List<Papers> found =
          manager
              .createQuery("select s.papers from Ship s order by s.id", Papers.class)
              .getResultList();
      Papers papers = found.getFirst();
      var loaded = unit.factory().getPersistenceUnitUtil();
      assertInstanceOf(LazyInstance.class, papers.home);
      assertFalse(loaded.isLoaded(papers.home));
      assertTrue(loaded.isLoaded(papers.berth.harbour));
      assertPapers(papers);
      assertSame(papers.home, manager.find(Harbour.class, "BGO"));
      assertNull(found.get(1));
    }
  }

  @Test
  void it_is_a_copy_that_no_entity_has() {
    unit.inTransaction(
        manager -> {
          Ship ship = manager.find(Ship.class, 1);
          Papers papers =
              manager
                  .createQuery("select s.papers from Ship s where s.id = 1", Papers.class)
                  .getSingleResult();
          assertNotSame(ship.papers, papers);
          assertSame(ship.papers.home, papers.home);
          papers.register = "changed";
          papers.home = null;
        });
    assertEquals(
        "N 1 BGO",
        unit.value("select concat_ws(' ', register, rtrim(home_code)) from ship where id = 1"));
  }

  @Test
  void it_is_an_item_among_others_and_an_argument() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertPapers(
          manager
              .createQuery("select s.id, s.papers as p from Ship s where s.id = 1", Tuple.class)
              .getSingleResult()
              .get("p", Papers.class));
      assertPapers(
          manager
              .createQuery(
                  "select new %s(s.id, s.papers) from Ship s where s.id = 1"
                      .formatted(View.class.getName()),
                  View.class)
              .getSingleResult()
              .papers);
      assertEquals(
          "Arica",
          manager
              .createQuery("select s.papers.berth from Ship s where s.id = 1", Berth.class)
              .getSingleResult()
              .harbour
              .name);
    }
  }

  @Test
  void an_element_of_a_collection_is_one_too() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Berth berth =
          manager
              .createQuery("select b from Ship s join s.berths b", Berth.class)
              .getSingleResult();
      assertEquals(2, berth.number);
      assertEquals("Bergen", berth.harbour.name);
    }
  }

  @Test
  void a_criteria_query_selects_it() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      var builder = manager.getCriteriaBuilder();
      CriteriaQuery<Papers> query = builder.createQuery(Papers.class);
      Root<Ship> ship = query.from(Ship.class);
      query.select(ship.get("papers")).where(builder.equal(ship.get("id"), 1));
      assertPapers(manager.createQuery(query).getSingleResult());
      CriteriaQuery<View> views = builder.createQuery(View.class);
      ship = views.from(Ship.class);
      views
          .select(builder.construct(View.class, ship.get("id"), ship.get("papers")))
          .where(builder.equal(ship.get("id"), 1));
      assertPapers(manager.createQuery(views).getSingleResult().papers);
    }
  }

  @Test
  void a_stream_gives_it_whole() {
    unit.inTransaction(
        manager -> {
          try (var found =
              manager
                  .createQuery("select s.papers from Ship s where s.id = 1", Papers.class)
                  .getResultStream()) {
            found.forEach(SelectedEmbeddableTest::assertPapers);
          }
        });
  }
}
