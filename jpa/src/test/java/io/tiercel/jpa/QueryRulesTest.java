package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NoResultException;
import jakarta.persistence.NonUniqueResultException;
import jakarta.persistence.Parameter;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Query;
import jakarta.persistence.TemporalType;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.TypedQuery;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the methods of a query refuse, and with which exceptions (Jakarta Persistence 3.2, section
/// 3.11.1 and the documentation of `Query` and `TypedQuery`).
@SuppressWarnings({"deprecation", "JavaUtilDate"}) // Date and TemporalType belong to the interface
@NullUnmarked // a null where none is expected fails the test by itself
class QueryRulesTest {
  private static final String BY_NAME = "select p from Product p where p.name = :name";
  private static final String BY_POSITION = "select p from Product p where p.name = ?1";
  private static final String BY_DAY = "select o from PurchaseOrder o where o.placedOn = :day";

  private static Shop shop;
  private EntityManager manager;

  @BeforeAll
  static void fill() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          for (int i = 1; i <= 3; i++) {
            manager.persist(new Product("p" + i, "Product " + i, new BigDecimal(i)));
          }
        });
  }

  @AfterAll
  static void closeShop() {
    shop.close();
  }

  @BeforeEach
  void open() {
    manager = shop.factory().createEntityManager();
  }

  @AfterEach
  void close() {
    if (manager.getTransaction().isActive()) {
      manager.getTransaction().rollback();
    }
    manager.close();
  }

  /// Every kind of query object has the same rules.
  private void each(String jpql, Consumer<Query> rule) {
    rule.accept(manager.createQuery(jpql));
    rule.accept(manager.createQuery(jpql, Object.class));
  }

  private static void refused(Class<? extends Exception> type, Runnable call) {
    assertThrows(type, call::run);
  }

  @Test
  void unknown_names_and_positions_are_refused_wherever_they_are_given() {
    Calendar calendar = new GregorianCalendar();
    each(
        BY_NAME,
        query -> {
          refused(IllegalArgumentException.class, () -> query.getParameter("gone"));
          refused(IllegalArgumentException.class, () -> query.getParameter("gone", String.class));
          refused(IllegalArgumentException.class, () -> query.getParameter("NAME"));
          refused(IllegalArgumentException.class, () -> query.getParameter(1));
          refused(IllegalArgumentException.class, () -> query.getParameterValue("gone"));
          refused(IllegalArgumentException.class, () -> query.getParameterValue(1));
          refused(IllegalArgumentException.class, () -> query.setParameter("gone", "x"));
          refused(IllegalArgumentException.class, () -> query.setParameter(1, "x"));
          refused(
              IllegalArgumentException.class,
              () -> query.setParameter("gone", new Date(), TemporalType.DATE));
          refused(
              IllegalArgumentException.class,
              () -> query.setParameter("gone", calendar, TemporalType.DATE));
        });
    each(
        BY_POSITION,
        query -> {
          refused(IllegalArgumentException.class, () -> query.getParameter(99));
          refused(IllegalArgumentException.class, () -> query.getParameter(0, String.class));
          refused(IllegalArgumentException.class, () -> query.getParameterValue(99));
          refused(IllegalArgumentException.class, () -> query.setParameter(99, "x"));
          refused(IllegalArgumentException.class, () -> query.setParameter("name", "x"));
          refused(
              IllegalArgumentException.class,
              () -> query.setParameter(99, new Date(), TemporalType.DATE));
          refused(
              IllegalArgumentException.class,
              () -> query.setParameter(99, calendar, TemporalType.DATE));
          assertNull(query.getParameter(1, String.class).getName());
          assertEquals(1, query.getParameter(1).getPosition());
        });
  }

  @Test
  void arguments_of_a_wrong_class_are_refused_when_they_are_set() {
    each(
        BY_NAME,
        query -> {
          refused(IllegalArgumentException.class, () -> query.setParameter("name", 1));
          refused(IllegalArgumentException.class, () -> query.setParameter("name", List.of("a")));
          refused(
              IllegalArgumentException.class,
              () -> query.setParameter("name", new Date(), TemporalType.DATE));
          refused(
              IllegalArgumentException.class,
              () -> query.setParameter("name", new GregorianCalendar(), TemporalType.DATE));
          assertFalse(query.isBound(query.getParameter("name")));
        });
    each(
        BY_DAY,
        query -> {
          refused(IllegalArgumentException.class, () -> query.setParameter("day", "2024-01-01"));
          query.setParameter("day", LocalDate.EPOCH);
        });
  }

  @Test
  void a_parameter_is_asked_for_with_a_class_that_its_arguments_have() {
    each(
        BY_NAME,
        query -> {
          assertEquals("name", query.getParameter("name", String.class).getName());
          assertEquals("name", query.getParameter("name", Object.class).getName());
          refused(IllegalArgumentException.class, () -> query.getParameter("name", List.class));
          refused(IllegalArgumentException.class, () -> query.getParameter("name", Integer.class));
        });
    each(
        BY_POSITION,
        query -> refused(IllegalArgumentException.class, () -> query.getParameter(1, List.class)));
  }

  @Test
  void parameters_of_another_query_are_refused() {
    Query other = manager.createQuery("select p from Product p where p.name = :other");
    other.setParameter("other", "x");
    Parameter<String> parameter = other.getParameter("other", String.class);
    each(
        BY_NAME,
        query -> {
          refused(IllegalArgumentException.class, () -> query.setParameter(parameter, "x"));
          refused(IllegalArgumentException.class, () -> query.getParameterValue(parameter));
          assertFalse(query.isBound(parameter));
        });
    Query days = manager.createQuery("select o from PurchaseOrder o where o.placedOn = :other");
    @SuppressWarnings("unchecked")
    Parameter<Date> day = (Parameter<Date>) (Parameter<?>) days.getParameter("other");
    each(
        BY_DAY,
        query ->
            refused(
                IllegalArgumentException.class,
                () -> query.setParameter(day, new Date(), TemporalType.DATE)));
  }

  @Test
  void the_value_of_a_parameter_is_told_once_it_is_bound() {
    each(
        BY_NAME,
        query -> {
          Parameter<?> parameter = query.getParameter("name");
          assertEquals(1, query.getParameters().size());
          assertFalse(query.isBound(parameter));
          refused(IllegalStateException.class, () -> query.getParameterValue(parameter));
          refused(IllegalStateException.class, () -> query.getParameterValue("name"));
          refused(IllegalStateException.class, query::getResultList);
          query.setParameter("name", null);
          assertTrue(query.isBound(parameter));
          assertNull(query.getParameterValue("name"));
          assertEquals("b", query.setParameter("name", "b").getParameterValue(parameter));
        });
    each(
        BY_POSITION,
        query -> {
          refused(IllegalStateException.class, () -> query.getParameterValue(1));
          assertEquals("b", query.setParameter(1, "b").getParameterValue(1));
        });
  }

  @Test
  void pages_do_not_begin_before_the_first_row() {
    each(
        "select p from Product p order by p.code",
        query -> {
          assertEquals(0, query.getFirstResult());
          assertEquals(Integer.MAX_VALUE, query.getMaxResults());
          refused(IllegalArgumentException.class, () -> query.setFirstResult(-5));
          refused(IllegalArgumentException.class, () -> query.setMaxResults(-5));
          assertEquals(3, query.getResultList().size());
          assertEquals(0, query.setMaxResults(0).getResultList().size());
          assertEquals(1, query.setMaxResults(2).setFirstResult(2).getResultList().size());
          assertEquals(2, query.getFirstResult());
          assertEquals(2, query.getMaxResults());
        });
  }

  @Test
  void a_query_is_run_as_what_it_is() {
    manager.getTransaction().begin();
    each(
        "select p from Product p",
        query -> refused(IllegalStateException.class, query::executeUpdate));
    for (String jpql :
        List.of("delete from Product p where p.code = 'x'", "update Product p set p.name = 'x'")) {
      Query query = manager.createQuery(jpql);
      refused(IllegalStateException.class, query::getResultList);
      refused(IllegalStateException.class, query::getResultStream);
      refused(IllegalStateException.class, query::getSingleResult);
      refused(IllegalStateException.class, query::getSingleResultOrNull);
      refused(IllegalStateException.class, () -> query.setLockMode(LockModeType.NONE));
      refused(IllegalStateException.class, query::getLockMode);
    }
  }

  @Test
  void changes_and_locks_need_a_transaction() {
    refused(
        TransactionRequiredException.class,
        () -> manager.createQuery("delete from Product p").executeUpdate());
    Query locking = manager.createQuery("select p from Product p");
    locking.setLockMode(LockModeType.PESSIMISTIC_WRITE);
    refused(TransactionRequiredException.class, locking::getResultList);
    refused(TransactionRequiredException.class, locking::getSingleResult);
  }

  @Test
  void one_result_is_neither_none_nor_several() {
    each(
        "select p from Product p where p.code = 'none'",
        query -> {
          refused(NoResultException.class, query::getSingleResult);
          assertNull(query.getSingleResultOrNull());
        });
    for (String several :
        List.of(
            "select p from Product p",
            "select 1 from Product p",
            "select q from Product p, Product q where q.code = 'p1'")) {
      each(
          several,
          query -> {
            refused(NonUniqueResultException.class, query::getSingleResult);
            refused(NonUniqueResultException.class, query::getSingleResultOrNull);
          });
    }
  }

  @Test
  void the_flush_mode_of_a_query_is_its_own_or_that_of_the_manager() {
    TypedQuery<Product> query = manager.createQuery(BY_NAME, Product.class);
    assertEquals(FlushModeType.AUTO, query.getFlushMode());
    manager.setFlushMode(FlushModeType.COMMIT);
    assertEquals(FlushModeType.COMMIT, query.getFlushMode());
    assertEquals(FlushModeType.AUTO, query.setFlushMode(FlushModeType.AUTO).getFlushMode());
    manager.getTransaction().begin();
    manager.persist(new Customer("unflushed"));
    String count = "select count(c) from Customer c where c.name = 'unflushed'";
    assertEquals(0L, manager.createQuery(count).getSingleResult());
    assertEquals(1L, manager.createQuery(count).setFlushMode(FlushModeType.AUTO).getSingleResult());
  }

  @Test
  void hints_are_told_and_unknown_ones_change_nothing() {
    each(
        BY_NAME,
        query -> {
          assertTrue(query.getHints().isEmpty());
          query.setHint("org.example.colour", "blue");
          query.setHint("jakarta.persistence.query.timeout", 10_000);
          assertEquals("blue", query.getHints().get("org.example.colour"));
          assertEquals(10_000, query.getHints().get("jakarta.persistence.query.timeout"));
          assertEquals(0, query.setParameter("name", "x").getResultList().size());
        });
  }

  @Test
  void a_query_unwraps_to_what_it_is_only() {
    each(
        BY_NAME,
        query -> {
          assertSame(query, query.unwrap(Query.class));
          refused(PersistenceException.class, () -> query.unwrap(PurchaseOrder.class));
        });
  }
}
