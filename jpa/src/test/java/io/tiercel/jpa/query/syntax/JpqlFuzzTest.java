package io.tiercel.jpa.query.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// Any text ends in a tree or in a [JpqlSyntaxException], soon and on a small stack.
class JpqlFuzzTest {

  private static final int ROUNDS = 20_000;
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int SMALL_STACK_BYTES = 512 * 1024;

  private static final List<String> QUERIES =
      List.of(
          "select distinct c.name as n, count(o) from Customer c join c.orders o on o.x = :p"
              + " where c.status in (1, 2) group by c.name having count(o) > 3 order by n desc",
          "select new a.B(o.id, case when o.x like 'a%' escape '!' then 1 else {d '2026-01-31'}"
              + " end) from Order o left join fetch o.lines where exists (select 1 from o.lines l)",
          "update Employee e set e.salary = e.salary * 1.5e3, e.x = null where e.id = ?1",
          "select sum(o.x) filter (where o.y ilike 'a%') over (partition by o.z order by o.x desc"
              + " rows between 1 preceding and current row) from Order o where (o.x, o.y) in"
              + " ((1, 2), (3, 4)) order by o.x limit 5 offset :n",
          "delete from Order o where o.total between 0x1F and 3L or not (o.y is not empty)",
          "(select a from A a) union all select b from B b intersect from C order by 1 nulls last",
          "select trim(both 'x' from e.a), extract(year from e.at), cast(e.a as string) || 'it''s',"
              + " treat(e as F).g, key(m), function('f', e) from E e, in (e.ms) m"
              + " where :p member of e.xs and e.s >= all (select f.s from F f)");

  private static final List<String> WORDS =
      List.of(
          "select",
          "from",
          "where",
          "join",
          "left",
          "fetch",
          "in",
          "(",
          ")",
          "(",
          ")",
          ",",
          ".",
          "=",
          "<>",
          "<",
          "+",
          "-",
          "*",
          "/",
          "||",
          "a",
          "a.b",
          "Order",
          "o",
          "1",
          "2.5",
          "'s'",
          ":p",
          "?1",
          "and",
          "or",
          "not",
          "is",
          "null",
          "empty",
          "like",
          "escape",
          "between",
          "member",
          "of",
          "exists",
          "all",
          "case",
          "when",
          "then",
          "else",
          "end",
          "count",
          "max",
          "trim",
          "both",
          "treat",
          "as",
          "type",
          "key",
          "new",
          "group",
          "by",
          "order",
          "having",
          "union",
          "intersect",
          "except",
          "update",
          "set",
          "delete",
          "distinct",
          "local",
          "date",
          "extract",
          "year",
          "cast",
          "string",
          "coalesce",
          "function",
          "{d '2026-01-31'}",
          "this");

  private static void parseOrRefuse(String query, long seed) {
    try {
      TreeText.of(JpqlParser.parse(query));
    } catch (JpqlSyntaxException e) {
      assertTrue(
          e.offset() >= 0 && e.offset() <= query.length(), () -> "seed " + seed + ": " + query);
    } catch (RuntimeException | StackOverflowError e) {
      var shown = query.substring(0, Math.min(query.length(), 200));
      throw new AssertionError("seed " + seed + ": " + shown, e);
    }
  }

  @Test
  void random_tokens_end_in_a_tree_or_an_error() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            var query = new StringBuilder("select a from A a where ");
            if (random.nextInt(3) == 0) {
              query.setLength(0);
            }
            for (int n = random.nextInt(25); n >= 0; n--) {
              query.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
            }
            parseOrRefuse(query.toString(), seed);
          }
        },
        () -> "seed " + seed);
  }

  @Test
  void mutated_queries_end_in_a_tree_or_an_error() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            var query = new StringBuilder(QUERIES.get(random.nextInt(QUERIES.size())));
            for (int n = random.nextInt(4); n >= 0; n--) {
              mutate(query, random);
            }
            parseOrRefuse(query.toString(), seed);
          }
        },
        () -> "seed " + seed);
  }

  private static void mutate(StringBuilder query, Random random) {
    int at = random.nextInt(query.length());
    switch (random.nextInt(5)) {
      case 0 -> query.deleteCharAt(at);
      case 1 -> query.insert(at, (char) random.nextInt(32, 127));
      case 2 -> query.insert(at, " " + WORDS.get(random.nextInt(WORDS.size())) + " ");
      case 3 -> query.setCharAt(at, (char) random.nextInt(Character.MAX_VALUE + 1));
      default -> {
        int end = Math.min(query.length(), at + 1 + random.nextInt(10));
        query.insert(random.nextInt(query.length()), query.substring(at, end));
      }
    }
  }

  @Test
  void every_prefix_of_a_query_ends_in_a_tree_or_an_error() {
    for (var query : QUERIES) {
      JpqlParser.parse(query);
      for (int end = 0; end < query.length(); end++) {
        parseOrRefuse(query.substring(0, end), 0);
      }
    }
  }

  @Test
  void what_nests_too_deep_is_refused_and_what_nests_less_fits_a_small_stack() throws Exception {
    record Shape(String head, String open, String close) {}
    var shapes =
        List.of(
            new Shape("", "(", ")"),
            new Shape("", "not ", ""),
            new Shape("", "- ", ""),
            new Shape("", "abs(", ")"),
            new Shape("", "coalesce(1, ", ")"),
            new Shape("", "case when 1 = 1 then ", " else 2 end"),
            new Shape("", "exists (select a from A a where ", ")"),
            new Shape("", "1 in (", ")"),
            new Shape("", "function('f', ", ")"));
    var task =
        new FutureTask<>(
            () -> {
              for (var shape : shapes) {
                for (int depth : new int[] {55, 1_000, 100_000}) {
                  var query =
                      "select b from B b where "
                          + shape.open.repeat(depth)
                          + "b.x"
                          + shape.close.repeat(depth);
                  parseOrRefuse(query, 0);
                }
                var deep = "select b from B b where " + shape.open.repeat(1_000) + "b.x";
                var error =
                    assertThrows(JpqlSyntaxException.class, () -> JpqlParser.parse(deep), deep);
                assertTrue(error.getMessage().contains("nest deeper than"), error::getMessage);
              }
              return null;
            });
    new Thread(null, task, "small stack", SMALL_STACK_BYTES).start();
    assertTimeoutPreemptively(DEADLINE, () -> task.get());
  }

  @Test
  void nested_paths_constructors_and_set_operators_are_limited_too() {
    for (var query :
        List.of(
            "select " + "treat(".repeat(5_000) + "a",
            "select " + "new A(".repeat(5_000) + "a",
            "(".repeat(5_000) + "select a from A a",
            "select a from A a" + " union select a from A a".repeat(5_000),
            "select a from A a where a.x = 1" + " + 1".repeat(5_000))) {
      assertThrows(JpqlSyntaxException.class, () -> JpqlParser.parse(query));
    }
  }

  @Test
  void a_long_chain_of_conditions_is_no_deep_tree() {
    var query = "select a from A a where a.x = 0" + " or a.x = 1".repeat(50_000);
    var select = (Statement.Select) JpqlParser.parse(query);
    var where = (Predicate.Or) ((QueryExpression.SelectQuery) select.query()).where();
    assertEquals(50_001, where == null ? 0 : where.operands().size());
  }
}
