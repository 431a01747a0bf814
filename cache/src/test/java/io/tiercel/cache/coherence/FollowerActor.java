package io.tiercel.cache.coherence;

import java.util.List;
import java.util.function.Function;

/// The thread that takes transactions off the stream.
public final class FollowerActor implements Actor {
  private final Coherence coherence;
  private final ModelDatabase database;
  private final Function<ModelDatabase.Transaction, List<Change>> changes;
  private int index;
  private int at;
  private List<Change> left = List.of();

  public FollowerActor(
      Coherence coherence,
      ModelDatabase database,
      Function<ModelDatabase.Transaction, List<Change>> changes) {
    this(coherence, database, changes, 0);
  }

  /// @param start the position behind which the stream begins
  public FollowerActor(
      Coherence coherence,
      ModelDatabase database,
      Function<ModelDatabase.Transaction, List<Change>> changes,
      long start) {
    index = (int) (start / 10);
    this.coherence = coherence;
    this.database = database;
    this.changes = changes;
  }

  @Override
  public boolean step() {
    ModelDatabase.Transaction next = database.streamed(index);
    if (next == null) {
      return false;
    }
    StreamSession session = coherence.session();
    if (at == 0) {
      left = changes.apply(next);
      session.meet(next.xid(), next.lsn());
    } else if (at <= 2 * left.size()) {
      Change change = left.get((at - 1) / 2);
      if (at % 2 == 1) {
        change.mark(session, next.lsn());
      } else {
        change.drop(next.xid(), next.lsn());
      }
    } else {
      session.advance(next.lsn());
      index++;
      at = -1;
    }
    at++;
    return true;
  }

  @Override
  public String state() {
    return index + ":" + at;
  }
}
