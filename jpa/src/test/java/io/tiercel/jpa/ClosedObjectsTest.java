package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.error.LazyLoadingException;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import io.tiercel.jpa.statement.QueryArguments;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Parameter;
import jakarta.persistence.SynchronizationType;
import jakarta.persistence.TypedQuery;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a closed EntityManager, its queries and a closed factory still do (Jakarta Persistence 3.2,
/// sections 7.4, 7.5.2 and 7.7): every method of the interfaces is called.
@NullUnmarked // a null where none is expected fails the test by itself
class ClosedObjectsTest {
  private Shop shop;

  @BeforeEach
  void open() {
    shop = Shop.open();
  }

  @AfterEach
  void close() {
    if (shop.factory().isOpen()) {
      shop.close();
    }
  }

  /// Calls every method but those, with arguments that fit, and expects IllegalStateException.
  private static void refusesAll(Class<?> type, Object closed, Set<String> allowed)
      throws IllegalAccessException {
    List<String> others = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (Modifier.isStatic(method.getModifiers()) || allowed.contains(method.getName())) {
        continue;
      }
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = argument(method.getParameterTypes()[i]);
      }
      try {
        method.invoke(closed, arguments);
        others.add(method + " gave a result");
      } catch (InvocationTargetException e) {
        if (!(e.getCause() instanceof IllegalStateException)) {
          others.add(method + " threw " + e.getCause());
        }
      }
    }
    assertEquals(List.of(), others);
  }

  private static Object argument(Class<?> type) {
    if (type == int.class) {
      return 1;
    }
    if (type == boolean.class) {
      return false;
    }
    if (type == Class.class) {
      return Product.class;
    }
    if (type == String.class) {
      return "code";
    }
    if (type == LockModeType.class) {
      return LockModeType.NONE;
    }
    if (type == FlushModeType.class) {
      return FlushModeType.AUTO;
    }
    if (type == SynchronizationType.class) {
      return SynchronizationType.SYNCHRONIZED;
    }
    if (type == Map.class) {
      return Map.of();
    }
    if (type == Parameter.class) {
      return new QueryArguments.QueryParameter("code", String.class, false);
    }
    return type.isArray() ? Array.newInstance(type.getComponentType(), 0) : null;
  }

  @Test
  void a_closed_manager_refuses_every_call_but_three() throws IllegalAccessException {
    EntityManager manager = shop.manager();
    manager.close();
    refusesAll(EntityManager.class, manager, Set.of("getTransaction", "isOpen", "getProperties"));
    assertFalse(manager.isOpen());
    assertFalse(manager.getTransaction().isActive());
    assertTrue(manager.getProperties().containsKey(UnitProperties.URL));
  }

  @Test
  void a_query_of_a_closed_manager_refuses_every_call() throws IllegalAccessException {
    EntityManager manager = shop.manager();
    TypedQuery<Product> query =
        manager
            .createQuery("from Product p where p.code = :code", Product.class)
            .setParameter("code", "p");
    manager.close();
    refusesAll(TypedQuery.class, query, Set.of());
  }

  @Test
  void a_closed_factory_refuses_every_call_but_one() throws IllegalAccessException {
    shop.close();
    refusesAll(EntityManagerFactory.class, shop.factory(), Set.of("isOpen", "getName"));
    assertFalse(shop.factory().isOpen());
  }

  @Test
  void closing_the_factory_closes_its_managers() {
    EntityManager manager = shop.manager();
    manager.getTransaction().begin();
    manager.persist(new Product("p", "Pump", BigDecimal.ONE));
    manager.flush();
    shop.factory().close();
    assertFalse(manager.isOpen());
    assertThrows(IllegalStateException.class, () -> manager.find(Product.class, "p"));
    assertThrows(IllegalStateException.class, manager::close);
    manager.getTransaction().rollback();
    assertFalse(manager.getTransaction().isActive());
  }

  /// Section 7.5.2: the context stays managed until the transaction completes, and no longer.
  @Test
  void closing_during_a_transaction_lets_it_end() {
    shop.inTransaction(
        other -> {
          Customer customer = new Customer("Ada");
          other.persist(customer);
          other.persist(new PurchaseOrder(customer, LocalDate.EPOCH));
        });
    EntityManager manager = shop.manager();
    manager.getTransaction().begin();
    PurchaseOrder order =
        manager.createQuery("from PurchaseOrder o", PurchaseOrder.class).getSingleResult();
    Customer customer = order.getCustomer();
    manager.persist(new Product("p", "Pump", BigDecimal.ONE));
    manager.close();
    manager.getTransaction().commit();
    assertFalse(manager.getTransaction().isActive());
    Object failure = assertThrows(RuntimeException.class, customer::getName);
    assertInstanceOf(LazyLoadingException.class, failure);
    assertEquals("Pump", shop.query(other -> other.find(Product.class, "p").getName()));
  }
}
