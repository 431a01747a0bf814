package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyJoinColumn;
import jakarta.persistence.OneToMany;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Maps whose keys are entities: what graphs name of the keys, and what reading them costs.
@NullUnmarked // a null where none is expected fails the test by itself
class MapKeyFetchTest {

  @Entity(name = "Depot")
  static class Depot {
    @Id int id;

    @OneToMany(mappedBy = "depot")
    @MapKeyJoinColumn(name = "good_id")
    Map<Good, Stock> stocks;

    @OneToMany(mappedBy = "depot")
    @MapKeyJoinColumn(name = "owner_id")
    Map<Owner, Stake> stakes;
  }

  @Entity(name = "Stock")
  static class Stock {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Depot depot;

    @ManyToOne(fetch = FetchType.LAZY)
    Maker last;
  }

  @Entity(name = "Good")
  static class Good {
    @Id int id;
    String name;

    @ManyToOne(fetch = FetchType.LAZY)
    Maker maker;

    Maker maker() {
      return maker;
    }

    String name() {
      return name;
    }
  }

  @Entity(name = "Maker")
  static class Maker {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  @Entity(name = "Stake")
  static class Stake {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Depot depot;
  }

  @Entity(name = "Owner")
  @Inheritance
  static class Owner {
    @Id int id;
  }

  @Entity(name = "Company")
  static class Company extends Owner {}

  private static TestUnit unit;

  @BeforeAll
  static void open() {
    unit =
        TestUnit.of(
            Depot.class,
            Stock.class,
            Good.class,
            Maker.class,
            Stake.class,
            Owner.class,
            Company.class);
    unit.sql(
        "insert into depot values (1), (2)",
        "insert into maker select n, 'm' || n from generate_series(1, 9) n",
        "insert into good (id, name, maker_id) select n, 'g' || n, 1 + n % 3"
            + " from generate_series(1, 6) n",
        "insert into stock (id, depot_id, good_id, last_id) select n, 1 + n % 2, n, 9"
            + " from generate_series(1, 6) n",
        "insert into owner (id, dtype) select n, case n % 2 when 0 then 'Owner' else 'Company' end"
            + " from generate_series(1, 6) n",
        "insert into stake (id, depot_id, owner_id) select n, 1 + n % 2, n"
            + " from generate_series(1, 6) n");
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  private static long roundTrips(Function<EntityManager, ?> work) {
    Runnable run =
        () -> {
          try (EntityManager manager = unit.factory().createEntityManager()) {
            Object unused = work.apply(manager);
          }
        };
    run.run();
    return unit.roundTrips(run);
  }

  private static boolean isLoaded(Object entity) {
    return unit.factory().getPersistenceUnitUtil().isLoaded(entity);
  }

  private static EntityGraph<Depot> withMakers(EntityManager manager) {
    EntityGraph<Depot> graph = manager.createEntityGraph(Depot.class);
    graph.addKeySubgraph("stocks").addAttributeNodes("maker");
    return graph;
  }

  private static void checkMakers(Depot depot) {
    assertEquals(3, depot.stocks.size());
    for (Map.Entry<Good, Stock> one : depot.stocks.entrySet()) {
      assertTrue(isLoaded(one.getKey()));
      assertTrue(isLoaded(one.getKey().maker()));
      assertEquals("g" + one.getValue().id, one.getKey().name());
      assertEquals("m" + (1 + one.getKey().id % 3), one.getKey().maker().name());
      assertFalse(isLoaded(one.getValue(), "last"));
    }
  }

  private static boolean isLoaded(Object entity, String attribute) {
    return unit.factory().getPersistenceUnitUtil().isLoaded(entity, attribute);
  }

  @Test
  void what_a_graph_names_of_the_keys_is_one_exchange_for_each_level() {
    // The depot with its stocks; the goods; their makers.
    assertEquals(
        3,
        roundTrips(
            manager -> {
              Depot depot = manager.find(withMakers(manager), 1);
              checkMakers(depot);
              return depot;
            }));
    // The depots first: a query knows no owner beforehand.
    assertEquals(
        4,
        roundTrips(
            manager -> {
              List<Depot> depots =
                  manager
                      .createQuery("from Depot", Depot.class)
                      .setHint("jakarta.persistence.loadgraph", withMakers(manager))
                      .getResultList();
              depots.forEach(MapKeyFetchTest::checkMakers);
              return depots;
            }));
  }

  @Test
  void keys_and_values_have_graphs_of_their_own() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      EntityGraph<Depot> graph = manager.createEntityGraph(Depot.class);
      graph.addKeySubgraph("stocks");
      graph.addSubgraph("stocks").addAttributeNodes("last");
      Depot depot = manager.find(graph, 1);
      for (Map.Entry<Good, Stock> one : depot.stocks.entrySet()) {
        assertTrue(isLoaded(one.getKey()));
        assertFalse(isLoaded(one.getKey(), "maker"));
        assertTrue(isLoaded(one.getValue(), "last"));
      }
    }
  }

  @Test
  void keys_of_a_map_that_is_here_already_are_completed() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      Depot depot = manager.find(Depot.class, 1);
      assertEquals(3, depot.stocks.size());
      assertFalse(isLoaded(depot.stocks.keySet().iterator().next()));
      assertEquals(2, unit.roundTrips(() -> manager.find(withMakers(manager), 1)));
      assertEquals(0, unit.roundTrips(() -> checkMakers(depot)));
    }
  }

  @Test
  void keys_of_several_classes_are_read_together() {
    assertEquals(
        3,
        roundTrips(
            manager -> {
              for (Depot depot : manager.createQuery("from Depot", Depot.class).getResultList()) {
                assertEquals(3, depot.stakes.size());
                depot
                    .stakes
                    .keySet()
                    .forEach(owner -> assertEquals(owner.id % 2 == 1, owner instanceof Company));
              }
              return 0;
            }));
  }
}
