package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Address;
import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.Employee;
import io.tiercel.jpa.shop.Invoice;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import io.tiercel.jpa.shop.Tag;
import io.tiercel.jpa.shop.Team;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.RollbackException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@NullUnmarked // a null where none is expected fails the test by itself
class LifeCycleTest {
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
  void empty() {
    shop.factory().getSchemaManager().truncate();
  }

  private static long anOrderOf(String customerName, int lines) {
    return shop.query(
        manager -> {
          Customer customer = new Customer(customerName);
          PurchaseOrder order = new PurchaseOrder(customer, LocalDate.of(2026, 11, 21));
          customer.getOrders().add(order);
          for (int i = 0; i < lines; i++) {
            Product product = new Product(customerName + i, "Product " + i, new BigDecimal("9.90"));
            manager.persist(product);
            order.addLine(product, i + 1);
          }
          manager.persist(customer);
          return customer.getId();
        });
  }

  @EveryPostgres
  void what_is_persisted_is_found_with_its_associations(TestServer server) {
    try (Shop other = Shop.open(server)) {
      long id =
          other.query(
              manager -> {
                Customer customer = new Customer("Ada");
                customer.setAddress(new Address("1 Loop", "London"));
                customer.setLevel(Customer.Level.GOLD);
                PurchaseOrder order = new PurchaseOrder(customer, LocalDate.of(2026, 1, 2));
                Product product = new Product("p1", "Engine", new BigDecimal("12.50"));
                manager.persist(product);
                order.addLine(product, 3);
                order.setInvoice(new Invoice(order, "R-1"));
                customer.getOrders().add(order);
                manager.persist(customer);
                return customer.getId();
              });
      other.inTransaction(
          manager -> {
            Customer found = manager.find(Customer.class, id);
            assertEquals("Ada", found.getName());
            assertEquals(Customer.Level.GOLD, found.getLevel());
            assertEquals("London", found.getAddress().getCity());
            PurchaseOrder order = found.getOrders().getFirst();
            assertEquals(LocalDate.of(2026, 1, 2), order.getPlacedOn());
            assertSame(found, order.getCustomer());
            assertEquals("R-1", order.getInvoice().getNumber());
            OrderLine line = order.getLines().getFirst();
            assertEquals("Engine", line.getProduct().getName());
            assertEquals(0, new BigDecimal("12.50").compareTo(line.getProduct().getPrice()));
          });
    }
  }

  @Test
  void a_managed_instance_is_the_same_object_however_it_is_reached() {
    long id = anOrderOf("Ada", 1);
    shop.inTransaction(
        manager -> {
          Customer reference = manager.getReference(Customer.class, id);
          Customer found = manager.find(Customer.class, id);
          Customer queried =
              manager
                  .createQuery("select c from Customer c where c.name = 'Ada'", Customer.class)
                  .getSingleResult();
          assertSame(reference, found);
          assertSame(reference, queried);
          assertSame(reference, found.getOrders().getFirst().getCustomer());
        });
  }

  @Test
  void a_changed_attribute_is_written_and_its_version_counted() {
    shop.inTransaction(
        manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
    shop.inTransaction(
        manager -> manager.find(Product.class, "p").setPrice(new BigDecimal("2.00")));
    shop.inTransaction(
        manager -> {
          Product found = manager.find(Product.class, "p");
          assertEquals(0, new BigDecimal("2.00").compareTo(found.getPrice()));
          assertEquals(1, found.getVersion());
        });
  }

  @Test
  void what_did_not_change_is_not_written() {
    anOrderOf("Ada", 3);
    Shop.Cost cost =
        shop.cost(
            () ->
                shop.inTransaction(
                    manager -> {
                      manager.createQuery("select p from Product p").getResultList();
                      manager.createQuery("select c from Customer c").getResultList();
                    }));
    assertTrue(
        cost.statements().stream().noneMatch(sql -> sql.contains("update ")),
        cost.statements()::toString);
  }

  @Test
  void an_equal_price_with_another_scale_is_no_change() {
    shop.inTransaction(
        manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.50"))));
    shop.inTransaction(
        manager -> manager.find(Product.class, "p").setPrice(new BigDecimal("1.500")));
    shop.inTransaction(manager -> assertEquals(0, manager.find(Product.class, "p").getVersion()));
  }

  @Test
  void the_loser_of_a_race_is_named_and_the_winners_change_stays() {
    shop.inTransaction(
        manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
    try (EntityManager slow = shop.manager()) {
      slow.getTransaction().begin();
      Product stale = slow.find(Product.class, "p");
      shop.inTransaction(manager -> manager.find(Product.class, "p").setName("Winner"));
      stale.setName("Loser");
      RollbackException failure =
          assertThrows(RollbackException.class, () -> slow.getTransaction().commit());
      OptimisticLockException cause =
          (OptimisticLockException) assertNotNullAnd(failure.getCause());
      assertTrue(cause.getMessage().startsWith("Product#p "), cause.getMessage());
      assertSame(stale, cause.getEntity());
      assertFalse(slow.getTransaction().isActive());
    }
    shop.inTransaction(
        manager -> assertEquals("Winner", manager.find(Product.class, "p").getName()));
  }

  @Test
  void one_stale_row_among_many_is_named() {
    shop.inTransaction(
        manager -> {
          for (int i = 0; i < 50; i++) {
            manager.persist(new Product("p" + i, "Pump", new BigDecimal("1.00")));
          }
        });
    try (EntityManager slow = shop.manager()) {
      slow.getTransaction().begin();
      List<Product> all =
          slow.createQuery("select p from Product p", Product.class).getResultList();
      shop.inTransaction(manager -> manager.find(Product.class, "p17").setName("Winner"));
      all.forEach(product -> product.setName("Loser"));
      OptimisticLockException failure = assertThrows(OptimisticLockException.class, slow::flush);
      assertTrue(failure.getMessage().startsWith("Product#p17 was "), failure.getMessage());
      slow.getTransaction().rollback();
    }
    shop.inTransaction(
        manager ->
            assertEquals(
                49L,
                manager
                    .createQuery("select count(p) from Product p where p.name = 'Pump'")
                    .getSingleResult()));
  }

  private static <T> T assertNotNullAnd(T value) {
    assertNotNull(value);
    return value;
  }

  @Test
  void removing_an_owner_removes_what_it_owns() {
    long id = anOrderOf("Ada", 2);
    shop.inTransaction(manager -> manager.remove(manager.find(Customer.class, id)));
    shop.inTransaction(
        manager -> {
          assertNull(manager.find(Customer.class, id));
          assertEquals(
              0L, manager.createQuery("select count(o) from PurchaseOrder o").getSingleResult());
          assertEquals(
              0L, manager.createQuery("select count(l) from OrderLine l").getSingleResult());
          assertEquals(2L, manager.createQuery("select count(p) from Product p").getSingleResult());
        });
  }

  @Test
  void an_element_taken_out_of_an_owning_collection_is_deleted() {
    long id = anOrderOf("Ada", 3);
    shop.inTransaction(
        manager -> manager.find(Customer.class, id).getOrders().getFirst().getLines().remove(1));
    shop.inTransaction(
        manager -> {
          List<OrderLine> lines =
              manager.find(Customer.class, id).getOrders().getFirst().getLines();
          assertEquals(List.of(1, 3), lines.stream().map(OrderLine::getPosition).toList());
        });
  }

  @Test
  void a_removed_instance_persisted_again_stays() {
    long id = anOrderOf("Ada", 0);
    shop.inTransaction(
        manager -> {
          Customer customer = manager.find(Customer.class, id);
          manager.remove(customer);
          assertFalse(manager.contains(customer));
          manager.persist(customer);
          assertTrue(manager.contains(customer));
        });
    shop.inTransaction(manager -> assertNotNull(manager.find(Customer.class, id)));
  }

  @Test
  void rows_of_a_join_table_follow_the_owning_collection() {
    shop.inTransaction(
        manager -> {
          Product product = new Product("p", "Pump", new BigDecimal("1.00"));
          for (String label : List.of("blue", "small", "new")) {
            Tag tag = new Tag(label);
            manager.persist(tag);
            product.getTags().add(tag);
          }
          manager.persist(product);
        });
    shop.inTransaction(
        manager -> {
          Product product = manager.find(Product.class, "p");
          assertEquals(3, product.getTags().size());
          product.getTags().removeIf(tag -> tag.getLabel().equals("small"));
          Tag old = new Tag("old");
          manager.persist(old);
          product.getTags().add(old);
        });
    shop.inTransaction(
        manager -> {
          Product product = manager.find(Product.class, "p");
          assertEquals(
              Set.of("blue", "new", "old"),
              Set.copyOf(product.getTags().stream().map(Tag::getLabel).toList()));
          assertEquals(1, product.getVersion(), "a change of an owned collection counts");
          Tag blue =
              manager
                  .createQuery("select t from Tag t where t.label = 'blue'", Tag.class)
                  .getSingleResult();
          assertSame(product, blue.getProducts().iterator().next());
          manager.remove(product);
        });
    shop.inTransaction(
        manager ->
            assertEquals(
                0L,
                ((Number)
                        manager
                            .createNativeQuery("select count(*) from product_tag")
                            .getSingleResult())
                    .longValue()));
  }

  @Test
  void a_ring_of_new_rows_is_written() {
    shop.inTransaction(
        manager -> {
          Team team = new Team("Blue");
          Employee lead = new Employee(1, "Lead");
          Employee member = new Employee(2, "Member");
          lead.setTeam(team);
          member.setTeam(team);
          member.setManager(lead);
          lead.setManager(member);
          team.setLead(lead);
          lead.getMentored().add(member);
          manager.persist(member);
          manager.persist(lead);
          manager.persist(team);
        });
    shop.inTransaction(
        manager -> {
          Employee lead = manager.find(Employee.class, 1);
          assertEquals("Blue", lead.getTeam().getName());
          assertSame(lead, lead.getTeam().getLead());
          assertSame(lead, lead.getManager().getManager());
          assertEquals("Member", lead.getMentored().getFirst().getName());
        });
  }

  @Test
  void a_reference_to_an_unpersisted_instance_is_refused_by_name() {
    RollbackException failure =
        assertThrows(
            RollbackException.class,
            () ->
                shop.inTransaction(
                    manager ->
                        manager.persist(
                            new PurchaseOrder(new Customer("Nobody"), LocalDate.EPOCH))));
    assertTrue(
        failure.getCause().getMessage().contains("PurchaseOrder.customer"),
        failure.getCause()::getMessage);
  }

  @Test
  void merging_a_detached_graph_writes_its_changes() {
    long id = anOrderOf("Ada", 2);
    Customer detached =
        shop.query(
            manager -> {
              Customer customer = manager.find(Customer.class, id);
              assertEquals(2, customer.getOrders().getFirst().getLines().size());
              return customer;
            });
    detached.setName("Grace");
    detached.getOrders().getFirst().getLines().getFirst().setQuantity(99);
    shop.inTransaction(
        manager -> {
          Customer merged = manager.merge(detached);
          assertFalse(manager.contains(detached));
          assertTrue(manager.contains(merged));
        });
    shop.inTransaction(
        manager -> {
          Customer found = manager.find(Customer.class, id);
          assertEquals("Grace", found.getName());
          assertEquals(99, found.getOrders().getFirst().getLines().getFirst().getQuantity());
        });
  }

  @Test
  void merging_an_outdated_version_is_refused() {
    shop.inTransaction(
        manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
    Product detached = shop.query(manager -> manager.find(Product.class, "p"));
    shop.inTransaction(manager -> manager.find(Product.class, "p").setName("Newer"));
    detached.setName("Older");
    assertThrows(
        OptimisticLockException.class,
        () -> shop.inTransaction(manager -> manager.merge(detached)));
  }

  @Test
  void merging_an_instance_whose_row_was_deleted_does_not_bring_it_back() {
    long id = anOrderOf("Ada", 0);
    PurchaseOrder detached =
        shop.query(manager -> manager.find(Customer.class, id).getOrders().getFirst());
    shop.inTransaction(manager -> manager.remove(manager.find(Customer.class, id)));
    OptimisticLockException failure =
        assertThrows(
            OptimisticLockException.class,
            () -> shop.inTransaction(manager -> manager.merge(detached)));
    assertTrue(failure.getMessage().startsWith("cannot merge PurchaseOrder#"));
  }

  @Test
  void refresh_brings_back_what_the_database_has() {
    long id = anOrderOf("Ada", 0);
    shop.inTransaction(
        manager -> {
          Customer customer = manager.find(Customer.class, id);
          customer.setName("Changed");
          manager.refresh(customer);
          assertEquals("Ada", customer.getName());
        });
  }

  @Test
  void a_rollback_leaves_the_database_and_detaches_everything() {
    long id = anOrderOf("Ada", 0);
    try (EntityManager manager = shop.manager()) {
      manager.getTransaction().begin();
      Customer customer = manager.find(Customer.class, id);
      customer.setName("Changed");
      manager.flush();
      manager.getTransaction().rollback();
      assertFalse(manager.contains(customer));
      assertEquals("Ada", manager.find(Customer.class, id).getName());
    }
  }

  @Test
  void a_failed_statement_rolls_back_the_whole_flush() {
    shop.inTransaction(
        manager -> manager.persist(new Product("p", "Pump", new BigDecimal("1.00"))));
    assertThrows(
        RollbackException.class,
        () ->
            shop.inTransaction(
                manager -> {
                  manager.persist(new Tag("lost"));
                  manager.persist(new Product("p", "Twice", new BigDecimal("1.00")));
                }));
    shop.inTransaction(
        manager ->
            assertEquals(0L, manager.createQuery("select count(t) from Tag t").getSingleResult()));
  }
}
