package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;
import java.util.ArrayList;
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

/// Operations that pass through embeddables in collections to what these refer to (Jakarta
/// Persistence 3.2, sections 2.6 and 3.2).
@NullUnmarked // a null where none is expected fails the test by itself
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ElementCascadeTest {
  @Entity(name = "Port")
  static class Port {
    @Id @GeneratedValue Long id;
    @Version int version;
    String name;

    @ManyToOne(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
    Route home;

    Port() {}

    Port(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }
  }

  @Embeddable
  static class Way {
    @ManyToOne(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
    Port by;
  }

  @Embeddable
  static class Leg {
    String cargo;

    @ManyToOne(cascade = CascadeType.ALL)
    Port to;

    Way way;

    Leg() {}

    Leg(String cargo, Port to) {
      this.cargo = cargo;
      this.to = to;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Leg leg && Objects.equals(cargo, leg.cargo) && to == leg.to;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(to);
    }
  }

  @Entity(name = "Route")
  static class Route {
    @Id @GeneratedValue Long id;

    @ElementCollection
    @OrderColumn(name = "place")
    List<Leg> legs = new ArrayList<>();

    @ElementCollection Map<String, Leg> named = new HashMap<>();

    @ElementCollection Set<Leg> spare = new HashSet<>();
  }

  private TestUnit unit;
  private Long id;

  @BeforeAll
  void open() {
    unit = TestUnit.on(TestServer.v18(), Port.class, Way.class, Leg.class, Route.class);
  }

  @AfterAll
  void close() {
    if (unit != null) {
      unit.close();
    }
  }

  /// Nothing but the route is persisted by itself.
  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    Route route = new Route();
    Leg first = new Leg("fish", new Port("Bergen"));
    first.way = new Way();
    first.way.by = new Port("Hull");
    route.legs.add(first);
    route.named.put("back", new Leg("wine", new Port("Porto")));
    route.spare.add(new Leg("salt", new Port("Cadiz")));
    unit.inTransaction(manager -> manager.persist(route));
    id = route.id;
  }

  private String ports() {
    return String.valueOf(unit.value("select string_agg(name, ' ' order by name) from port"));
  }

  private String legs() {
    return String.valueOf(
        unit.value(
            "select string_agg(cargo || ' ' || p.name, ', ' order by place) from route_legs l join"
                + " port p on p.id = l.to_id"));
  }

  private Route detached() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Route route = manager.find(Route.class, id);
      assertEquals("Hull", route.legs.getFirst().way.by.name());
      assertEquals(1, route.named.size());
      assertEquals(1, route.spare.size());
      return route;
    }
  }

  @Test
  void persist_reaches_what_elements_and_values_of_maps_refer_to() {
    assertEquals("Bergen Cadiz Hull Porto", ports());
    assertEquals("fish Bergen", legs());
  }

  @Test
  void a_flush_persists_what_has_come_into_a_managed_collection() {
    unit.inTransaction(
        manager -> {
          Route route = manager.find(Route.class, id);
          route.legs.add(new Leg("coal", new Port("Leith")));
        });
    assertEquals("fish Bergen, coal Leith", legs());
  }

  @Test
  void merge_merges_what_detached_elements_refer_to() {
    Route route = detached();
    route.legs.getFirst().to.name = "Stavanger";
    route.legs.getFirst().way.by.name = "Grimsby";
    route.legs.add(new Leg("coal", new Port("Leith")));
    route.named.get("back").to.name = "Lisbon";
    unit.inTransaction(
        manager -> {
          Route merged = manager.merge(route);
          assertNotSame(route.legs.getFirst().to, merged.legs.getFirst().to);
          assertTrue(manager.contains(merged.legs.get(1).to));
        });
    assertEquals("Cadiz Grimsby Leith Lisbon Stavanger", ports());
    assertEquals("fish Stavanger, coal Leith", legs());
  }

  @Test
  void merge_of_a_new_instance_persists_copies() {
    Route route = new Route();
    route.legs.add(new Leg("coal", new Port("Leith")));
    unit.inTransaction(
        manager -> {
          Route merged = manager.merge(route);
          assertEquals("Leith", merged.legs.getFirst().to.name);
          assertNotSame(route.legs.getFirst().to, merged.legs.getFirst().to);
        });
    assertEquals("fish Bergen, coal Leith", legs());
  }

  @Test
  void merge_of_new_instances_that_refer_to_each_other_ends() {
    Port port = new Port("Leith");
    port.home = new Route();
    port.home.legs.add(new Leg("coal", port));
    unit.inTransaction(
        manager -> {
          Port merged = manager.merge(port);
          assertSame(merged, merged.home.legs.getFirst().to);
        });
    assertEquals("fish Bergen, coal Leith", legs());
    assertEquals("Bergen Cadiz Hull Leith Porto", ports());
  }

  @Test
  void merge_of_a_managed_instance_has_its_elements_refer_to_managed_ones() {
    Port hull = detached().legs.getFirst().way.by;
    hull.name = "Goole";
    unit.inTransaction(
        manager -> {
          Route route = manager.find(Route.class, id);
          route.legs.getFirst().to = hull;
          Leg spare = route.spare.iterator().next();
          route.spare.remove(spare);
          spare.to = hull;
          route.spare.add(spare);
          assertSame(route, manager.merge(route));
          assertTrue(manager.contains(route.legs.getFirst().to));
          assertTrue(route.spare.contains(spare), "found by its new hash code");
        });
    assertEquals("fish Goole", legs());
  }

  @Test
  void remove_reaches_them() {
    unit.inTransaction(manager -> manager.remove(manager.find(Route.class, id)));
    assertEquals("0", String.valueOf(unit.value("select count(*) from port")));
  }

  @Test
  void refresh_reaches_those_that_have_been_read() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Route route = manager.find(Route.class, id);
      Port bergen = route.legs.getFirst().to;
      Port porto =
          manager.createQuery("from Port where name = 'Porto'", Port.class).getSingleResult();
      unit.sql("update port set name = upper(name)");
      bergen.name = "overwritten";
      manager.refresh(route);
      assertEquals("BERGEN", bergen.name);
      assertEquals("Porto", porto.name, "its collection has not been read");
    }
  }

  @Test
  void detach_reaches_them() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Route route = manager.find(Route.class, id);
      Port bergen = route.legs.getFirst().to;
      assertTrue(manager.contains(bergen));
      manager.detach(route);
      assertFalse(manager.contains(bergen));
    }
  }
}
