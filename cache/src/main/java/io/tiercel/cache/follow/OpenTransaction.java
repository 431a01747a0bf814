package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import io.tiercel.wire.replication.Lsn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What came of a transaction so far, by subtransactions, so that those that are rolled back can be
/// taken out again. One that changes very many rows of a table is taken to have changed them all:
/// what is kept of it is bounded.
final class OpenTransaction {
  private static final int MOST_KEYS = 100_000;

  private final int xid;
  private final List<Part> parts = new ArrayList<>();
  private final Set<Integer> changersOfDefinitions = new HashSet<>();
  private final Map<FollowedTable<?>, Integer> counts = new HashMap<>();

  private @Nullable String anchor;

  private record Part(int subXid, FollowedTable<?> table, Change change) {}

  OpenTransaction(int xid) {
    this.xid = xid;
  }

  int xid() {
    return xid;
  }

  void add(int subXid, FollowedTable<?> table, Change change) {
    int count = counts.merge(table, 1, Integer::sum);
    if (count < MOST_KEYS) {
      parts.add(new Part(subXid, table, change));
    } else if (count == MOST_KEYS) {
      parts.removeIf(part -> part.table().equals(table));
      // Under the transaction itself: whichever subtransaction is rolled back, others remain.
      parts.add(new Part(xid, table, table.changed()));
    }
  }

  void changesDefinitions(int subXid) {
    changersOfDefinitions.add(subXid);
  }

  void abort(int subXid) {
    parts.removeIf(part -> part.subXid() == subXid);
    changersOfDefinitions.remove(subXid);
  }

  /// It has put an anchor in the log, and does nothing else.
  void isAnchor(String name) {
    anchor = name;
  }

  CommittedTransaction committed(Lsn begin, Lsn end) {
    return new CommittedTransaction(
        xid,
        begin.value(),
        end.value(),
        parts.stream().map(Part::change).toList(),
        !changersOfDefinitions.isEmpty(),
        anchor);
  }
}
