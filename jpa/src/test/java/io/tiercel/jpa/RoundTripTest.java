package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.error.LazyLoadingException;
import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import io.tiercel.jpa.shop.Tag;
import jakarta.persistence.EntityManager;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What operations cost in statements and round trips, with statements prepared and ids in stock.
@NullUnmarked // a null where none is expected fails the test by itself
class RoundTripTest {
  private static final int CUSTOMERS = 20;

  private static Shop shop;

  @BeforeAll
  static void open() {
    shop = Shop.open();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void fill() {
    shop.factory().getSchemaManager().truncate();
    shop.inTransaction(
        manager -> {
          Product product = new Product("p", "Pump", new BigDecimal("1.00"));
          manager.persist(product);
          for (int c = 0; c < CUSTOMERS; c++) {
            Customer customer = new Customer("Customer " + c);
            for (int o = 0; o < 2; o++) {
              PurchaseOrder order =
                  new PurchaseOrder(customer, LocalDate.of(2026, 1, 1).plusDays(o));
              order.addLine(product, 1);
              order.addLine(product, 2);
              customer.getOrders().add(order);
            }
            manager.persist(customer);
          }
        });
  }

  private static void placeAnOrder() {
    shop.inTransaction(
        manager -> {
          Customer customer = manager.getReference(Customer.class, lowestCustomerId());
          Product product = manager.getReference(Product.class, "p");
          PurchaseOrder order = new PurchaseOrder(customer, LocalDate.of(2026, 2, 1));
          for (int i = 0; i < 10; i++) {
            order.addLine(product, i);
          }
          manager.persist(order);
        });
  }

  private static long lowestCustomerId;

  private static long lowestCustomerId() {
    return lowestCustomerId;
  }

  @Test
  void an_order_with_ten_lines_is_one_round_trip() {
    lowestCustomerId =
        shop.query(
            manager ->
                manager
                    .createQuery("select min(c.id) from Customer c", Long.class)
                    .getSingleResult());
    // Until the id blocks are stocked and the statements prepared.
    for (int i = 0; i < 3; i++) {
      placeAnOrder();
    }
    List<Long> roundTrips = new ArrayList<>();
    Shop.Cost cheapest = null;
    for (int i = 0; i < 5; i++) {
      Shop.Cost cost = shop.cost(RoundTripTest::placeAnOrder);
      roundTrips.add(cost.roundTrips());
      cheapest = cheapest == null || cost.roundTrips() < cheapest.roundTrips() ? cost : cheapest;
    }
    // Now and then a block of ids is fetched; at least one of five in a row needs none.
    assertEquals(1, assertNotNullAnd(cheapest).roundTrips(), roundTrips::toString);
    assertEquals(
        List.of("BEGIN", "insert", "insert", "COMMIT"),
        cheapest.statements().stream().map(sql -> sql.split(" ", 2)[0]).toList());
  }

  private static <T> T assertNotNullAnd(T value) {
    assertNotNull(value);
    return value;
  }

  @Test
  void the_classic_loop_over_lazy_associations_is_one_query_for_each_association() {
    Runnable loop =
        () ->
            shop.inTransaction(
                manager -> {
                  int lines = 0;
                  for (Customer customer :
                      manager
                          .createQuery("select c from Customer c", Customer.class)
                          .getResultList()) {
                    for (PurchaseOrder order : customer.getOrders()) {
                      for (OrderLine line : order.getLines()) {
                        assertEquals("Pump", line.getProduct().getName());
                        lines++;
                      }
                    }
                  }
                  assertEquals(CUSTOMERS * 4, lines);
                });
    loop.run();
    Shop.Cost cost = shop.cost(loop);
    // Customers, orders, invoices (the other side of a one-to-one), lines, products.
    assertEquals(
        5,
        cost.statements().stream().filter(sql -> sql.startsWith("select")).count(),
        cost.statements()::toString);
  }

  @Test
  void a_lazy_reference_is_loaded_for_all_instances_of_the_result() {
    Runnable loop =
        () ->
            shop.inTransaction(
                manager ->
                    manager
                        .createQuery("select o from PurchaseOrder o", PurchaseOrder.class)
                        .getResultList()
                        .forEach(order -> assertNotNull(order.getCustomer().getName())));
    loop.run();
    Shop.Cost cost = shop.cost(loop);
    assertEquals(
        3,
        cost.statements().stream().filter(sql -> sql.startsWith("select")).count(),
        cost.statements()::toString);
  }

  @Test
  void the_id_of_a_lazy_reference_costs_nothing() {
    Shop.Cost cost =
        shop.cost(
            () ->
                shop.inTransaction(
                    manager ->
                        assertEquals("p", manager.getReference(Product.class, "p").getCode())));
    assertEquals(List.of(), cost.statements());
  }

  @Test
  void an_empty_transaction_sends_nothing() {
    Shop.Cost cost = shop.cost(() -> shop.inTransaction(manager -> {}));
    assertEquals(0, cost.roundTrips());
  }

  @Test
  void a_transaction_that_only_reads_is_one_round_trip_for_each_read() {
    Runnable work =
        () -> shop.inTransaction(manager -> assertNotNull(manager.find(Product.class, "p")));
    work.run();
    Shop.Cost cost = shop.cost(work);
    assertEquals(1, cost.roundTrips());
  }

  @Test
  void a_graph_with_a_collection_and_what_its_elements_refer_to_is_one_round_trip() {
    long id =
        shop.query(
            manager ->
                manager
                    .createQuery("select min(o.id) from PurchaseOrder o", Long.class)
                    .getSingleResult());
    Runnable work =
        () ->
            shop.inTransaction(
                manager -> {
                  var graph = manager.createEntityGraph(PurchaseOrder.class);
                  graph.addAttributeNodes("customer");
                  graph.addElementSubgraph("lines").addAttributeNodes("product");
                  PurchaseOrder order = manager.find(graph, id);
                  assertNotNull(order.getCustomer().getName());
                  assertEquals(2, order.getLines().size());
                  for (OrderLine line : order.getLines()) {
                    assertSame(order, line.getOrder());
                    assertEquals("Pump", line.getProduct().getName());
                  }
                });
    work.run();
    Shop.Cost cost = shop.cost(work);
    assertEquals(1, cost.roundTrips(), cost.statements()::toString);
    // The order with its customer; its invoice, which may be another side; lines with products.
    assertEquals(3, cost.statements().size(), cost.statements()::toString);
  }

  @Test
  void a_thousand_new_rows_are_one_copy() {
    Shop.Cost cost =
        shop.cost(
            () ->
                shop.inTransaction(
                    manager -> {
                      for (int i = 0; i < 1_000; i++) {
                        manager.persist(new Tag("tag " + i));
                      }
                    }));
    assertTrue(
        cost.statements().stream().anyMatch(sql -> sql.startsWith("copy tag ")),
        cost.statements()::toString);
    assertEquals(
        1_000L,
        shop.<Object>query(
            manager -> manager.createQuery("select count(t) from Tag t").getSingleResult()));
  }

  @Test
  void touching_a_detached_lazy_collection_says_what_to_do() {
    Customer customer;
    try (EntityManager manager = shop.manager()) {
      customer =
          manager
              .createQuery("select c from Customer c", Customer.class)
              .setMaxResults(1)
              .getSingleResult();
    }
    LazyLoadingException failure =
        org.junit.jupiter.api.Assertions.assertThrows(
            LazyLoadingException.class, () -> customer.getOrders().size());
    assertTrue(
        failure.getMessage().startsWith("cannot load Customer.orders of Customer#"),
        failure.getMessage());
  }

  @Test
  void a_stream_reads_in_constant_chunks_and_outside_a_transaction() {
    shop.inTransaction(
        manager -> {
          for (int i = 0; i < 5_000; i++) {
            manager.persist(new Tag("tag " + i));
          }
        });
    try (EntityManager manager = shop.manager();
        var tags = manager.createQuery("select t from Tag t", Tag.class).getResultStream()) {
      assertEquals(5_000, tags.map(Tag::getLabel).distinct().count());
    }
    try (EntityManager manager = shop.manager();
        var tags = manager.createQuery("select t from Tag t", Tag.class).getResultStream()) {
      assertEquals(10, tags.limit(10).count());
    }
    assertThrows(
        IllegalStateException.class,
        () ->
            shop.query(
                manager ->
                    manager.createQuery("select t from Tag t where t.label = :l").getResultList()));
  }
}
