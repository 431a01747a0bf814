package io.tiercel.jpa.statement;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.query.syntax.QueryText;
import io.tiercel.jpa.query.syntax.Statement;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The plans of a unit's recently used queries, by text or, of criteria queries, by tree. Safe for
/// any number of threads: a look-up takes no lock and, but for the first after a sweep, writes
/// nothing that threads share.
///
/// When there are too many, those go that were not used since the last sweep, the oldest first
/// (second chance, also called CLOCK).
public final class QueryPlans {
  static final int MAX_PLANS = 1_024;

  /// What stands for the text of a query that has none.
  private static final QueryText CRITERIA = new QueryText("a criteria query");

  private final UnitMapping mapping;
  private final ConcurrentHashMap<Object, Kept> plans = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /// The keys of all plans, in the order in which they are to be swept. Guarded by lock.
  private final ArrayDeque<Object> order = new ArrayDeque<>();

  private static final class Kept {
    final QueryPlan plan;
    volatile boolean isUsed;

    Kept(QueryPlan plan) {
      this.plan = plan;
    }
  }

  public QueryPlans(UnitMapping mapping) {
    this.mapping = mapping;
  }

  /// The plan of that query; IllegalArgumentException says what is wrong with it and where.
  public QueryPlan of(String jpql) {
    return of(jpql, () -> QueryPlan.of(jpql, mapping));
  }

  /// The plan of a criteria query: one for all that have the same form.
  public QueryPlan of(Statement statement) {
    return of(statement, () -> QueryPlan.of(statement, CRITERIA, mapping));
  }

  private QueryPlan of(Object key, Supplier<QueryPlan> maker) {
    Kept known = plans.get(key);
    if (known == null) {
      return keep(key, maker.get());
    }
    if (!known.isUsed) {
      known.isUsed = true;
    }
    return known.plan;
  }

  private QueryPlan keep(Object key, QueryPlan made) {
    lock.lock();
    try {
      Kept other = plans.putIfAbsent(key, new Kept(made));
      if (other != null) {
        return other.plan;
      }
      sweep();
      order.add(key);
      return made;
    } finally {
      lock.unlock();
    }
  }

  /// Makes room for one more. Ends, for what is passed over is not used any more when its turn
  /// comes again, unless threads use it faster than this goes round.
  private void sweep() {
    for (int passed = 0; order.size() >= MAX_PLANS; passed++) {
      Object key = order.remove();
      Kept kept = plans.get(key);
      if (kept != null && kept.isUsed && passed < 2 * MAX_PLANS) {
        kept.isUsed = false;
        order.add(key);
      } else {
        plans.remove(key);
      }
    }
  }

  /// How many there are.
  int size() {
    return plans.size();
  }
}
