package io.tiercel.cache.coherence;

import org.jspecify.annotations.Nullable;

/// The thread that asks which transactions of the stream are visible.
public final class SettlerActor implements Actor {
  private final Coherence coherence;
  private final ModelDatabase database;
  private @Nullable DatabaseSnapshot snapshot;

  public SettlerActor(Coherence coherence, ModelDatabase database) {
    this.coherence = coherence;
    this.database = database;
  }

  @Override
  public boolean step() {
    DatabaseSnapshot taken = snapshot;
    if (taken != null) {
      coherence.session().settle(taken);
      snapshot = null;
      return true;
    }
    DatabaseSnapshot now = database.snapshot();
    // A snapshot that teaches nothing would be taken again and again.
    if (!coherence.session().unsettledSeenBy(now)) {
      return false;
    }
    snapshot = now;
    return true;
  }

  @Override
  public String state() {
    return String.valueOf(snapshot);
  }
}
