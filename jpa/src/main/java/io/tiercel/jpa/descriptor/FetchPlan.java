package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.learn.ReadTrace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which associations and collections of an entity are to be read with it, as an entity graph says
/// (Jakarta Persistence 3.2, section 3.7). Immutable, safe for any number of threads.
///
/// @param named the attributes to read, each with the plan for what it leads to
/// @param treated what is named in addition of instances of these classes
/// @param suppressed attributes that are not read although their mapping is eager
/// @param exclusive whether what is not named stays unread whatever its mapping says: a fetch
///     graph, as opposed to a load graph
/// @param keys the plan for the keys of the map whose values this is for; null when it names none
public record FetchPlan(
    Map<String, FetchPlan> named,
    Map<Class<?>, FetchPlan> treated,
    Set<String> suppressed,
    boolean exclusive,
    @Nullable FetchPlan keys) {

  /// What the mapping says, and no more.
  public static final FetchPlan MAPPING = new FetchPlan(Map.of(), Map.of(), Set.of(), false, null);

  public FetchPlan {
    named = Map.copyOf(named);
    treated = Map.copyOf(treated);
    suppressed = Set.copyOf(suppressed);
  }

  /// A plan that names these paths, beside what the mapping says.
  ///
  /// @param paths of attributes, with [ReadTrace#SEPARATOR] between them
  public static FetchPlan ofPaths(Set<String> paths) {
    FetchPlan plan = MAPPING;
    for (String path : paths) {
      plan = plan.with(ofPath(path));
    }
    return plan;
  }

  private static FetchPlan ofPath(String path) {
    int end = path.indexOf(ReadTrace.SEPARATOR);
    String first = end < 0 ? path : path.substring(0, end);
    FetchPlan below = end < 0 ? MAPPING : ofPath(path.substring(end + 1));
    return new FetchPlan(Map.of(first, below), Map.of(), Set.of(), false, null);
  }

  /// Whether an attribute that its mapping makes eager, and that is not named, is read.
  public boolean keepsEager(String name) {
    return !exclusive && !suppressed.contains(name) && !named.containsKey(name);
  }

  /// The plan for what an attribute leads to.
  public FetchPlan below(String name) {
    return named.getOrDefault(name, MAPPING);
  }

  /// The same, for the values of a map whose keys that plan is for.
  public FetchPlan withKeys(FetchPlan ofKeys) {
    return new FetchPlan(named, treated, suppressed, exclusive, ofKeys);
  }

  /// Whether it names nothing.
  public boolean namesNothing() {
    return named.isEmpty() && treated.isEmpty();
  }

  /// The plan for instances of a class, with what is named of it in particular.
  public FetchPlan of(Class<?> type) {
    if (treated.isEmpty()) {
      // Asked for each row, and iterators of maps are not free.
      return this;
    }
    FetchPlan plan = this;
    for (Map.Entry<Class<?>, FetchPlan> special : treated.entrySet()) {
      if (special.getKey().isAssignableFrom(type)) {
        plan = plan.with(special.getValue().of(type));
      }
    }
    return plan;
  }

  private FetchPlan with(FetchPlan other) {
    Map<String, FetchPlan> all = new HashMap<>(named);
    other.named.forEach((name, plan) -> all.merge(name, plan, FetchPlan::with));
    Map<Class<?>, FetchPlan> special = new HashMap<>(treated);
    special.putAll(other.treated);
    Set<String> without = new HashSet<>(suppressed);
    without.addAll(other.suppressed);
    FetchPlan ofKeys = keys == null || other.keys == null ? keys : keys.with(other.keys);
    return new FetchPlan(
        all, special, without, exclusive || other.exclusive, ofKeys == null ? other.keys : ofKeys);
  }
}
