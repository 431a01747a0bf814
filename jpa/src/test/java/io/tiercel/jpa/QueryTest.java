package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Address;
import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.NoResultException;
import jakarta.persistence.NonUniqueResultException;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.Tuple;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Queries as the EntityManager runs them; what JPQL means is tested with its translation.
@NullUnmarked // a null where none is expected fails the test by itself
class QueryTest {
  private static Shop shop;

  public record NameAndPrice(String name, BigDecimal price) {}

  @BeforeAll
  static void fill() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          for (int i = 1; i <= 9; i++) {
            manager.persist(new Product("p" + i, "Product " + i, new BigDecimal(i)));
          }
          for (String name : List.of("Ada", "Grace")) {
            Customer customer = new Customer(name);
            for (int day = 1; day <= 3; day++) {
              PurchaseOrder order = new PurchaseOrder(customer, LocalDate.of(2026, 1, day));
              order.addLine(manager.getReference(Product.class, "p" + day), day);
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

  @Test
  void parameters_are_bound_by_name_and_by_position() {
    shop.inTransaction(
        manager -> {
          assertEquals(
              List.of("p7"),
              manager
                  .createQuery("select p.code from Product p where p.name = :name", String.class)
                  .setParameter("name", "Product 7")
                  .getResultList());
          assertEquals(
              List.of("p8", "p9"),
              manager
                  .createQuery(
                      "select p.code from Product p where p.price > ?1 order by p.code",
                      String.class)
                  .setParameter(1, 7)
                  .getResultList());
          assertEquals(
              3,
              manager
                  .createQuery("select p from Product p where p.code in :codes", Product.class)
                  .setParameter("codes", List.of("p1", "p2", "p3", "none"))
                  .getResultList()
                  .size());
        });
  }

  @Test
  void an_entity_is_an_argument() {
    shop.inTransaction(
        manager -> {
          Customer ada =
              manager
                  .createQuery("select c from Customer c where c.name = 'Ada'", Customer.class)
                  .getSingleResult();
          assertEquals(
              3L,
              manager
                  .createQuery(
                      "select count(o) from PurchaseOrder o where o.customer = :c", Long.class)
                  .setParameter("c", ada)
                  .getSingleResult());
        });
  }

  @Test
  void pages_are_cut_by_the_database() {
    shop.inTransaction(
        manager ->
            assertEquals(
                List.of("p4", "p5", "p6"),
                manager
                    .createQuery("select p.code from Product p order by p.code", String.class)
                    .setFirstResult(3)
                    .setMaxResults(3)
                    .getResultList()));
  }

  @Test
  void rows_become_arrays_tuples_or_objects_of_a_class() {
    shop.inTransaction(
        manager -> {
          Object[] array =
              manager
                  .createQuery(
                      "select p.code, p.name from Product p where p.code = 'p1'", Object[].class)
                  .getSingleResult();
          assertArrayEquals(new Object[] {"p1", "Product 1"}, array);
          Tuple tuple =
              manager
                  .createQuery(
                      "select p.code as code, p.name as name from Product p where p.code = 'p2'",
                      Tuple.class)
                  .getSingleResult();
          assertEquals("Product 2", tuple.get("name", String.class));
          assertEquals("p2", tuple.get(0));
          NameAndPrice view =
              manager
                  .createQuery(
                      "select new io.tiercel.jpa.QueryTest$NameAndPrice(p.name, p.price)"
                          + " from Product p where p.code = 'p3'",
                      NameAndPrice.class)
                  .getSingleResult();
          assertEquals("Product 3", view.name());
          assertEquals(0, new BigDecimal(3).compareTo(view.price()));
        });
  }

  record Named(String name) {}

  record WithPrice(Product product, BigDecimal price) {}

  @Test
  void a_record_takes_what_is_selected_without_being_named_in_the_query() {
    shop.inTransaction(
        manager -> {
          NameAndPrice view =
              manager
                  .createQuery(
                      "select p.name, p.price from Product p where p.code = 'p3'",
                      NameAndPrice.class)
                  .getSingleResult();
          assertEquals("Product 3", view.name());
          assertEquals(0, new BigDecimal(3).compareTo(view.price()));
          assertEquals(
              new Named("Product 3"),
              manager
                  .createQuery("select p.name from Product p where p.code = 'p3'", Named.class)
                  .getSingleResult());
          WithPrice both =
              manager
                  .createQuery(
                      "select p, p.price from Product p where p.code = 'p3'", WithPrice.class)
                  .getResultStream()
                  .findFirst()
                  .orElseThrow();
          assertTrue(manager.contains(both.product()));
        });
  }

  @Test
  void a_class_that_does_not_take_what_is_selected_is_refused_with_what_it_takes() {
    try (EntityManager manager = shop.manager()) {
      IllegalArgumentException failure =
          assertThrows(
              IllegalArgumentException.class,
              () ->
                  manager.createQuery("select p.price, p.name from Product p", NameAndPrice.class));
      String message = failure.toString();
      assertTrue(message.contains("(BigDecimal, String), it has (String, BigDecimal)"), message);
      for (Class<?> other : List.of(String.class, Product.class, Comparable.class)) {
        IllegalArgumentException refused =
            assertThrows(
                IllegalArgumentException.class,
                () -> manager.createQuery("select p.code, p.name from Product p", other));
        assertTrue(refused.toString().contains("selects 2 items"), refused::toString);
      }
    }
  }

  @Test
  void an_embeddable_is_a_result_of_its_own() {
    shop.inTransaction(
        manager -> {
          Customer homeless = new Customer("Edsger");
          Customer customer = new Customer("Barbara");
          customer.setAddress(new Address("Main Street 1", "Boston"));
          manager.persist(homeless);
          manager.persist(customer);
          Address address =
              manager
                  .createQuery(
                      "select c.address from Customer c where c.name = 'Barbara'", Address.class)
                  .getSingleResult();
          assertEquals("Main Street 1", address.getStreet());
          assertEquals("Boston", address.getCity());
          Object[] both =
              manager
                  .createQuery(
                      "select c, c.address from Customer c where c.name = 'Edsger'", Object[].class)
                  .getSingleResult();
          assertSame(homeless, both[0]);
          assertNull(both[1]);
          manager.remove(homeless);
          manager.remove(customer);
        });
  }

  @Test
  void one_result_is_one_result() {
    shop.inTransaction(
        manager -> {
          var none =
              manager.createQuery("select p from Product p where p.code = 'x'", Product.class);
          assertNull(none.getSingleResultOrNull());
          assertThrows(NoResultException.class, none::getSingleResult);
          var many = manager.createQuery("select p from Product p", Product.class);
          assertThrows(NonUniqueResultException.class, many::getSingleResult);
          // Neither marks the transaction.
          assertEquals(9, many.getResultList().size());
        });
  }

  @Test
  void fetched_associations_are_loaded_with_the_result() {
    shop.inTransaction(
        manager -> {
          PersistenceUnitUtil util = shop.factory().getPersistenceUnitUtil();
          List<PurchaseOrder> orders =
              manager
                  .createQuery(
                      "select o from PurchaseOrder o join fetch o.customer join fetch o.lines",
                      PurchaseOrder.class)
                  .getResultList();
          assertEquals(6, orders.size());
          for (PurchaseOrder order : orders) {
            assertTrue(util.isLoaded(order, "customer"));
            assertTrue(util.isLoaded(order, "lines"));
            assertEquals(1, order.getLines().size());
          }
        });
  }

  @Test
  void associations_below_a_fetched_collection_are_loaded_with_it() {
    shop.inTransaction(
        manager -> {
          PersistenceUnitUtil util = shop.factory().getPersistenceUnitUtil();
          List<Customer> customers =
              manager
                  .createQuery(
                      "select c from Customer c join fetch c.orders o join fetch o.lines l"
                          + " join fetch l.product",
                      Customer.class)
                  .getResultList();
          assertEquals(2, customers.size());
          for (Customer customer : customers) {
            assertTrue(util.isLoaded(customer, "orders"));
            for (PurchaseOrder order : customer.getOrders()) {
              assertTrue(util.isLoaded(order, "lines"));
              assertTrue(util.isLoaded(order.getLines().getFirst(), "product"));
            }
          }
        });
  }

  @Test
  void a_query_sees_what_the_transaction_has_not_written_yet() {
    try (var manager = shop.manager()) {
      manager.getTransaction().begin();
      manager.find(Product.class, "p1").setName("Renamed");
      assertEquals(
          1L,
          manager
              .createQuery("select count(p) from Product p where p.name = 'Renamed'", Long.class)
              .getSingleResult());
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_bulk_update_says_how_many_rows_it_changed() {
    try (var manager = shop.manager()) {
      manager.getTransaction().begin();
      assertEquals(
          9, manager.createQuery("update Product p set p.price = p.price * 2").executeUpdate());
      assertEquals(
          2,
          manager
              .createQuery("delete from Product p where p.price > :limit")
              .setParameter("limit", new BigDecimal("15"))
              .executeUpdate());
      manager.getTransaction().rollback();
    }
  }

  @Test
  void a_bulk_update_needs_a_transaction() {
    try (var manager = shop.manager()) {
      assertThrows(
          TransactionRequiredException.class,
          () -> manager.createQuery("update Product p set p.name = 'x'").executeUpdate());
    }
  }

  @Test
  void native_queries_give_values_or_entities() {
    shop.inTransaction(
        manager -> {
          assertEquals(
              List.of("p2", "p3"),
              manager
                  .createNativeQuery(
                      "select code from product where price between ?1 and ?2 order by code",
                      String.class)
                  .setParameter(1, new BigDecimal(2))
                  .setParameter(2, new BigDecimal(3))
                  .getResultList());
          Product product =
              (Product)
                  manager
                      .createNativeQuery(
                          "select * from product where code = :code and name <> 'a :colon'",
                          Product.class)
                      .setParameter("code", "p4")
                      .getSingleResult();
          assertEquals("Product 4", product.getName());
          assertTrue(manager.contains(product));
        });
  }

  @Test
  void a_misspelt_attribute_is_named_with_its_neighbour() {
    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class,
            () -> shop.manager().createQuery("select p.nmae from Product p"));
    assertTrue(failure.getMessage().contains("nmae"), failure.getMessage());
    assertTrue(failure.getMessage().contains("name"), failure.getMessage());
  }

  @Test
  void a_wrong_result_class_is_refused_before_anything_is_sent() {
    shop.inTransaction(
        manager ->
            assertThrows(
                IllegalArgumentException.class,
                () -> manager.createQuery("select p from Product p", Customer.class)));
  }

  @Test
  void an_unknown_parameter_is_refused_with_those_there_are() {
    shop.inTransaction(
        manager -> {
          var query = manager.createQuery("select p from Product p where p.name = :name");
          IllegalArgumentException failure =
              assertThrows(IllegalArgumentException.class, () -> query.setParameter("nam", "x"));
          assertTrue(failure.getMessage().contains(":nam"), failure.getMessage());
          assertTrue(failure.getMessage().contains("[name]"), failure.getMessage());
        });
  }
}
