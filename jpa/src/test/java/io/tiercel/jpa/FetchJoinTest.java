package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What queries bring through the EntityManager, and that nothing fetched is read again.
@NullUnmarked // a null where none is expected fails the test by itself
class FetchJoinTest {
  private static final int CUSTOMERS = 3;

  private static Shop shop;

  @BeforeAll
  static void open() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          Product pump = new Product("p", "Pump", new BigDecimal("1.00"));
          Product hose = new Product("h", "Hose", new BigDecimal("2.50"));
          manager.persist(pump);
          manager.persist(hose);
          for (int c = 0; c < CUSTOMERS; c++) {
            Customer customer = new Customer("Customer " + c);
            for (int o = 0; o < c; o++) {
              PurchaseOrder order =
                  new PurchaseOrder(customer, LocalDate.of(2026, 1, 1).plusDays(o));
              order.addLine(pump, 1);
              order.addLine(hose, 2);
              customer.getOrders().add(order);
            }
            manager.persist(customer);
          }
        });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static <T> TypedQuery<T> query(EntityManager manager, String jpql, Class<T> type) {
    return manager.createQuery(jpql, type);
  }

  @Test
  void a_chain_of_fetches_is_complete_when_the_manager_is_closed() {
    List<Customer> customers;
    try (var manager = shop.manager()) {
      customers =
          query(
                  manager,
                  "select c from Customer c left join fetch c.orders o left join fetch o.lines l"
                      + " left join fetch l.product order by c.name",
                  Customer.class)
              .getResultList();
    }
    assertEquals(CUSTOMERS, customers.size());
    var names =
        customers.stream()
            .flatMap(customer -> customer.getOrders().stream())
            .flatMap(order -> order.getLines().stream())
            .map(line -> line.getProduct().getName())
            .toList();
    assertEquals(List.of("Pump", "Hose", "Pump", "Hose", "Pump", "Hose"), names);
  }

  @Test
  void a_chain_of_fetches_takes_a_query_for_each_step() {
    Runnable fetch =
        () ->
            shop.inTransaction(
                manager ->
                    query(
                            manager,
                            "select c from Customer c join fetch c.orders o join fetch o.lines l"
                                + " join fetch l.product",
                            Customer.class)
                        .getResultList()
                        .forEach(customer -> assertTrue(customer.getOrders().size() > 0)));
    fetch.run();
    var cost = shop.cost(fetch);
    // Customers, orders, their invoices (the other side of a one-to-one), lines, products.
    assertEquals(
        5,
        cost.statements().stream().filter(sql -> sql.startsWith("select")).count(),
        cost.statements()::toString);
  }

  @Test
  void a_fetch_goes_on_below_a_joined_to_one() {
    List<OrderLine> lines;
    try (var manager = shop.manager()) {
      lines =
          query(
                  manager,
                  "select l from OrderLine l join fetch l.order o join fetch o.customer c"
                      + " join fetch c.orders p join fetch p.lines where l.position = 1",
                  OrderLine.class)
              .getResultList();
    }
    assertEquals(3, lines.size());
    for (OrderLine line : lines) {
      Customer customer = line.getOrder().getCustomer();
      assertTrue(customer.getOrders().contains(line.getOrder()));
      customer.getOrders().forEach(order -> assertEquals(2, order.getLines().size()));
    }
  }

  @Test
  void tuples_and_arrays_hold_entities_and_values() {
    shop.inTransaction(
        manager -> {
          var tuples =
              query(
                      manager,
                      "select c as customer, count(o) as orders, sum(l.quantity * l.product.price) as total"
                          + " from Customer c left join c.orders o left join o.lines l group by c"
                          + " order by c.name",
                      Tuple.class)
                  .getResultList();
          // Without lines there is no product: paths are inner joins.
          assertEquals(2, tuples.size());
          var last = tuples.getLast();
          assertEquals("Customer 2", last.get("customer", Customer.class).getName());
          assertEquals(4L, last.get("orders"));
          assertEquals(0, new BigDecimal("12").compareTo(last.get("total", BigDecimal.class)));
          Object[] row =
              query(
                      manager,
                      "select c, size(c.orders) from Customer c where c.name = ?1",
                      Object[].class)
                  .setParameter(1, "Customer 2")
                  .getSingleResult();
          assertEquals(2, row[1]);
        });
  }

  @Test
  void arguments_are_entities_enums_and_lists() {
    shop.inTransaction(
        manager -> {
          var customers =
              query(
                      manager,
                      "select c from Customer c where c.level = :level and c.name in :names"
                          + " order by c.name desc",
                      Customer.class)
                  .setParameter("level", Customer.Level.BASIC)
                  .setParameter("names", List.of("Customer 1", "Customer 2"))
                  .setMaxResults(1)
                  .getResultList();
          assertEquals("Customer 2", customers.getFirst().getName());
          assertEquals(
              2L,
              query(
                      manager,
                      "select count(o) from PurchaseOrder o where o.customer = :customer",
                      Long.class)
                  .setParameter("customer", customers.getFirst())
                  .getSingleResult());
        });
  }
}
