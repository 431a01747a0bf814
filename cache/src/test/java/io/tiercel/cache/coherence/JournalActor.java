package io.tiercel.cache.coherence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// The thread that asks a journal again and again for what its snapshot sees and the last one did
/// not.
final class JournalActor implements Actor {
  private final Coherence coherence;
  private final ModelDatabase database;
  private final Function<ModelDatabase.Transaction, List<Change>> changes;
  private final BooleanSupplier isAwaited;
  private Set<Integer> seen = Set.of();
  private Set<Integer> found = Set.of();
  private DatabaseSnapshot snapshot;
  private long position;
  private int at;
  private List<Runnable> steps = List.of();

  /// @param isAwaited whether anybody waits for positions, which are pushed on only then
  JournalActor(
      Coherence coherence,
      ModelDatabase database,
      Function<ModelDatabase.Transaction, List<Change>> changes,
      BooleanSupplier isAwaited) {
    this.isAwaited = isAwaited;
    this.coherence = coherence;
    this.database = database;
    this.changes = changes;
    snapshot = database.snapshot();
  }

  /// The transactions of which all was applied.
  Set<Integer> seen() {
    return seen;
  }

  @Override
  public boolean step() {
    switch (at) {
      case 0 -> {
        if (!begin()) {
          return false;
        }
      }
      case 1 -> {
        snapshot = database.snapshot();
        found = database.visible();
        steps = List.of();
      }
      case 2 -> plan();
      default -> steps.get(at - 3).run();
    }
    at++;
    if (at > 2 && at - 3 >= steps.size()) {
      at = 0;
      if (!steps.isEmpty()) {
        seen = found;
      }
    }
    return true;
  }

  /// Where nothing is new it pushes the log once, for whoever waits for a position.
  private boolean begin() {
    boolean isNew = !seen.equals(database.visible());
    boolean isUp = coherence.session().applied() >= database.insertLsn() - 1;
    if (!isNew && isUp && !(isAwaited.getAsBoolean() && database.push())) {
      return false;
    }
    position = database.insertLsn() - 1;
    return true;
  }

  private void plan() {
    StreamSession session = coherence.session();
    Map<Integer, List<Change>> unseen = new HashMap<>();
    for (Integer xid : found) {
      if (!seen.contains(xid)) {
        unseen.put(xid, changes.apply(database.transaction(xid)));
      }
    }
    if (unseen.isEmpty()) {
      steps = List.of(() -> session.advance(position));
    } else if (position - 1 <= session.applied()) {
      // Asked anew: there is no position left.
      database.pushAgain();
    } else {
      steps = session.unorderedSteps(new TreeMap<>(unseen), snapshot, position);
    }
  }

  @Override
  public String state() {
    // Between two looks nothing counts but what the last one has seen.
    return at == 0 ? "0:" + seen : at + ":" + position + ":" + seen + ":" + found + ":" + snapshot;
  }
}
