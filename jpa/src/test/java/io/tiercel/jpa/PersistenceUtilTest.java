package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Address;
import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Persistence;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.PersistenceUtil;
import jakarta.persistence.spi.LoadState;
import jakarta.persistence.spi.ProviderUtil;
import java.time.LocalDate;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is loaded, and what instances are (Jakarta Persistence 3.2, sections 7.11 and 9.9).
@NullUnmarked // a null where none is expected fails the test by itself
class PersistenceUtilTest {
  private static Shop shop;
  private static long orderId;

  private final PersistenceUnitUtil util = shop.factory().getPersistenceUnitUtil();
  private final PersistenceUtil anywhere = Persistence.getPersistenceUtil();
  private final ProviderUtil provider = new TiercelPersistenceProvider().getProviderUtil();

  @BeforeAll
  static void open() {
    shop = Shop.open();
    orderId =
        shop.query(
            manager -> {
              Customer customer = new Customer("Ada");
              manager.persist(customer);
              PurchaseOrder order = new PurchaseOrder(customer, LocalDate.EPOCH);
              manager.persist(order);
              return order.getId();
            });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void lazy_attributes_are_not_loaded_and_others_are() {
    try (EntityManager manager = shop.manager()) {
      PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
      for (String name : new String[] {"customer", "lines"}) {
        assertFalse(util.isLoaded(order, name), name);
        assertFalse(anywhere.isLoaded(order, name), name);
        assertEquals(LoadState.UNKNOWN, provider.isLoadedWithoutReference(order, name));
        assertEquals(LoadState.NOT_LOADED, provider.isLoadedWithReference(order, name));
      }
      assertTrue(util.isLoaded(order));
      assertTrue(util.isLoaded(order, "placedOn"));
      assertTrue(anywhere.isLoaded(order));
      assertTrue(anywhere.isLoaded(order, "placedOn"));
    }
  }

  @Test
  void the_metamodel_names_attributes_as_well() {
    var type = shop.factory().getMetamodel().entity(PurchaseOrder.class);
    try (EntityManager manager = shop.manager()) {
      PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
      assertFalse(util.isLoaded(order, type.getList("lines")));
      assertTrue(util.isLoaded(order, type.getAttribute("placedOn")));
      util.load(order, type.getList("lines"));
      assertTrue(util.isLoaded(order, type.getList("lines")));
    }
  }

  @Test
  void load_brings_what_is_lazy_and_nothing_else() {
    try (EntityManager manager = shop.manager()) {
      PurchaseOrder order = manager.find(PurchaseOrder.class, orderId);
      util.load(order, "customer");
      assertTrue(util.isLoaded(order, "customer"));
      assertEquals(LoadState.LOADED, provider.isLoadedWithReference(order, "customer"));
      assertFalse(util.isLoaded(order, "lines"));
      util.load(order, "lines");
      assertTrue(anywhere.isLoaded(order, "lines"));
      util.load(order, "placedOn");
    }
  }

  @Test
  void of_a_reference_only_the_id_is_loaded() {
    try (EntityManager manager = shop.manager()) {
      PurchaseOrder order = manager.getReference(PurchaseOrder.class, orderId);
      assertFalse(util.isLoaded(order));
      assertTrue(util.isLoaded(order, "id"));
      assertFalse(util.isLoaded(order, "placedOn"));
      assertFalse(anywhere.isLoaded(order));
      assertFalse(anywhere.isLoaded(order, "placedOn"));
      assertEquals(LoadState.NOT_LOADED, provider.isLoadedWithoutReference(order, "placedOn"));
      assertEquals(orderId, util.getIdentifier(order));
      assertEquals(PurchaseOrder.class, util.getClass(order));
      assertFalse(util.isLoaded(order));
      util.load(order);
      assertTrue(util.isLoaded(order));
      assertTrue(anywhere.isLoaded(order, "placedOn"));
    }
  }

  @Test
  void the_version_of_a_reference_is_loaded_when_it_is_asked_for() {
    try (EntityManager manager = shop.manager()) {
      assertEquals(0, util.getVersion(manager.getReference(PurchaseOrder.class, orderId)));
    }
  }

  @Test
  void ids_and_versions_of_instances_that_were_never_stored_are_told() {
    PurchaseOrder order = new PurchaseOrder(new Customer("Eve"), LocalDate.EPOCH);
    assertNull(util.getIdentifier(order));
    assertEquals(0, util.getVersion(order));
    assertTrue(util.isLoaded(order, "lines"));
  }

  @Test
  void a_detached_instance_is_told_apart_as_a_managed_one() {
    PurchaseOrder order = shop.query(manager -> manager.find(PurchaseOrder.class, orderId));
    assertFalse(util.isLoaded(order, "lines"));
    assertFalse(anywhere.isLoaded(order, "lines"));
    assertEquals(orderId, util.getIdentifier(order));
    assertThrows(RuntimeException.class, () -> util.load(order, "lines"));
  }

  @Test
  void what_is_not_of_the_unit_is_unknown_to_the_provider_and_refused_by_the_unit() {
    assertEquals(LoadState.UNKNOWN, provider.isLoaded("text"));
    assertEquals(LoadState.UNKNOWN, provider.isLoadedWithoutReference("text", "value"));
    assertEquals(LoadState.UNKNOWN, provider.isLoadedWithReference("text", "value"));
    assertEquals(LoadState.UNKNOWN, provider.isLoadedWithReference(new Foreign(1), "nothing"));
    assertTrue(anywhere.isLoaded(new Foreign(1), "other"));
    assertThrows(IllegalArgumentException.class, () -> util.isLoaded("text", "value"));
    assertThrows(IllegalArgumentException.class, () -> util.getIdentifier("text"));
    assertThrows(IllegalArgumentException.class, () -> util.getIdentifier(null));
    assertThrows(IllegalArgumentException.class, () -> util.getVersion("text"));
    assertThrows(IllegalArgumentException.class, () -> util.getClass("text"));
    assertThrows(IllegalArgumentException.class, () -> util.load("text"));
    assertThrows(IllegalArgumentException.class, () -> util.isInstance("text", Customer.class));
  }

  private record Foreign(Object other) {}

  @Test
  void an_unknown_attribute_is_refused_with_those_there_are() {
    var refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> util.isLoaded(new PurchaseOrder(null, LocalDate.EPOCH), "placedOff"));
    assertNotNull(refusal.getMessage());
    assertTrue(refusal.getMessage().contains("did you mean \"placedOn\""), refusal.getMessage());
  }

  @Test
  void the_class_of_an_instance_is_asked_for_among_entities() {
    Customer customer = new Customer("Eve");
    assertTrue(util.isInstance(customer, Customer.class));
    assertFalse(util.isInstance(customer, Product.class));
    assertThrows(IllegalArgumentException.class, () -> util.isInstance(customer, Address.class));
    assertFalse(util.isInstance(customer, OrderLine.class));
  }
}
