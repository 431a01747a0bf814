package io.tiercel.jpa;

import io.tiercel.jpa.mapping.UnitMapping;
import io.tiercel.jpa.query.QueryPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The plans of a unit's most recently used queries, by text. Safe for any number of threads.
final class QueryPlans {
  private static final int MAX_PLANS = 1_024;

  private final UnitMapping mapping;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final LinkedHashMap<String, QueryPlan> plans =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, QueryPlan> eldest) {
          return size() > MAX_PLANS;
        }
      };

  QueryPlans(UnitMapping mapping) {
    this.mapping = mapping;
  }

  /// The plan of that query; IllegalArgumentException says what is wrong with it and where.
  QueryPlan of(String jpql) {
    lock.lock();
    try {
      QueryPlan known = plans.get(jpql);
      if (known != null) {
        return known;
      }
    } finally {
      lock.unlock();
    }
    QueryPlan made = QueryPlan.of(jpql, mapping);
    lock.lock();
    try {
      plans.put(jpql, made);
    } finally {
      lock.unlock();
    }
    return made;
  }
}
