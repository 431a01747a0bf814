package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.shop.Product;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Criteria queries that a loop builds, as deep as it runs (Jakarta Persistence 3.2, section
/// 6.5.6).
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaNestingTest {
  /// What threads have by default.
  private static final long STACK_BYTES = 1 << 20;

  private static Shop shop;

  @BeforeAll
  static void fill() {
    shop = Shop.open();
    shop.inTransaction(
        manager -> {
          for (int i = 1; i <= 9; i++) {
            manager.persist(new Product("p" + i, "Product " + i, new BigDecimal(i)));
          }
        });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /// The names of the products that a condition lets through, asked by a thread of usual size.
  private static List<String> names(BiFunction<CriteriaBuilder, Root<Product>, Predicate> where)
      throws Exception {
    var task =
        new FutureTask<>(
            () ->
                shop.query(
                    manager -> {
                      var builder = manager.getCriteriaBuilder();
                      var query = builder.createQuery(String.class);
                      var product = query.from(Product.class);
                      query.where(where.apply(builder, product));
                      query.select(product.get("name")).orderBy(builder.asc(product.get("name")));
                      return manager.createQuery(query).getResultList();
                    }));
    new Thread(null, task, "usual stack", STACK_BYTES).start();
    try {
      return task.get(60, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  @Test
  void conditions_added_one_by_one_nest_thousands_deep() throws Exception {
    var found =
        names(
            (builder, product) -> {
              Predicate any = builder.disjunction();
              Predicate all = builder.conjunction();
              for (int i = 0; i < 5_000; i++) {
                Expression<BigDecimal> price = product.get("price");
                any = builder.or(any, builder.equal(price, new BigDecimal(8 + i)));
                all = builder.and(builder.notEqual(price, new BigDecimal(9 + i)), all);
              }
              return builder.and(any, all);
            });
    assertEquals(List.of("Product 8"), found);
  }

  @Test
  void negated_and_other_conditions_keep_their_place_among_those_they_stand_in() throws Exception {
    var found =
        names(
            (builder, product) -> {
              Expression<String> name = product.get("name");
              Predicate first =
                  builder.or(builder.equal(name, "Product 1"), builder.equal(name, "Product 2"));
              Predicate second = builder.or(builder.equal(name, "Product 2"), builder.isNull(name));
              // Not 1, and not 2 either; or 2, of those that are at least 2.
              return builder.and(
                  builder.or(first.not(), builder.or(second)),
                  builder.and(builder.lessThan(name, "Product 4"), builder.and()),
                  builder.or(builder.or()).not());
            });
    assertEquals(List.of("Product 2", "Product 3"), found);
  }

  @Test
  void the_operands_of_a_condition_stay_what_they_were_given() {
    shop.query(
        manager -> {
          var builder = manager.getCriteriaBuilder();
          Predicate inner = builder.or(builder.conjunction(), builder.disjunction());
          Predicate outer = builder.or(inner, builder.conjunction());
          assertEquals(2, outer.getExpressions().size());
          assertEquals(inner, outer.getExpressions().getFirst());
          return null;
        });
  }

  @Test
  void the_deepest_expressions_fit_a_stack_of_the_usual_size() throws Exception {
    assertEquals(9, names((builder, product) -> builder.gt(sum(builder, product, 240), 0)).size());
    assertEquals(9, names((builder, product) -> alternating(builder, product, 240)).size());
  }

  @Test
  void expressions_that_nest_too_deep_are_refused() {
    for (int depth : List.of(300, 20_000)) {
      var sum =
          assertThrows(
              IllegalArgumentException.class,
              () -> names((builder, product) -> builder.gt(sum(builder, product, depth), 0)));
      assertTrue(sum.getMessage().contains("deeper than 250 levels"), sum.getMessage());
      var mixed =
          assertThrows(
              IllegalArgumentException.class,
              () -> names((builder, product) -> alternating(builder, product, depth)));
      assertTrue(mixed.getMessage().contains("deeper than 250 levels"), mixed.getMessage());
    }
  }

  private static Expression<BigDecimal> sum(
      CriteriaBuilder builder, Root<Product> product, int depth) {
    Expression<BigDecimal> price = product.get("price");
    Expression<BigDecimal> sum = price;
    for (int i = 0; i < depth; i++) {
      sum = builder.sum(sum, price);
    }
    return sum;
  }

  private static Predicate alternating(CriteriaBuilder builder, Root<Product> product, int depth) {
    Predicate condition = builder.isNotNull(product.get("price"));
    for (int i = 0; i < depth; i++) {
      Predicate same = builder.isNotNull(product.get("name"));
      condition = i % 2 == 0 ? builder.and(condition, same) : builder.or(condition, same);
    }
    return condition;
  }
}
