package io.tiercel.cache.coherence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows that are looked at by [stepped][Stepped] processes: others may step in before a look, and
/// after it.
final class SteppedEntries<K, V> implements Entries<K, V> {
  private final Coherence coherence;
  private final Entries<K, V> rows;

  SteppedEntries(Coherence coherence, Entries<K, V> rows) {
    this.coherence = coherence;
    this.rows = rows;
  }

  @Override
  public @Nullable Entry<V> get(K key) {
    Stepped.pause(coherence.session().applied());
    Entry<V> entry = rows.get(key);
    Stepped.pause(
        entry == null
            ? null
            : List.of(entry.value(), entry.epoch(), entry.ownXid(), entry.admitted()));
    return entry;
  }

  @Override
  public void remove(K key) {
    rows.remove(key);
  }

  @Override
  public @Nullable Entry<V> compute(K key, Change<V> change) {
    return rows.compute(key, change);
  }
}
