package io.tiercel.jpa.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.query.shop.Customer;
import io.tiercel.jpa.query.shop.Order;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a query without a meaning answers.
class JpqlSemanticExceptionTest {

  private static final int SMALL_STACK_BYTES = 512 * 1024;

  private static String message(String jpql) {
    var error = assertThrows(JpqlSemanticException.class, () -> ShopDatabase.plan(jpql), jpql);
    return String.valueOf(error.getMessage());
  }

  @Test
  void the_message_shows_the_place_and_the_nearest_name() {
    assertEquals(
        """
        cannot translate query at line 1, column 29: no attribute "totl" in Order
          select o from Order o where o.totl > 1
                                      ^
        Hint: did you mean "total"?\
        """,
        message("select o from Order o where o.totl > 1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "select o from Ordr o ~ unknown entity \"Ordr\" ~ did you mean \"Order\"?",
        "select x from Order o ~ unknown variable \"x\" ~ o",
        "select o from Order o where total > 1 ~ unknown variable \"total\" ~ did you mean"
            + " \"o.total\"?",
        "select o from Order o where ordr.id = 1 ~ unknown variable \"ordr\" ~",
        "select o from Order o join o.customer o ~ variable \"o\" is declared twice ~",
        "select o from Order o where o.lines.quantity = 1 ~ cannot follow \"quantity\" from"
            + " collection \"lines\" ~ join the collection",
        "select o from Order o where o.total.x = 1 ~ cannot follow \"x\" from BigDecimal ~",
        "select o.lines from Order o ~ cannot take collection \"lines\" as a value ~ SIZE",
        "select c from Customer c where c.address = 'x'~ embeddable Address is compared with a"
            + " path or a parameter only ~ one by one",
        "select coalesce(c.address, c.address) from Customer c ~ an embeddable as a value is not"
            + " supported ~ one by one",
        "select o from Order o where o.total ~ expected a condition, found BigDecimal ~",
        "select o from Order o where o.customer > :c ~ entities are compared by = and <> only ~",
        "select o from Order o where o.customer = 1 ~ cannot compare entity Customer with Integer ~"
            + " id(",
        "select o from Order o, Tag t where o.customer = t ~ cannot compare entity Customer with"
            + " entity Tag ~",
        "select o from Order o where o.customer in (1, 2) ~ cannot compare entity Customer with"
            + " Integer ~",
        "select o from Order o where o.total is empty ~ expected a collection, found BigDecimal ~",
        "select o.customer.name + 1 from Order o ~ expected a number, found String ~",
        "select sum(o.status) from Order o ~ expected a number, found Status ~",
        "select sqrt(o.customer) from Order o ~ expected a number, found entity Customer ~",
        "select o from Order o where o.status = OPN ~ unknown variable \"OPN\" ~",
        "select o from Order o where o.total = io.tiercel.jpa.query.shop.Priority.LOW ~ cannot tell"
            + " how enum constant ~ as a parameter",
        "select o from Order o where o.status = io.tiercel.jpa.query.shop.Priority.LOW ~ expected a"
            + " constant of Status ~",
        "select new no.Such(o.id) from Order o ~ unknown class \"no.Such\" ~ its package",
        "select o.id from Order o join fetch o.customer ~ which the query does not select ~ without"
            + " FETCH",
        "select o from Order o join fetch o.lines l where l.quantity = 1 ~ ranges over the fetched"
            + " collection Order.lines, which ~ a second time",
        "select o from Order o join fetch o.lines l join fetch l.quantity ~ no association"
            + " \"quantity\" in Line ~",
        "select o from Order o join fetch o.lines l join fetch l.order.customer ~ an association is"
            + " fetched alone ~ its own variable",
        "select o from Order o join fetch o.lines l on l.quantity = 1 ~ a fetched collection takes"
            + " no condition ~ without FETCH",
        "select o from Order o where exists (select c from Customer c join fetch c.card) ~ a"
            + " subquery cannot fetch ~",
        "select o from Order o where o.id in (select c.id, c.name from Customer c) ~ a subquery"
            + " selects one item, found 2 ~",
        "select o from Order o union select c from Customer c ~ select different items ~",
        "select o.id from Order o union select c.id from Customer c order by o.id ~ by its result"
            + " variables only ~ as x",
        "from Order o, Customer c ~ needs a select clause ~",
        "select o from Order o join o.total t ~ cannot join BigDecimal ~",
        "select o from Order o left join Customer c ~ a left join of an entity needs a condition ~"
            + " ON",
        "select type(o.total) from Order o ~ TYPE takes an entity, found BigDecimal ~",
        "select key(l) from Order o join o.lines l ~ KEY takes a variable that ranges over a map ~",
        "select index(l) from Order o join o.lines l ~ INDEX ~",
        "select treat(o as Tag) from Order o ~ cannot treat entity Order as Tag ~",
        "select version(o) from Order o ~ entity Order has no version ~",
        "select function('a; drop table x') from Order o ~ is no name of a function ~",
        "update Order o set o.customer.name = 'x' ~ cannot assign to o.customer.name ~ its own"
            + " entity",
        "update Order o set o.lines = null ~ cannot assign to o.lines, a collection of Line ~",
        "update Order o set o.customer = 1 ~ cannot assign Integer to entity Customer ~",
        "update Order set nme = 1 ~ unknown variable \"nme\" ~",
        "delete from Order o where p.id = 1 ~ unknown variable \"p\" ~",
      })
  void an_error_names_the_thing_and_the_mend(String jpql, String problem, String hint) {
    var message = message(jpql);
    assertTrue(message.contains(problem), message);
    assertTrue(hint == null || message.substring(message.indexOf('^')).contains(hint), message);
  }

  @Test
  void an_argument_of_the_wrong_type_names_its_parameter() {
    var plan = ShopDatabase.plan("select o from Order o where o.status = :s and o.customer = ?1");
    var wrong =
        assertThrows(
            IllegalArgumentException.class,
            () -> plan.bind(_ -> "OPEN", ShopDatabase.READER, null, null));
    assertEquals(
        "cannot bind parameter :s: expected %s, got java.lang.String"
            .formatted(Order.Status.class.getName()),
        wrong.getMessage());
    assertEquals(
        List.of(
            new ParameterUse("s", Order.Status.class, false),
            new ParameterUse(1, Customer.class, false)),
        plan.parameters());
  }

  @Test
  void nested_calls_that_repeat_their_arguments_end_early() {
    var jpql = "select " + "locate('a', 'b', ".repeat(55) + "1" + ")".repeat(55) + " from Order o";
    assertTrue(message(jpql).contains("arguments of LOCATE are too long"));
  }

  @Test
  void the_longest_expression_fits_a_small_stack() throws Exception {
    var sums = "select o from Order o where o.id = 1" + " + o.id".repeat(999);
    var nested =
        "select o from Order o where " + "abs(".repeat(55) + "o.id" + ")".repeat(55) + " = 1";
    var queries = "exists (select o from Order o where ".repeat(25) + "o.id = 1" + ")".repeat(25);
    var task =
        new FutureTask<>(
            () -> {
              ShopDatabase.plan(sums);
              ShopDatabase.plan(nested);
              return ShopDatabase.plan("select o from Order o where " + queries);
            });
    new Thread(null, task, "small stack", SMALL_STACK_BYTES).start();
    assertEquals(QueryPlan.Kind.SELECT, task.get(30, TimeUnit.SECONDS).kind());
  }

  @Test
  void any_well_formed_query_ends_in_a_plan_or_an_error() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var words =
        List.of(
            "o",
            "c",
            "o.customer",
            "c.orders",
            "o.lines",
            "o.status",
            "o.gift",
            "o.total",
            "c.name",
            "c.address",
            "c.card",
            "c.tags",
            "o.id",
            "OPEN",
            "1",
            "2.5",
            "'x'",
            "true",
            "null",
            ":p",
            "?1",
            "(select l from o.lines l)",
            "(select max(x.id) from Order x)",
            "count(o)",
            "size(c.tags)",
            "case when o.gift then 1 else 2 end",
            "current_date",
            "(o.id)");
    var operators =
        List.of(
            "=",
            "<>",
            "<",
            "+",
            "*",
            "||",
            "and",
            "or",
            "like",
            "in",
            "not in",
            "member of",
            "between 1 and",
            "is null or",
            "is empty and",
            "= any",
            "=  all",
            ",");
    for (int i = 0; i < 5_000; i++) {
      var expression = new StringBuilder(words.get(random.nextInt(words.size())));
      for (int n = random.nextInt(4); n > 0; n--) {
        expression.append(' ').append(operators.get(random.nextInt(operators.size())));
        expression.append(' ').append(words.get(random.nextInt(words.size())));
      }
      var jpql =
          switch (random.nextInt(4)) {
            case 0 -> "select " + expression + " from Order o left join o.customer c";
            case 1 -> "select o from Order o join o.customer c where " + expression;
            case 2 -> "select c from Customer c join c.orders o group by " + expression;
            default -> "update Order o set o.total = " + expression + " where " + expression;
          };
      try {
        ShopDatabase.plan(jpql);
      } catch (IllegalArgumentException e) {
        assertTrue(String.valueOf(e.getMessage()).startsWith("cannot "), e::getMessage);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + jpql, e);
      }
    }
  }
}
