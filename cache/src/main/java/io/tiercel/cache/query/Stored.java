package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.ReadSet;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// A result on its way through three states: it watches its tables, then it is a hit, then it has
/// ended; each only once. It is a hit only after it was watching when the last check passed, so
/// whoever applies a change either finds it, or has left a mark for the check. Safe for any thread.
final class Stored<K, V> implements ReadSet.Part {
  enum State {
    WATCHING,
    HIT,
    ENDED
  }

  private static final int BYTES_OF_ITSELF = 200;
  private static final int BYTES_OF_A_WATCH = 72;

  private final Results<K, V> results;
  private final K key;
  private final Entry<V> entry;
  private final List<Watcher> watchers;
  private final AtomicReference<State> state = new AtomicReference<>(State.WATCHING);

  Stored(Results<K, V> results, K key, Entry<V> entry, Collection<Dependency> dependencies) {
    this.results = results;
    this.key = key;
    this.entry = entry;
    watchers = dependencies.stream().map(dependency -> new Watcher(this, dependency)).toList();
  }

  K key() {
    return key;
  }

  Entry<V> entry() {
    return entry;
  }

  State state() {
    return state.get();
  }

  /// Without the value.
  int bytes() {
    int watches = 1;
    for (Watcher watcher : watchers) {
      watches += watcher.table().watches(watcher);
    }
    return BYTES_OF_ITSELF + watches * BYTES_OF_A_WATCH;
  }

  void watch() {
    watchers.forEach(watcher -> watcher.table().add(watcher));
  }

  /// Whether nothing was applied that the fill's snapshot may lack.
  boolean isComplete(Fill fill) {
    for (Watcher watcher : watchers) {
      if (!watcher.table().admits(watcher, fill)) {
        return false;
      }
    }
    return true;
  }

  /// Makes it a hit; false if it has ended before.
  boolean publish() {
    return state.compareAndSet(State.WATCHING, State.HIT);
  }

  /// Whether it may be served as far as changes of rows go, and of whole tables.
  @Override
  public boolean isHit() {
    for (int i = 0; i < watchers.size(); i++) {
      if (!watchers.get(i).table().isCurrent(entry)) {
        return false;
      }
    }
    // Afterwards: a table may have waited for what the stream has brought since, and ended this by.
    return state.get() == State.HIT;
  }

  /// Whether no change was applied to its tables that a snapshot taken after the fill may lack.
  boolean isUnchangedSince(Fill fill) {
    for (Watcher watcher : watchers) {
      if (!watcher.table().isUnchangedSince(fill)) {
        return false;
      }
    }
    return true;
  }

  /// It is no hit from now on. Idempotent.
  void end() {
    if (state.getAndSet(State.ENDED) != State.ENDED) {
      watchers.forEach(watcher -> watcher.table().remove(watcher));
      results.ended(this);
    }
  }

  /// As above, by the one who made it watch: it may have ended when it did so half.
  void giveUp() {
    state.set(State.ENDED);
    watchers.forEach(watcher -> watcher.table().remove(watcher));
  }
}
