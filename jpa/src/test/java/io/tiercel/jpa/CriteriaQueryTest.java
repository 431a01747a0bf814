package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Address;
import io.tiercel.jpa.shop.Customer;
import io.tiercel.jpa.shop.OrderLine;
import io.tiercel.jpa.shop.Product;
import io.tiercel.jpa.shop.PurchaseOrder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Nulls;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Criteria queries (Jakarta Persistence 3.2, chapter 6): what they select, where from, in which
/// order, and their parameters.
@SuppressWarnings("deprecation") // multiselect is what most applications use
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaQueryTest {
  private static Shop shop;

  public record NameAndPrice(String name, BigDecimal price) {}

  @BeforeAll
  static void fill() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          for (int i = 1; i <= 9; i++) {
            BigDecimal price = i == 9 ? null : new BigDecimal(i);
            manager.persist(new Product("p" + i, "Product " + i, price));
          }
          for (String name : List.of("Ada", "Grace", "Edsger")) {
            Customer customer = new Customer(name);
            customer.setAddress(new Address("Main Street", name.length() > 4 ? "Delft" : "London"));
            int orders = name.equals("Edsger") ? 0 : 3;
            for (int day = 1; day <= orders; day++) {
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

  private static <T> T run(BiFunction<EntityManager, CriteriaBuilder, T> work) {
    return shop.query(manager -> work.apply(manager, manager.getCriteriaBuilder()));
  }

  private static List<String> namesWhere(
      BiFunction<CriteriaBuilder, Root<Product>, Predicate> condition) {
    return run(
        (manager, builder) -> {
          CriteriaQuery<String> query = builder.createQuery(String.class);
          Root<Product> product = query.from(Product.class);
          query
              .select(product.get("name"))
              .where(condition.apply(builder, product))
              .orderBy(builder.asc(product.get("code")));
          return manager.createQuery(query).getResultList();
        });
  }

  @Test
  void a_root_alone_selects_its_entities() {
    List<Customer> found =
        run(
            (manager, builder) -> {
              CriteriaQuery<Customer> query = builder.createQuery(Customer.class);
              query.from(Customer.class);
              return manager.createQuery(query).getResultList();
            });
    assertEquals(3, found.size());
  }

  @Test
  void conditions_compare_paths_with_values() {
    assertEquals(
        List.of("Product 2", "Product 3"),
        namesWhere(
            (builder, product) ->
                builder.and(
                    builder.gt(product.<BigDecimal>get("price"), 1),
                    builder.lessThan(product.get("price"), new BigDecimal("3.5")))));
  }

  @Test
  void a_value_does_not_cost_a_plan_of_its_own() {
    var cost =
        shop.cost(
            () -> {
              assertEquals(
                  List.of("Product 2"),
                  namesWhere((builder, product) -> builder.equal(product.get("code"), "p2")));
              assertEquals(
                  List.of("Product 3"),
                  namesWhere((builder, product) -> builder.equal(product.get("code"), "p3")));
              assertEquals(
                  List.of("Product 1", "Product 4"),
                  namesWhere((builder, product) -> product.get("code").in("p1", "p4")));
              assertEquals(
                  List.of("Product 5"),
                  namesWhere((builder, product) -> product.get("code").in("p5")));
            });
    var selects = cost.statements().stream().filter(sql -> sql.startsWith("select")).toList();
    assertEquals(4, selects.size());
    assertEquals(selects.get(0), selects.get(1));
    assertEquals(selects.get(2), selects.get(3));
  }

  @Test
  void an_enum_and_an_embeddable_are_followed() {
    List<String> names =
        run(
            (manager, builder) -> {
              CriteriaQuery<String> query = builder.createQuery(String.class);
              Root<Customer> customer = query.from(Customer.class);
              query
                  .select(customer.get("name"))
                  .where(
                      builder.equal(customer.get("level"), Customer.Level.BASIC),
                      builder.equal(customer.get("address").get("city"), "Delft"))
                  .orderBy(builder.desc(customer.get("name")));
              return manager.createQuery(query).getResultList();
            });
    assertEquals(List.of("Grace", "Edsger"), names);
  }

  @Test
  void multiselect_makes_tuples_arrays_and_objects() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> tuples = builder.createTupleQuery();
          Root<Product> product = tuples.from(Product.class);
          Path<String> name = product.get("name");
          Path<BigDecimal> price = product.get("price");
          name.alias("n");
          tuples.multiselect(name, price).where(builder.equal(product.get("code"), "p2"));
          Tuple tuple = manager.createQuery(tuples).getSingleResult();
          assertEquals("Product 2", tuple.get(name));
          assertEquals("Product 2", tuple.get("n", String.class));
          assertEquals(0, new BigDecimal(2).compareTo(tuple.get(price)));
          assertSame(name, tuple.getElements().getFirst());
          assertEquals(2, tuple.toArray().length);

          CriteriaQuery<Object[]> arrays = builder.createQuery(Object[].class);
          Root<Product> root = arrays.from(Product.class);
          arrays.multiselect(root.get("code"), root).where(builder.equal(root.get("code"), "p3"));
          Object[] array = manager.createQuery(arrays).getSingleResult();
          assertEquals("p3", array[0]);
          assertSame(manager.find(Product.class, "p3"), array[1]);

          CriteriaQuery<NameAndPrice> objects = builder.createQuery(NameAndPrice.class);
          Root<Product> third = objects.from(Product.class);
          objects
              .multiselect(third.get("name"), third.get("price"))
              .where(builder.equal(third.get("code"), "p4"));
          assertEquals("Product 4", manager.createQuery(objects).getSingleResult().name());
          return null;
        });
  }

  @Test
  void joins_follow_associations_and_take_conditions() {
    List<Object[]> rows =
        run(
            (manager, builder) -> {
              CriteriaQuery<Object[]> query = builder.createQuery(Object[].class);
              Root<Customer> customer = query.from(Customer.class);
              Join<Customer, PurchaseOrder> order = customer.join("orders", JoinType.LEFT);
              order.on(builder.greaterThan(order.get("placedOn"), LocalDate.of(2026, 1, 2)));
              Join<PurchaseOrder, OrderLine> line = order.join("lines", JoinType.LEFT);
              query
                  .multiselect(customer.get("name"), line.get("quantity"))
                  .orderBy(
                      builder.asc(line.get("quantity"), Nulls.FIRST),
                      builder.asc(customer.get("name")));
              return manager.createQuery(query).getResultList();
            });
    assertEquals(3, rows.size());
    assertArrayEquals(new Object[] {"Edsger", null}, rows.get(0));
    assertArrayEquals(new Object[] {"Ada", 3}, rows.get(1));
  }

  @Test
  void groups_are_counted_and_restricted() {
    List<Tuple> rows =
        run(
            (manager, builder) -> {
              CriteriaQuery<Tuple> query = builder.createTupleQuery();
              Root<Customer> customer = query.from(Customer.class);
              Join<Customer, PurchaseOrder> order = customer.join("orders");
              var label = builder.concat(customer.get("name"), "!");
              query
                  .multiselect(label, builder.count(order))
                  .groupBy(builder.concat(customer.get("name"), "!"))
                  .having(builder.gt(builder.count(order), 2))
                  .orderBy(builder.asc(label));
              return manager.createQuery(query).getResultList();
            });
    assertEquals(2, rows.size());
    assertEquals("Ada!", rows.getFirst().get(0));
    assertEquals(3L, rows.getFirst().get(1));
  }

  @Test
  void parameters_are_bound_by_name_and_by_themselves() {
    run(
        (manager, builder) -> {
          CriteriaQuery<String> query = builder.createQuery(String.class);
          Root<Product> product = query.from(Product.class);
          ParameterExpression<String> code = builder.parameter(String.class, "code");
          ParameterExpression<BigDecimal> price = builder.parameter(BigDecimal.class);
          query
              .select(product.get("name"))
              .where(
                  builder.or(
                      builder.equal(product.get("code"), code),
                      builder.equal(product.get("price"), price)))
              .orderBy(builder.asc(product.get("code")));
          assertEquals(Set.of(code, price), query.getParameters());
          var typed = manager.createQuery(query);
          assertEquals(Set.of(code, price), typed.getParameters());
          assertSame(code, typed.getParameter("code"));
          assertEquals(
              List.of("Product 3", "Product 5"),
              typed
                  .setParameter("code", "p3")
                  .setParameter(price, new BigDecimal(5))
                  .getResultList());
          assertEquals("p3", typed.getParameterValue(code));
          assertTrue(typed.isBound(price));
          assertThrows(
              IllegalArgumentException.class,
              () -> typed.setParameter(builder.parameter(String.class), "x"));
          return null;
        });
  }

  @Test
  void a_query_may_be_changed_after_it_ran() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Product> query = builder.createQuery(Product.class);
          Root<Product> product = query.from(Product.class);
          var all = manager.createQuery(query);
          query.where(builder.isNull(product.get("price")));
          assertEquals("p9", manager.createQuery(query).getSingleResult().getCode());
          assertEquals(9, all.getResultList().size());
          query.where();
          assertNull(query.getRestriction());
          assertEquals(9, manager.createQuery(query).getResultList().size());
          return null;
        });
  }

  @Test
  void an_unknown_attribute_is_refused_by_its_name() {
    run(
        (manager, builder) -> {
          Root<Product> product = builder.createQuery().from(Product.class);
          var refusal = assertThrows(IllegalArgumentException.class, () -> product.get("nmae"));
          assertTrue(refusal.getMessage().contains("nmae"), refusal.getMessage());
          assertThrows(IllegalStateException.class, () -> product.get("name").get("length"));
          assertThrows(IllegalArgumentException.class, () -> product.join("name"));
          return null;
        });
  }
}
