package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import jakarta.persistence.EntityManager;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Refresh and its cascades (Jakarta Persistence 3.2, section 3.2.5).
@NullUnmarked // a null where none is expected fails the test by itself
class RefreshTest {
  private static Shop shop;
  private long orderId;

  @BeforeAll
  static void open() {
    shop = Shop.open();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void anOrderOfTwoLines() {
    shop.factory().getSchemaManager().truncate();
    orderId =
        shop.query(
            manager -> {
              Customer customer = new Customer("Ada");
              Product product = new Product("p1", "Pump", new BigDecimal("9.90"));
              PurchaseOrder order = new PurchaseOrder(customer, LocalDate.of(2026, 11, 21));
              order.addLine(product, 1);
              order.addLine(product, 2);
              manager.persist(product);
              manager.persist(customer);
              manager.persist(order);
              return order.getId();
            });
  }

  @Test
  void the_elements_of_a_collection_that_was_read_are_refreshed_with_it() {
    shop.inTransaction(
        manager -> {
          PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
          OrderLine line = order.getLines().getFirst();
          line.setQuantity(77);
          manager.refresh(order);
          assertEquals(1, line.getQuantity());
          assertSame(line, order.getLines().getFirst());
        });
    assertEquals(List.of(1, 2), quantities());
  }

  @Test
  void an_element_that_another_transaction_has_deleted_is_gone() {
    shop.inTransaction(
        manager -> {
          PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
          OrderLine first = order.getLines().getFirst();
          shop.sql("delete from order_line where id = " + first.getId());
          manager.refresh(order);
          assertEquals(1, order.getLines().size());
          manager.detach(first);
        });
    assertEquals(List.of(2), quantities());
  }

  @Test
  void an_element_that_was_only_added_in_memory_is_left_out() {
    shop.inTransaction(
        manager -> {
          PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
          order.getLines().getFirst().setQuantity(77);
          order.addLine(manager.find(Product.class, "p1"), 3);
          manager.refresh(order);
          assertEquals(2, order.getLines().size());
          assertEquals(1, order.getLines().getFirst().getQuantity());
        });
    assertEquals(List.of(1, 2), quantities());
  }

  @Test
  void an_element_that_is_removed_stays_so() {
    shop.inTransaction(
        manager -> {
          PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
          OrderLine first = order.getLines().getFirst();
          order.getLines().get(1).setQuantity(77);
          manager.remove(first);
          manager.refresh(order);
        });
    assertEquals(List.of(2), quantities());
  }

  @Test
  void a_collection_that_was_not_read_is_not_read_for_it() {
    try (EntityManager manager = shop.manager()) {
      PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
      Shop.Cost cost = shop.cost(() -> manager.refresh(order));
      assertTrue(cost.statements().stream().noneMatch(sql -> sql.contains("order_line")));
    }
  }

  private static List<Integer> quantities() {
    return shop.query(
        manager ->
            manager
                .createQuery(
                    "select l.quantity from OrderLine l order by l.quantity", Integer.class)
                .getResultList());
  }
}
