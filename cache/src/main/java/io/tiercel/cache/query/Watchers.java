package io.tiercel.cache.query;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Who watches what, by equality. Safe for any thread: [#of] finds every watcher whose [#add] was
/// done before it began, and whose [#remove] had not begun when it ended.
///
/// Most values have few watchers: one stands by itself, some in an array that is copied when it
/// changes, many in a set.
final class Watchers<K> {
  private static final int LONGEST_ARRAY = 8;

  private final ConcurrentHashMap<K, Object> watchers = new ConcurrentHashMap<>();

  void add(K value, Watcher watcher) {
    var unused = watchers.merge(value, watcher, (present, any) -> with(present, watcher));
  }

  void remove(K value, Watcher watcher) {
    var unused = watchers.computeIfPresent(value, (any, present) -> without(present, watcher));
  }

  Collection<Watcher> of(K value) {
    return list(watchers.get(value));
  }

  /// Of all values.
  Collection<Watcher> all() {
    return watchers.values().stream().flatMap(present -> list(present).stream()).toList();
  }

  /// How many values are watched.
  int size() {
    return watchers.size();
  }

  private static Collection<Watcher> list(@Nullable Object present) {
    return switch (present) {
      case null -> List.of();
      case Watcher one -> List.of(one);
      case Watcher[] some -> Arrays.asList(some);
      default -> set(present);
    };
  }

  private static Object with(Object present, Watcher watcher) {
    switch (present) {
      case Watcher one -> {
        return new Watcher[] {one, watcher};
      }
      case Watcher[] some when some.length < LONGEST_ARRAY -> {
        Watcher[] longer = Arrays.copyOf(some, some.length + 1);
        longer[some.length] = watcher;
        return longer;
      }
      case Watcher[] some -> {
        Set<Watcher> many = ConcurrentHashMap.newKeySet();
        many.addAll(Arrays.asList(some));
        many.add(watcher);
        return many;
      }
      default -> {
        set(present).add(watcher);
        return present;
      }
    }
  }

  private static @Nullable Object without(Object present, Watcher watcher) {
    return switch (present) {
      case Watcher one -> one == watcher ? null : one;
      case Watcher[] some -> {
        Watcher[] rest =
            Arrays.stream(some).filter(each -> each != watcher).toArray(Watcher[]::new);
        yield rest.length == 0 ? null : rest;
      }
      default -> {
        Set<Watcher> many = set(present);
        many.remove(watcher);
        yield many.isEmpty() ? null : many;
      }
    };
  }

  @SuppressWarnings("unchecked") // nothing else is put in
  private static Set<Watcher> set(Object present) {
    return (Set<Watcher>) present;
  }
}
