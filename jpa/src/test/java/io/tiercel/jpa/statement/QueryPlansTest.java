package io.tiercel.jpa.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.query.syntax.JpqlSyntaxException;
import io.tiercel.jpa.shop.Employee;
import io.tiercel.jpa.shop.Team;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QueryPlansTest {
  private final QueryPlans plans =
      new QueryPlans(new UnitMapping(List.of(Team.class, Employee.class)));

  private static String query(int number) {
    return "select t from Team t where " + number + " = " + number;
  }

  @Test
  void a_plan_is_made_once_and_kept_while_it_is_used() {
    QueryPlan used = plans.of(query(-1));
    QueryPlan idle = plans.of(query(-2));
    for (int other = 0; other < 3 * QueryPlans.MAX_PLANS; other++) {
      assertSame(used, plans.of(query(-1)));
      QueryPlan unused = plans.of(query(other));
      assertEquals(QueryPlan.Kind.SELECT, unused.kind());
    }
    assertSame(used, plans.of(query(-1)));
    assertNotSame(idle, plans.of(query(-2)));
    assertEquals(QueryPlans.MAX_PLANS, plans.size());
  }

  @Test
  void plans_that_are_all_used_make_room_all_the_same() {
    for (int round = 0; round < 2; round++) {
      for (int each = 0; each < QueryPlans.MAX_PLANS; each++) {
        assertSame(plans.of(query(each)), plans.of(query(each)));
      }
    }
    QueryPlan more = plans.of(query(-1));
    assertSame(more, plans.of(query(-1)));
    assertEquals(QueryPlans.MAX_PLANS, plans.size());
  }

  @Test
  void threads_that_ask_for_the_same_at_once_get_the_same() throws Exception {
    Set<QueryPlan> found = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Future<QueryPlan>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 64; i++) {
        asked.add(threads.submit(() -> plans.of(query(1))));
      }
      for (Future<QueryPlan> each : asked) {
        found.add(each.get(1, TimeUnit.MINUTES));
      }
    }
    assertEquals(1, found.size());
  }

  @Test
  void what_is_no_query_is_not_kept() {
    assertThrows(JpqlSyntaxException.class, () -> plans.of("select select"));
    assertEquals(0, plans.size());
  }
}
