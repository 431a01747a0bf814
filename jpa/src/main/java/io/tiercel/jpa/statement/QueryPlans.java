package io.tiercel.jpa.statement;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.query.syntax.QueryText;
import io.tiercel.jpa.query.syntax.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The plans of a unit's most recently used queries, by text or, of criteria queries, by
/// tree. Safe for any number of threads.
public final class QueryPlans {
  private static final int MAX_PLANS = 1_024;

  /// What stands for the text of a query that has none.
  private static final QueryText CRITERIA = new QueryText("a criteria query");

  private final UnitMapping mapping;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final LinkedHashMap<Object, QueryPlan> plans =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, QueryPlan> eldest) {
          return size() > MAX_PLANS;
        }
      };

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
    lock.lock();
    try {
      QueryPlan known = plans.get(key);
      if (known != null) {
        return known;
      }
    } finally {
      lock.unlock();
    }
    QueryPlan made = maker.get();
    lock.lock();
    try {
      plans.put(key, made);
    } finally {
      lock.unlock();
    }
    return made;
  }
}
