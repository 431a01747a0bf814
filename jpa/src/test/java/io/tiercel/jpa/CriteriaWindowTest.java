package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.criteria.extension.CriteriaExtensions;
import io.tiercel.jpa.criteria.extension.RowValue;
import io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder;
import io.tiercel.jpa.criteria.extension.Window.Bound;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Selection;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Criteria with windows, filters, rows of values, limits and `ilike`, which the specification has
/// not.
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(EveryPostgres.Servers.class)
@NullUnmarked // a null where none is expected fails the test by itself
class CriteriaWindowTest {

  @Entity(name = "Sale")
  static class Sale {
    @Id Integer id;
    String city;
    int amount;

    Sale() {}

    Sale(int id, String city, int amount) {
      this.id = id;
      this.city = city;
      this.amount = amount;
    }
  }

  @Parameter TestServer server;
  private TestUnit unit;

  @BeforeEach
  void open() {
    unit = TestUnit.on(server, Sale.class);
    unit.inTransaction(
        manager -> {
          manager.persist(new Sale(1, "Rome", 10));
          manager.persist(new Sale(2, "rome", 30));
          manager.persist(new Sale(3, "Oslo", 20));
          manager.persist(new Sale(4, "Oslo", 20));
          manager.persist(new Sale(5, "Os%o", 5));
        });
  }

  @AfterEach
  void close() {
    unit.close();
  }

  private <T> T run(BiFunction<EntityManager, TiercelCriteriaBuilder, T> work) {
    return unit.query(
        manager ->
            work.apply(manager, manager.unwrap(CriteriaExtensions.class).getCriteriaBuilder()));
  }

  /// What is asked of a query over sales.
  @FunctionalInterface
  private interface Ask {
    void of(TiercelCriteriaBuilder builder, CriteriaQuery<Tuple> query, Root<Sale> sale);
  }

  private List<String> rows(Ask ask) {
    return run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<Sale> sale = query.from(Sale.class);
          ask.of(builder, query, sale);
          return texts(manager, query);
        });
  }

  private static List<String> texts(EntityManager manager, CriteriaSelect<Tuple> query) {
    return manager.createQuery(query).getResultList().stream()
        .map(
            row ->
                Arrays.stream(row.toArray()).map(String::valueOf).collect(Collectors.joining(" ")))
        .toList();
  }

  private static Selection<Tuple> items(TiercelCriteriaBuilder builder, Selection<?>... items) {
    return builder.tuple(items);
  }

  /// The ids of the sales that a condition is true for.
  private List<String> ids(BiFunction<TiercelCriteriaBuilder, Root<Sale>, Predicate> condition) {
    return rows(
        (builder, query, sale) ->
            query
                .select(items(builder, sale.get("id")))
                .where(condition.apply(builder, sale))
                .orderBy(builder.asc(sale.get("id"))));
  }

  @Test
  void rows_are_numbered_and_ranked() {
    assertEquals(
        List.of(
            "1 4 4 3 0.75 0.8 2",
            "2 1 1 1 0.0 0.2 1",
            "3 2 2 2 0.25 0.6 1",
            "4 3 2 2 0.25 0.6 1",
            "5 5 5 4 1.0 1.0 2"),
        rows(
            (builder, query, sale) -> {
              var byAmount = builder.window().orderBy(builder.desc(sale.get("amount")));
              var byBoth =
                  builder
                      .window()
                      .orderBy(builder.desc(sale.get("amount")), builder.asc(sale.get("id")));
              query
                  .select(
                      items(
                          builder,
                          sale.get("id"),
                          builder.rowNumber().over(byBoth),
                          builder.rank().over(byAmount),
                          builder.denseRank().over(byAmount),
                          builder.percentRank().over(byAmount),
                          builder.cumeDist().over(byAmount),
                          builder.ntile(2).over(byBoth)))
                  .orderBy(builder.asc(sale.get("id")));
            }));
  }

  @Test
  void values_of_other_rows_are_taken() {
    assertEquals(
        List.of(
            "1 null -1 30 20 10 5 30",
            "2 10 -1 20 20 10 5 30",
            "3 30 10 20 5 10 5 30",
            "4 20 30 5 0 10 5 30",
            "5 20 20 null 0 10 5 30"),
        rows(
            (builder, query, sale) -> {
              Path<Integer> amount = sale.get("amount");
              var byId = builder.window().orderBy(builder.asc(sale.get("id")));
              var all = byId.rows(Bound.unboundedPreceding(), Bound.unboundedFollowing());
              query
                  .select(
                      items(
                          builder,
                          sale.get("id"),
                          builder.lag(amount, 1).over(byId),
                          builder.lag(amount, 2, -1).over(byId),
                          builder.lead(amount, 1).over(byId),
                          builder.lead(amount, 2, 0).over(byId),
                          builder.firstValue(amount).over(all),
                          builder.lastValue(amount).over(all),
                          builder.nthValue(amount, 2).over(all)))
                  .orderBy(builder.asc(sale.get("id")));
            }));
  }

  @Test
  void aggregates_are_of_a_window_and_of_some_rows() {
    assertEquals(
        List.of("3 2 40 40 1 20", "4 2 40 25 1 40", "5 1 5 5 0 5"),
        rows(
            (builder, query, sale) -> {
              Path<Integer> amount = sale.get("amount");
              var city = builder.window().partitionBy(sale.get("city"));
              var byId = builder.window().orderBy(builder.asc(sale.get("id")));
              query
                  .select(
                      items(
                          builder,
                          sale.get("id"),
                          builder.over(builder.count(sale), city),
                          builder.over(builder.sum(amount), city),
                          builder.over(
                              builder.sum(amount),
                              byId.rows(Bound.currentRow(), Bound.following(1))),
                          builder.over(
                              builder.filter(builder.count(sale), big(builder, sale)), city),
                          builder.over(
                              builder.sum(amount),
                              city.orderBy(builder.asc(sale.get("id")))
                                  .rows(Bound.preceding(1), Bound.currentRow()))))
                  .where(builder.ge(sale.<Integer>get("id"), 3))
                  .orderBy(builder.asc(sale.get("id")));
            }));
  }

  private static Predicate big(TiercelCriteriaBuilder builder, Root<Sale> sale) {
    return builder.and(
        builder.gt(sale.<Integer>get("amount"), 10), builder.lt(sale.<Integer>get("id"), 4));
  }

  @Test
  void a_filter_stands_in_groups() {
    assertEquals(
        List.of("Rome 0 1", "rome 1 1", "Oslo 2 2", "Os%o 0 1"),
        rows(
            (builder, query, sale) ->
                query
                    .select(
                        items(
                            builder,
                            sale.get("city"),
                            builder.filter(
                                builder.count(sale), builder.gt(sale.<Integer>get("amount"), 10)),
                            builder.count(sale)))
                    .groupBy(sale.get("city"))
                    .orderBy(builder.asc(builder.min(sale.<Integer>get("id"))))));
  }

  @Test
  void ilike_does_not_tell_upper_from_lower_case() {
    assertEquals(
        List.of("1", "2"), ids((builder, sale) -> builder.ilike(sale.get("city"), "ROM_")));
    assertEquals(
        List.of("3", "4", "5"),
        ids((builder, sale) -> builder.ilike(sale.get("city"), builder.literal("os%"))));
    assertEquals(
        List.of("5"), ids((builder, sale) -> builder.ilike(sale.get("city"), "OS!%%", '!')));
    assertEquals(
        List.of("3", "4", "5"),
        ids((builder, sale) -> builder.ilike(sale.get("city"), "ROME").not()));
  }

  @Test
  void rows_of_values_are_compared() {
    assertEquals(List.of("2", "4"), ids((builder, sale) -> pair(builder, sale).greaterThan(20, 3)));
    assertEquals(
        List.of("2", "3", "4"),
        ids((builder, sale) -> pair(builder, sale).greaterThanOrEqualTo("20", 3L)));
    assertEquals(
        List.of("1", "5"),
        ids((builder, sale) -> pair(builder, sale).lessThan(builder.literal(20), 3)));
    assertEquals(
        List.of("1", "3", "5"),
        ids((builder, sale) -> pair(builder, sale).lessThanOrEqualTo(20, 3)));
    assertEquals(List.of("3"), ids((builder, sale) -> pair(builder, sale).equalTo(20, 3)));
    assertEquals(
        List.of("1", "2", "4", "5"), ids((builder, sale) -> pair(builder, sale).notEqualTo(20, 3)));
    assertEquals(
        List.of("1", "4"),
        ids(
            (builder, sale) ->
                pair(builder, sale).in(List.of(List.of(10, 1), List.of(20, 4), List.of(5, 1)))));
    assertEquals(List.of(), ids((builder, sale) -> pair(builder, sale).in(List.of())));
  }

  private static RowValue pair(TiercelCriteriaBuilder builder, Root<Sale> sale) {
    return builder.row(sale.get("amount"), sale.get("id"));
  }

  @Test
  void queries_and_subqueries_end_where_they_are_told() {
    assertEquals(
        List.of("2", "3"),
        rows(
            (builder, query, sale) ->
                builder.offset(
                    builder.limit(
                        query
                            .select(items(builder, sale.get("id")))
                            .orderBy(builder.asc(sale.get("id"))),
                        2),
                    1)));
    assertEquals(
        List.of("3"),
        run(
            (manager, builder) -> {
              CriteriaQuery<Tuple> query = builder.createTupleQuery();
              Root<Sale> sale = query.from(Sale.class);
              query.select(items(builder, sale.get("id"))).orderBy(builder.asc(sale.get("id")));
              var most = builder.parameter(Integer.class, "most");
              builder.limit(query, most);
              builder.offset(query, builder.parameter(Long.class, "first"));
              return manager
                  .createQuery(query)
                  .setParameter(most, 2)
                  .setParameter("first", 1L)
                  .setFirstResult(1)
                  .setMaxResults(5)
                  .getResultList()
                  .stream()
                  .map(row -> row.get(0).toString())
                  .toList();
            }));
    assertEquals(
        List.of("2"),
        rows(
            (builder, query, sale) -> {
              var largest = query.subquery(Integer.class);
              Root<Sale> other = largest.from(Sale.class);
              builder.limit(largest.select(other.get("id")), 1);
              largest.where(builder.gt(other.<Integer>get("amount"), 20));
              query
                  .select(items(builder, sale.get("id")))
                  .where(builder.equal(sale.get("id"), largest));
            }));
  }

  @Test
  void operands_of_a_union_end_where_they_are_told() {
    assertEquals(
        List.of("1", "5"),
        run(
            (manager, builder) -> {
              CriteriaQuery<Tuple> first = builder.createTupleQuery();
              Root<Sale> one = first.from(Sale.class);
              builder.limit(
                  first.select(items(builder, one.get("id"))).orderBy(builder.asc(one.get("id"))),
                  1);
              CriteriaQuery<Tuple> last = builder.createTupleQuery();
              Root<Sale> other = last.from(Sale.class);
              builder.limit(
                  last.select(items(builder, other.get("id")))
                      .orderBy(builder.desc(other.get("id"))),
                  1);
              return texts(manager, builder.unionAll(first, last));
            }));
  }

  @Test
  void equal_queries_with_other_values_are_one_statement() {
    var statements =
        unit.statements(
            () -> {
              above(0, List.of(), 1);
              above(1, List.of(List.of(10, 1)), 2);
            });
    assertEquals(2, statements.size());
    assertEquals(1, Set.copyOf(statements).size(), statements.toString());
  }

  private void above(int least, List<List<?>> chosen, int limit) {
    rows(
        (builder, query, sale) ->
            builder.limit(
                query
                    .select(items(builder, sale.get("id")))
                    .where(
                        pair(builder, sale).greaterThan(least, least),
                        pair(builder, sale).in(chosen)),
                limit));
  }

  @Test
  void what_means_nothing_is_refused() {
    run(
        (manager, builder) -> {
          CriteriaQuery<Tuple> query = builder.createTupleQuery();
          Root<Sale> sale = query.from(Sale.class);
          var count = builder.count(sale);
          refused(
              "an aggregate without a window",
              () -> builder.over(sale.get("id"), builder.window()));
          refused(
              "an aggregate without a window",
              () -> builder.filter(builder.over(count, builder.window()), builder.isNull(sale)));
          refused(
              "has a filter already",
              () ->
                  builder.filter(
                      builder.filter(count, builder.isNull(sale)), builder.isNull(sale)));
          refused("two items at least, got 1", () -> builder.row(sale.get("id")));
          refused("a row of 2 values, got 1", () -> pair(builder, sale).equalTo(1));
          refused(
              "a row of 2 values, got 3", () -> pair(builder, sale).in(List.of(List.of(1, 2, 3))));
          refused("a number of rows, got -1", () -> builder.limit(query, -1));
          refused(
              "cannot go from current row to 1 preceding",
              () -> builder.window().rows(Bound.currentRow(), Bound.preceding(1)));
          refused("a count of 0 or more", () -> Bound.preceding(-1));
          return null;
        });
  }

  private static void refused(String message, Runnable call) {
    var error = assertThrows(IllegalArgumentException.class, call::run);
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }
}
