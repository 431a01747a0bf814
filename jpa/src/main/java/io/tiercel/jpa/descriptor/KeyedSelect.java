package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.write.KeyFilter;
import io.tiercel.wire.row.RowConsumer;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query for rows by any number of keys.
public record KeyedSelect(String sql, KeyFilter filter) {

  /// At most this many keys travel in one `= ANY`.
  public static final int MAX_KEYS = 1_000;

  @FunctionalInterface
  private interface Sender {
    void send(String sql, RowConsumer rows, @Nullable Object... parameters);
  }

  /// Sends the query for all keys, some at a time.
  public void addTo(Flight flight, Collection<Object> keys, RowConsumer rows) {
    add(flight::query, keys, rows);
  }

  /// As above, for one that takes no locks ([Flight#read]).
  public void addReadTo(Flight flight, Collection<Object> keys, RowConsumer rows) {
    add(flight::read, keys, rows);
  }

  private void add(Sender sender, Collection<Object> keys, RowConsumer rows) {
    if (keys.size() <= MAX_KEYS) {
      if (!keys.isEmpty()) {
        sender.send(sql, rows, filter.parameters(keys));
      }
      return;
    }
    List<Object> all = List.copyOf(keys);
    for (int from = 0; from < all.size(); from += MAX_KEYS) {
      int to = Math.min(all.size(), from + MAX_KEYS);
      sender.send(sql, rows, filter.parameters(all.subList(from, to)));
    }
  }
}
