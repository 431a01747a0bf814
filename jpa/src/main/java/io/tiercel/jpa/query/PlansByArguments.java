package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.syntax.QueryText;
import io.tiercel.jpa.query.syntax.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The plans of a query with parameters whose types nothing in it tells, as in `nullif(:a, :b)`:
/// one for each choice of classes of their arguments. PostgreSQL would take such a parameter for
/// text. Safe for any thread.
final class PlansByArguments {
  /// There are few classes of arguments in practice; further plans are not kept.
  private static final int MAX_PLANS = 64;

  private final Statement statement;
  private final QueryText text;
  private final UnitMapping unit;
  private final Set<Object> open;
  private final Map<Map<Object, Class<?>>, QueryPlan> plans = new ConcurrentHashMap<>();

  /// @param open the names and positions of those parameters
  PlansByArguments(Statement statement, QueryText text, UnitMapping unit, Set<Object> open) {
    this.statement = statement;
    this.text = text;
    this.unit = unit;
    this.open = Set.copyOf(open);
  }

  /// The plan for these arguments, null when their classes tell nothing either.
  @Nullable QueryPlan of(Function<Object, @Nullable Object> argumentByKey) {
    Map<Object, Class<?>> classes = new HashMap<>();
    for (Object key : open) {
      Object argument = argumentByKey.apply(key);
      if (argument != null && ValueType.of(argument.getClass()).sqlType() != null) {
        classes.put(key, argument.getClass());
      }
    }
    if (classes.isEmpty()) {
      return null;
    }
    QueryPlan known = plans.get(classes);
    if (known != null) {
      return known;
    }
    QueryPlan made = QueryPlan.of(statement, text, unit, classes);
    if (plans.size() < MAX_PLANS) {
      plans.put(Map.copyOf(classes), made);
    }
    return made;
  }
}
