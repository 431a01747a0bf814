package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.predicate.Special;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which row has these values in columns that are unique together: its key, or that there is none.
/// An answer ends when its row takes other values or goes, and one of none when a row comes with
/// these; other changes of the row leave it. Safe for any thread.
///
/// The row under the key may be newer than the answer: whoever reads it compares its values, and
/// asks the database if they are others.
///
/// @param <K> the key of a row, as the table's changes name it
public final class UniqueIndex<K> {
  private static final int BYTES_OF_A_VALUE = 48;

  private final WatchedTable table;
  private final List<Column> columns;
  /// By the value of the only column, or the values of several in a list.
  private final Results<Object, Optional<K>> answers;

  /// @param columns that no two rows have the same values in; rows with NULL are never looked for
  /// @param maxBytes for all answers, about
  public UniqueIndex(WatchedTable table, List<Column> columns, long maxBytes) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("an index of %s needs a column".formatted(table));
    }
    this.table = table;
    this.columns = List.copyOf(columns);
    int bytes = BYTES_OF_A_VALUE * columns.size();
    answers = Results.bounded(maxBytes, _ -> bytes);
  }

  /// The key of the row with these values, empty if no row has them; null when the database has to
  /// be asked, because that is not known or the level of `reads` does not allow it.
  ///
  /// @param values in the order of the columns
  /// @throws InterruptedException if interrupted while waiting for the stream
  public @Nullable Entry<Optional<K>> find(Reads reads, List<? extends @Nullable Object> values)
      throws InterruptedException {
    Object canonical = canonical(values);
    return canonical == null ? null : answers.hit(reads, canonical);
  }

  /// Whether that is the answer that is stored, whatever level would allow to serve it.
  ///
  /// @param key of the row, null for none
  public boolean holds(List<? extends @Nullable Object> values, @Nullable K key) {
    Object canonical = canonical(values);
    Entry<Optional<K>> entry = canonical == null ? null : answers.entry(canonical);
    return entry != null && entry.value().equals(Optional.ofNullable(key));
  }

  /// To be called before a fill begins, so that its answer may be stored.
  public void prepare(List<? extends @Nullable Object> values) {
    answers.prepare(List.of(Dependency.onMembers(table, predicate(values))));
  }

  /// Stores what the database has answered, unless it may be out of date.
  ///
  /// @param key of the row, null if there is none
  /// @param fill of before the query
  /// @param upTo `pg_current_wal_insert_lsn()` of after its snapshot; 0 when not asked for
  /// @return whether it was stored
  public boolean offer(
      List<? extends @Nullable Object> values, @Nullable K key, Fill fill, long upTo) {
    Object canonical = canonical(values);
    if (canonical == null) {
      return false;
    }
    Dependency owed =
        Dependency.onMembers(table, predicate(values)).with(key == null ? List.of() : List.of(key));
    return answers.offer(canonical, Optional.ofNullable(key), List.of(owed), fill, upTo);
  }

  /// Null for values by which no row is found, or which cannot be compared here.
  private @Nullable Object canonical(List<? extends @Nullable Object> values) {
    if (values.size() != columns.size()) {
      throw new IllegalArgumentException(
          "an index of %s by %s takes %d values, got %d"
              .formatted(table, columns, columns.size(), values.size()));
    }
    if (columns.size() == 1) {
      return canonical(columns.getFirst(), values.getFirst());
    }
    Object[] canonical = new Object[columns.size()];
    for (int i = 0; i < canonical.length; i++) {
      Object value = canonical(columns.get(i), values.get(i));
      if (value == null) {
        return null;
      }
      canonical[i] = value;
    }
    return List.of(canonical);
  }

  private static @Nullable Object canonical(Column column, @Nullable Object value) {
    Object canonical = column.domain().canonical(value);
    return canonical instanceof Special || !column.domain().isExact() ? null : canonical;
  }

  private Predicate predicate(List<? extends @Nullable Object> values) {
    Predicate all = Predicate.Constant.TRUE;
    for (int i = 0; i < columns.size(); i++) {
      all = all.and(columns.get(i).equal(values.get(i)));
    }
    return all;
  }

  /// What it has done so far, by the name of its table and columns.
  public ResultStatistics statistics() {
    return answers.statistics(name());
  }

  /// Its table and columns.
  public String name() {
    return table
        + columns.stream().map(Column::toString).collect(Collectors.joining(", ", " (", ")"));
  }

  /// How many answers there are.
  public int size() {
    return answers.size();
  }
}
