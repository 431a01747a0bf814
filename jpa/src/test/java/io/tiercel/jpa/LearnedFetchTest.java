package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Reads that learn what to bring with them (`tiercel.fetch = learn`, decision 0043).
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(120)
class LearnedFetchTest {
  private static final int MANY = 64;
  private static final Set<String> ALL = Set.of("buyer", "items", "items/thing");

  @Entity(name = "Purchase")
  static class Purchase {
    @Id @GeneratedValue Long id;
    @Version int version;

    @ManyToOne(fetch = FetchType.LAZY)
    Buyer buyer;

    @ManyToOne(fetch = FetchType.LAZY)
    Buyer payer;

    @OneToMany(mappedBy = "purchase", cascade = CascadeType.ALL)
    @OrderBy("id")
    List<Item> items = new ArrayList<>();

    @ManyToOne Shop shop;

    Buyer getBuyer() {
      return buyer;
    }
  }

  @Entity(name = "Buyer")
  static class Buyer {
    @Id @GeneratedValue Long id;
    String name;

    String getName() {
      return name;
    }
  }

  @Entity(name = "Shop")
  static class Shop {
    @Id @GeneratedValue Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    Buyer keeper;
  }

  @Entity(name = "Item")
  static class Item {
    @Id @GeneratedValue Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    Purchase purchase;

    @ManyToOne(fetch = FetchType.LAZY)
    Thing thing;
  }

  @Entity(name = "Thing")
  static class Thing {
    @Id @GeneratedValue Long id;
    String name;

    String getName() {
      return name;
    }
  }

  private TestUnit unit;
  private long purchase;

  @BeforeEach
  void open() {
    open(TestServer.v18(), "learn");
  }

  private void open(TestServer server, String fetch) {
    unit =
        TestUnit.with(
            server,
            Map.of("tiercel.fetch", fetch),
            Purchase.class,
            Buyer.class,
            Item.class,
            Thing.class,
            Shop.class);
    purchase = unit.query(manager -> newPurchase(manager, 3));
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private static long newPurchase(EntityManager manager, int items) {
    Purchase made = new Purchase();
    made.buyer = new Buyer();
    made.buyer.name = "Ada";
    manager.persist(made.buyer);
    made.payer = made.buyer;
    made.shop = new Shop();
    made.shop.keeper = new Buyer();
    made.shop.keeper.name = "Bob";
    manager.persist(made.shop.keeper);
    manager.persist(made.shop);
    for (int i = 0; i < items; i++) {
      made.items.add(newItem(manager, made));
    }
    manager.persist(made);
    return made.id;
  }

  private static Item newItem(EntityManager manager, Purchase purchase) {
    Item item = new Item();
    item.purchase = purchase;
    item.thing = new Thing();
    item.thing.name = "Pen";
    manager.persist(item.thing);
    return item;
  }

  private static void touch(Purchase found) {
    assertEquals("Ada", found.getBuyer().getName());
    for (Item item : found.items) {
      assertEquals("Pen", item.thing.getName());
    }
  }

  private void each(int times, Consumer<Purchase> work) {
    for (int i = 0; i < times; i++) {
      unit.inTransaction(manager -> work.accept(manager.find(Purchase.class, purchase)));
    }
  }

  private Map<String, Set<String>> learned() {
    return unit.factory().unwrap(LearnedFetches.class).paths();
  }

  private Set<String> learnedOfPurchases() {
    return learned().getOrDefault("find Purchase", Set.of());
  }

  @EveryPostgres
  void finds_whose_associations_are_always_loaded_bring_them_in_one_exchange(TestServer server) {
    unit.close();
    open(server, "learn");
    Runnable work = () -> each(1, LearnedFetchTest::touch);
    for (int i = 0; i < 3; i++) {
      // Until the statements are prepared.
      work.run();
    }
    assertEquals(4, unit.roundTrips(work));
    each(MANY, LearnedFetchTest::touch);
    assertEquals(ALL, learnedOfPurchases());
    int one = 0;
    int several = 0;
    for (int i = 0; i < MANY; i++) {
      long trips = unit.roundTrips(work);
      if (trips == 1) {
        one++;
      } else {
        assertEquals(4, trips);
        several++;
      }
    }
    assertEquals(MANY / 16, several, "every sixteenth goes without, to see whether it still holds");
    assertEquals(MANY - MANY / 16, one);
  }

  @Test
  void what_is_joined_to_the_elements_of_one_owner_is_not_planned_for_many() {
    each(MANY, LearnedFetchTest::touch);
    each(1, LearnedFetchTest::touch);
    List<String> statements = unit.statements(() -> each(1, LearnedFetchTest::touch));
    String items = statements.getLast();
    assertTrue(items.contains(" left join thing ") && items.endsWith(" = $1 order by t.id"), items);
  }

  @Test
  void nothing_is_learned_where_only_what_is_declared_is_read() {
    unit.close();
    open(TestServer.v18(), "declared");
    each(MANY, LearnedFetchTest::touch);
    assertEquals(Map.of(), learned());
    assertEquals(4, unit.statements(() -> each(1, LearnedFetchTest::touch)).size());
  }

  @Test
  void it_is_declared_unless_the_unit_says_otherwise_and_other_values_are_refused() {
    try (TestUnit plain = TestUnit.of(Buyer.class)) {
      assertEquals(Map.of(), plain.factory().unwrap(LearnedFetches.class).paths());
    }
    var failure =
        assertThrows(
            PersistenceException.class,
            () -> TestUnit.with(Map.of("tiercel.fetch", "guess"), Buyer.class));
    assertTrue(
        failure.getMessage().contains("tiercel.fetch")
            && failure.getMessage().contains("declared or learn"),
        failure::getMessage);
  }

  @Test
  void what_is_loaded_now_and_then_is_not_learned() {
    for (int i = 0; i < MANY; i++) {
      boolean loads = i % 3 != 0;
      each(
          1,
          found -> {
            assertEquals("Ada", found.getBuyer().getName());
            if (loads) {
              assertEquals(3, found.items.size());
            }
          });
    }
    assertEquals(Set.of("buyer"), learnedOfPurchases());
  }

  @Test
  void it_is_unlearned_when_the_application_changes_its_ways() {
    each(MANY, LearnedFetchTest::touch);
    assertEquals(ALL, learnedOfPurchases());
    each(16 * 8, found -> assertEquals("Ada", found.getBuyer().getName()));
    assertEquals(Set.of("buyer"), learnedOfPurchases());
    List<String> statements =
        unit.statements(() -> each(1, found -> assertEquals("Ada", found.getBuyer().getName())));
    assertEquals(1, statements.size(), statements::toString);
  }

  @Test
  void a_path_below_an_eager_association_is_learned() {
    each(MANY, found -> assertEquals("Bob", found.shop.keeper.getName()));
    assertEquals(Set.of("shop/keeper"), learnedOfPurchases());
    List<String> statements =
        unit.statements(() -> each(1, found -> assertEquals("Bob", found.shop.keeper.getName())));
    assertEquals(1, statements.size(), statements::toString);
  }

  @Test
  void a_large_collection_is_never_brought() {
    purchase = unit.query(manager -> newPurchase(manager, 300));
    each(MANY, LearnedFetchTest::touch);
    assertEquals(Set.of("buyer"), learnedOfPurchases());
  }

  @Test
  void a_collection_that_has_grown_large_is_brought_no_more() {
    each(MANY, LearnedFetchTest::touch);
    assertEquals(ALL, learnedOfPurchases());
    long small = purchase;
    purchase = unit.query(manager -> newPurchase(manager, 600));
    each(1, LearnedFetchTest::touch);
    assertEquals(Set.of(), learnedOfPurchases());
    purchase = small;
    each(MANY, LearnedFetchTest::touch);
    assertEquals(Set.of(), learnedOfPurchases(), "it takes its time until it is tried again");
  }

  @Test
  void what_is_loaded_after_a_lock_is_not_brought_before_it() {
    for (int i = 0; i < MANY; i++) {
      unit.inTransaction(
          manager -> {
            Purchase found = manager.find(Purchase.class, purchase);
            manager.lock(found, LockModeType.PESSIMISTIC_WRITE);
            touch(found);
          });
    }
    assertEquals(Set.of(), learnedOfPurchases());
  }

  @Test
  void what_is_loaded_after_a_write_is_not_brought_before_it() {
    for (int i = 1; i <= MANY; i++) {
      int items = 3 + i;
      unit.inTransaction(
          manager -> {
            Purchase found = manager.find(Purchase.class, purchase);
            manager.persist(newItem(manager, found));
            manager.flush();
            assertEquals(items, found.items.size());
          });
    }
    assertEquals(Set.of(), learnedOfPurchases());
  }

  @Test
  void reads_that_lock_or_name_a_graph_read_what_they_are_told() {
    each(MANY, LearnedFetchTest::touch);
    List<String> locking =
        unit.statements(
            () ->
                unit.inTransaction(
                    manager ->
                        manager.find(Purchase.class, purchase, LockModeType.PESSIMISTIC_WRITE)));
    assertEquals(1, locking.size(), locking::toString);
    unit.inTransaction(
        manager -> {
          var graph = manager.createEntityGraph(Purchase.class);
          graph.addAttributeNodes("buyer");
          Purchase found = manager.find(graph, purchase);
          var util = unit.factory().getPersistenceUnitUtil();
          assertTrue(util.isLoaded(found, "buyer"));
          assertFalse(util.isLoaded(found, "items"));
        });
  }

  @Test
  void a_row_that_is_not_there_teaches_nothing() {
    each(MANY, LearnedFetchTest::touch);
    for (int i = 0; i < 40 * 16; i++) {
      unit.inTransaction(manager -> assertNull(manager.find(Purchase.class, -1L)));
    }
    assertEquals(ALL, learnedOfPurchases());
  }

  @Test
  void many_threads_learn_together() throws InterruptedException, ExecutionException {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        running.add(executor.submit(() -> each(4 * MANY, LearnedFetchTest::touch)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    assertEquals(ALL, learnedOfPurchases());
  }

  @Test
  void one_unit_of_work_that_finds_many_learns_from_them() {
    unit.inTransaction(
        manager -> {
          for (int i = 0; i < MANY; i++) {
            touch(manager.find(Purchase.class, purchase));
            manager.clear();
          }
        });
    assertEquals(ALL, learnedOfPurchases());
  }
}
