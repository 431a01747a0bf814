package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.query.syntax.QueryText;
import io.tiercel.jpa.query.syntax.Statement;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The plans of a query with parameters whose types depend on their arguments, one for each choice
/// of classes. Nothing tells the types in `nullif(:a, :b)`: PostgreSQL would take such a parameter
/// for text. And an attribute may be too narrow for what it is compared with: `shoes < :limit` with
/// 100,000 beside a Short is true, not an error. Safe for any thread.
final class PlansByArguments {
  /// There are few classes of arguments in practice; further plans are not kept.
  private static final int MAX_PLANS = 64;

  private final Statement statement;
  private final QueryText text;
  private final UnitMapping unit;
  private final Set<Object> open;
  private final List<Integral> integral;
  private final Map<Map<Object, Class<?>>, QueryPlan> plans = new ConcurrentHashMap<>();

  /// @param open the names and positions of parameters whose types nothing tells
  /// @param integral those beside integral numbers, with the narrowest type of these
  PlansByArguments(
      Statement statement,
      QueryText text,
      UnitMapping unit,
      Set<Object> open,
      Map<Object, ValueType> integral) {
    this.statement = statement;
    this.text = text;
    this.unit = unit;
    this.open = Set.copyOf(open);
    this.integral =
        integral.entrySet().stream()
            .map(entry -> new Integral(entry.getKey(), entry.getValue()))
            .toList();
  }

  private record Integral(Object key, ValueType type) {}

  /// The plan for these arguments, null when their classes tell nothing either.
  @Nullable QueryPlan of(Function<Object, @Nullable Object> argumentByKey) {
    // Most arguments are what their places expect: nothing is made for these.
    Map<Object, Class<?>> classes = null;
    for (Object key : open) {
      Object argument = argumentByKey.apply(key);
      if (argument != null && ValueType.of(argument.getClass()).sqlType() != null) {
        classes = with(classes, key, argument.getClass());
      }
    }
    for (int i = 0; i < integral.size(); i++) {
      Integral one = integral.get(i);
      Class<?> wider = wider(one.type(), argumentByKey.apply(one.key()));
      if (wider != null) {
        classes = with(classes, one.key(), wider);
      }
    }
    return classes == null ? null : plan(classes);
  }

  private static Map<Object, Class<?>> with(
      @Nullable Map<Object, Class<?>> classes, Object key, Class<?> type) {
    Map<Object, Class<?>> more = classes == null ? new HashMap<>() : classes;
    more.put(key, type);
    return more;
  }

  private QueryPlan plan(Map<Object, Class<?>> classes) {
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

  /// The class that takes a number, or each of a list, which a column of the type cannot hold; null
  /// when it can.
  private static @Nullable Class<?> wider(ValueType type, @Nullable Object argument) {
    if (argument instanceof Number number) {
      return type.holds(number) ? null : classOf(number);
    }
    if (!(argument instanceof Collection<?> elements)) {
      return null;
    }
    Class<?> wider = null;
    for (Object element : elements) {
      if (element instanceof Number number && !type.holds(number)) {
        Class<?> one = classOf(number);
        wider = wider == null ? one : common(wider, one);
      }
    }
    return wider;
  }

  private static Class<?> common(Class<?> one, Class<?> other) {
    if (one.equals(other)) {
      return one;
    }
    return one == Double.class || other == Double.class ? Double.class : BigDecimal.class;
  }

  private static Class<?> classOf(Number number) {
    return switch (number) {
      case Integer _ -> Long.class;
      case Long _ -> Long.class;
      case Float _ -> Double.class;
      case Double _ -> Double.class;
      default -> BigDecimal.class;
    };
  }
}
