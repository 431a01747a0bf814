package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.AttributeNode;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.NamedAttributeNode;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedSubgraph;
import jakarta.persistence.OneToMany;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.Subgraph;
import jakarta.persistence.metamodel.Attribute.PersistentAttributeType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Entity graphs (Jakarta Persistence 3.2, section 3.7): the API, what is loaded, and in how many
/// round trips.
@NullUnmarked // a null where none is expected fails the test by itself
class EntityGraphTest {
  private static final String FETCH = "jakarta.persistence.fetchgraph";
  private static final String LOAD = "jakarta.persistence.loadgraph";

  @Entity(name = "Store")
  @NamedEntityGraph(attributeNodes = @NamedAttributeNode("shelves"))
  @NamedEntityGraph(name = "everything", includeAllAttributes = true)
  @NamedEntityGraph(
      name = "stock",
      attributeNodes = @NamedAttributeNode(value = "shelves", subgraph = "shelf"),
      subgraphs = {
        @NamedSubgraph(
            name = "shelf",
            attributeNodes = @NamedAttributeNode(value = "items", subgraph = "item")),
        @NamedSubgraph(name = "item", attributeNodes = @NamedAttributeNode("maker"))
      })
  static class Store {
    @Id int id;
    String name;

    @OneToMany(mappedBy = "store")
    List<Shelf> shelves;

    @OneToMany(mappedBy = "store")
    Set<Clerk> clerks;

    @ElementCollection Set<String> signs = new HashSet<>();

    @ManyToOne Region region;

    @ManyToOne(fetch = FetchType.LAZY)
    Region former;
  }

  @Entity(name = "Shelf")
  static class Shelf {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Store store;

    @OneToMany(mappedBy = "shelf")
    List<Item> items;
  }

  @Entity(name = "Item")
  static class Item {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Shelf shelf;

    @ManyToOne(fetch = FetchType.LAZY)
    Region maker;
  }

  @Entity(name = "Clerk")
  static class Clerk {
    @Id int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Store store;
  }

  @Entity(name = "Region")
  static class Region {
    @Id int id;
    String name;

    String name() {
      return name;
    }
  }

  private static TestDatabase database;
  private static EntityManagerFactory factory;
  private EntityManager manager;

  @BeforeAll
  static void open() {
    database = TestServer.v18().newDatabase();
    var unit =
        new PersistenceConfiguration("stores")
            .provider(TiercelPersistenceProvider.class.getName())
            .property(UnitProperties.URL, database.jdbcUrl())
            .property(UnitProperties.SCHEMA_ACTION, "create");
    List.of(Store.class, Shelf.class, Item.class, Clerk.class, Region.class)
        .forEach(unit::managedClass);
    factory = unit.createEntityManagerFactory();
    database.execute(
        "insert into region (id, name) select n, 'r' || n from generate_series(1, 9) n",
        "insert into store (id, name, region_id, former_id)"
            + " select n, 's' || n, n, n + 3 from generate_series(1, 3) n",
        "insert into shelf (id, store_id) select n, 1 + n % 3 from generate_series(1, 6) n",
        "insert into item (id, shelf_id, maker_id)"
            + " select n, 1 + n % 6, 7 + n % 3 from generate_series(1, 24) n",
        "insert into clerk (id, store_id) select n, 1 + n % 3 from generate_series(1, 9) n",
        "insert into store_signs (store_id, signs)"
            + " select 1 + n % 3, 'sign ' || n from generate_series(1, 6) n");
  }

  @AfterAll
  static void close() {
    factory.close();
    database.close();
  }

  @BeforeEach
  void begin() {
    manager = factory.createEntityManager();
  }

  @AfterEach
  void end() {
    manager.close();
  }

  private boolean isLoaded(Object entity, String attribute) {
    return factory.getPersistenceUnitUtil().isLoaded(entity, attribute);
  }

  /// The round trips of what has been run before, when everything is prepared.
  private long roundTrips(Consumer<EntityManager> work) {
    try (EntityManager warm = factory.createEntityManager()) {
      work.accept(warm);
    }
    var before = factory.unwrap(ConnectionStatistics.class);
    try (EntityManager measured = factory.createEntityManager()) {
      work.accept(measured);
    }
    return factory.unwrap(ConnectionStatistics.class).since(before).roundTrips();
  }

  private EntityGraph<Store> graph(String... attributes) {
    EntityGraph<Store> graph = manager.createEntityGraph(Store.class);
    graph.addAttributeNodes(attributes);
    return graph;
  }

  @Test
  void a_load_graph_adds_to_what_the_mapping_makes_eager() {
    Store store = manager.find(graph("shelves", "former"), 1);
    assertTrue(isLoaded(store, "shelves") && isLoaded(store, "former"));
    assertTrue(isLoaded(store, "region"));
    assertFalse(isLoaded(store, "clerks") || isLoaded(store, "signs"));
    assertEquals(2, store.shelves.size());
  }

  @Test
  void a_fetch_graph_leaves_unread_what_it_does_not_name() {
    Store store = manager.find(Store.class, 1, Map.of(FETCH, graph("clerks")));
    assertTrue(isLoaded(store, "clerks"));
    assertFalse(isLoaded(store, "region") || isLoaded(store, "former"));
    assertFalse(isLoaded(store, "shelves") || isLoaded(store, "signs"));
    assertEquals("r1", store.region.name());
  }

  @Test
  void a_removed_node_keeps_an_eager_attribute_from_being_read() {
    EntityGraph<Store> graph = graph("shelves");
    graph.removeAttributeNode("region");
    assertFalse(isLoaded(manager.find(graph, 1), "region"));
    graph.addAttributeNodes("region");
    graph.removeAttributeNodes(PersistentAttributeType.ONE_TO_MANY);
    manager.clear();
    Store store = manager.find(graph, 1);
    assertTrue(isLoaded(store, "region"));
    assertFalse(isLoaded(store, "shelves"));
  }

  @Test
  void three_collections_come_with_one_root_or_in_one_exchange_after_many() {
    var graph = graph("shelves", "clerks", "signs");
    assertEquals(1, roundTrips(fresh -> assertEquals(2, fresh.find(graph, 1).signs.size())));
    assertEquals(
        2,
        roundTrips(
            fresh -> {
              List<Store> stores =
                  fresh
                      .createQuery("select s from Store s order by s.id", Store.class)
                      .setHint(FETCH, graph)
                      .getResultList();
              assertEquals(3, stores.size());
              for (Store store : stores) {
                assertEquals(2, store.shelves.size());
                assertEquals(3, store.clerks.size());
                assertEquals(2, store.signs.size());
                assertFalse(isLoaded(store, "region"));
              }
            }));
  }

  @Test
  void each_level_is_one_exchange_for_all_its_owners() {
    assertEquals(
        4,
        roundTrips(
            fresh -> {
              List<Store> stores =
                  fresh
                      .createQuery("select s from Store s", Store.class)
                      .setHint(LOAD, "stock")
                      .getResultList();
              for (Store store : stores) {
                for (Shelf shelf : store.shelves) {
                  assertEquals(4, shelf.items.size());
                  assertTrue(shelf.items.stream().allMatch(item -> isLoaded(item, "maker")));
                }
              }
            }));
  }

  @Test
  void what_is_here_already_is_completed_and_not_read_again() {
    Store store = manager.find(Store.class, 1);
    assertFalse(isLoaded(store, "shelves"));
    assertSame(store, manager.find(stock(), 1));
    assertTrue(isLoaded(store, "shelves"));
    for (Shelf shelf : store.shelves) {
      assertTrue(isLoaded(shelf, "items"));
    }
    var before = factory.unwrap(ConnectionStatistics.class);
    assertSame(store, manager.find(stock(), 1));
    assertEquals(0, factory.unwrap(ConnectionStatistics.class).since(before).roundTrips());
  }

  @SuppressWarnings("unchecked") // the graph is of Store
  private EntityGraph<Store> stock() {
    return (EntityGraph<Store>) manager.getEntityGraph("stock");
  }

  @Test
  void a_fetch_subgraph_rules_below_and_a_node_alone_leaves_it_to_the_mapping() {
    EntityGraph<Item> graph = manager.createEntityGraph(Item.class);
    Subgraph<Store> store = graph.addSubgraph("shelf", Shelf.class).addSubgraph("store");
    store.addAttributeNodes("clerks");
    Item item = manager.find(Item.class, 1, Map.of(FETCH, graph));
    assertTrue(isLoaded(item.shelf.store, "clerks"));
    assertFalse(isLoaded(item.shelf.store, "region"));
    manager.clear();
    EntityGraph<Shelf> plain = manager.createEntityGraph(Shelf.class);
    plain.addAttributeNode("store");
    Shelf shelf = manager.find(Shelf.class, 1, Map.of(FETCH, plain));
    assertTrue(isLoaded(shelf, "store") && isLoaded(shelf.store, "region"));
  }

  @Test
  void hints_have_their_names_of_version_2_1_too() {
    Store store =
        manager
            .createQuery("from Store s where s.id = 1", Store.class)
            .setHint("javax.persistence.loadgraph", graph("shelves"))
            .getSingleResult();
    assertTrue(isLoaded(store, "shelves"));
    manager.clear();
    store = manager.find(Store.class, 2, Map.of("javax.persistence.fetchgraph", graph("clerks")));
    assertTrue(isLoaded(store, "clerks"));
    assertFalse(isLoaded(store, "region"));
  }

  @Test
  void refresh_takes_a_graph_too() {
    Store store = manager.find(Store.class, 1);
    manager.refresh(store, Map.of(LOAD, graph("shelves")));
    assertTrue(isLoaded(store, "shelves"));
  }

  @Test
  void native_queries_streams_and_joins_take_graphs() {
    Store store =
        (Store)
            manager
                .createNativeQuery("select * from store where id = 2", Store.class)
                .setHint(LOAD, graph("clerks"))
                .getSingleResult();
    assertTrue(isLoaded(store, "clerks"));
    manager.clear();
    try (var stores =
        manager
            .createQuery("select s from Store s join fetch s.region", Store.class)
            .setHint(LOAD, "Store")
            .getResultStream()) {
      assertEquals(6, stores.mapToInt(one -> one.shelves.size()).sum());
    }
  }

  @Test
  void named_graphs_are_read_from_annotations() {
    assertEquals(
        Set.of("Store", "everything", "stock"),
        manager.getEntityGraphs(Store.class).stream()
            .map(EntityGraph::getName)
            .collect(Collectors.toSet()));
    assertEquals(
        Set.of("id", "name", "shelves", "clerks", "signs", "region", "former"),
        names(manager.getEntityGraph("everything")));
    assertEquals(List.of(), manager.getEntityGraphs(Clerk.class));
    assertThrows(IllegalArgumentException.class, () -> manager.getEntityGraphs(String.class));
    assertThrows(IllegalArgumentException.class, () -> manager.getEntityGraph("none"));
    assertNull(manager.createEntityGraph("none"));
    assertEquals(
        Set.of("Store", "everything", "stock"), factory.getNamedEntityGraphs(Store.class).keySet());
  }

  private static Set<String> names(EntityGraph<?> graph) {
    return graph.getAttributeNodes().stream()
        .map(AttributeNode::getAttributeName)
        .collect(Collectors.toSet());
  }

  @Test
  void named_graphs_do_not_change_but_their_copies_do() {
    EntityGraph<?> named = manager.getEntityGraph("stock");
    assertThrows(IllegalStateException.class, () -> named.addAttributeNodes("clerks"));
    assertThrows(IllegalStateException.class, () -> named.addSubgraph("clerks"));
    assertThrows(IllegalStateException.class, () -> named.removeAttributeNode("shelves"));
    Subgraph<?> below = named.getAttributeNode("shelves").getSubgraphs().get(Shelf.class);
    assertThrows(IllegalStateException.class, () -> below.addAttributeNodes("store"));
    EntityGraph<?> copy = manager.createEntityGraph("stock");
    assertNull(copy.getName());
    copy.addAttributeNodes("clerks");
    copy.getAttributeNode("shelves").getSubgraphs().get(Shelf.class).addAttributeNodes("store");
    assertEquals(Set.of("shelves"), names(named));
    assertEquals(1, below.getAttributeNodes().size());
    factory.addNamedEntityGraph("mine", copy);
    copy.addAttributeNodes("former");
    assertEquals("mine", manager.getEntityGraph("mine").getName());
    assertEquals(Set.of("shelves", "clerks"), names(manager.getEntityGraph("mine")));
    factory.addNamedEntityGraph("mine", graph("name"));
    assertEquals(Set.of("name"), names(manager.getEntityGraph("mine")));
  }

  @Test
  void nodes_are_added_by_metamodel_attribute_too() {
    var store = factory.getMetamodel().entity(Store.class);
    EntityGraph<Store> graph = manager.createEntityGraph(Store.class);
    graph.addAttributeNode(store.getSingularAttribute("name"));
    graph.addSubgraph(store.getSingularAttribute("region", Region.class)).addAttributeNode("name");
    graph.addElementSubgraph(store.getList("shelves", Shelf.class)).addAttributeNodes("items");
    graph.addTreatedSubgraph(store.getSingularAttribute("former", Region.class), Region.class);
    assertTrue(graph.hasAttributeNode("name"));
    assertTrue(graph.hasAttributeNode(store.getSingularAttribute("region")));
    assertFalse(graph.hasAttributeNode("clerks"));
    assertEquals(Set.of(Shelf.class), graph.getAttributeNode("shelves").getSubgraphs().keySet());
    assertThrows(NoSuchElementException.class, () -> graph.getAttributeNode("clerks"));
    Store found = manager.find(graph, 1);
    assertTrue(isLoaded(found, "former") && isLoaded(found.shelves.getFirst(), "items"));
  }

  @Test
  void what_cannot_be_in_a_graph_is_refused() {
    EntityGraph<Store> graph = graph();
    assertThrows(IllegalArgumentException.class, () -> graph.addAttributeNodes("oops"));
    assertThrows(IllegalArgumentException.class, () -> graph.addSubgraph("name"));
    assertThrows(IllegalArgumentException.class, () -> graph.addKeySubgraph("shelves"));
    assertThrows(IllegalArgumentException.class, () -> graph.addSubgraph("shelves", Clerk.class));
    assertThrows(IllegalArgumentException.class, () -> manager.createEntityGraph(String.class));
    assertThrows(
        IllegalArgumentException.class,
        () -> manager.find(Clerk.class, 1, Map.of(LOAD, graph("name"))));
    assertThrows(
        IllegalArgumentException.class,
        () -> manager.find(Store.class, 1, Map.of(LOAD, graph, FETCH, graph)));
    assertThrows(
        IllegalArgumentException.class,
        () -> manager.createQuery("from Store s", Store.class).setHint(LOAD, 1));
  }
}
