package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.RowRegion;
import io.tiercel.cache.coherence.BoundedReads;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.EventualReads;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.cache.coherence.SessionReads;
import io.tiercel.cache.coherence.StrongReads;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedEntities;
import org.jspecify.annotations.Nullable;

/// Which stored rows one persistence context may be served, by the level of consistency in force.
/// Confined to its thread.
public final class SharedReads {
  private static final Reads EVENTUAL = new EventualReads();

  private final SharedEntities entities;
  private final Coherence coherence;
  private Consistency consistency;

  /// Null as long as the session has written nothing that it would have to see.
  private @Nullable SessionReads session;

  /// Whether the session has written, and it is not known up to where.
  private boolean mustAsk;

  private @Nullable Reads current;

  SharedReads(SharedEntities entities, Coherence coherence) {
    this.entities = entities;
    this.coherence = coherence;
    this.consistency = entities.settings().consistency();
  }

  Consistency consistency() {
    return consistency;
  }

  public void setConsistency(Consistency level) {
    consistency = level;
    current = null;
  }

  @Nullable Entry<CachedValue> hit(RowRegion region, Object id) {
    try {
      return region.hit(reads(), id);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private Reads reads() {
    Reads known = current;
    if (known == null || mustAsk) {
      known = choose();
      current = known;
    }
    return known;
  }

  private Reads choose() {
    return switch (consistency.level()) {
      case EVENTUAL -> EVENTUAL;
      case BOUNDED -> new BoundedReads(coherence, consistency.bound().toNanos());
      case SESSION -> ofSession();
      case STRONG ->
          new StrongReads(
              coherence, entities::position, entities.settings().readTimeout().toNanos());
    };
  }

  private Reads ofSession() {
    if (mustAsk) {
      session().seen(entities.position());
      mustAsk = false;
    }
    SessionReads known = session;
    return known == null ? EVENTUAL : known;
  }

  /// The database is quicker asked than the stream waited for.
  private SessionReads session() {
    SessionReads known = session;
    if (known == null) {
      known = new SessionReads(coherence, 0);
      session = known;
      current = null;
    }
    return known;
  }

  /// The session has written something nobody knows of, up to an unknown position.
  void askPosition() {
    mustAsk = true;
  }

  /// The session has committed a transaction on this node.
  void committed(OwnWrite write, int xid, long upTo) {
    session().committed(write, xid, upTo);
  }

  /// For another node: a position of the log.
  public long token() {
    if (mustAsk) {
      Reads unused = ofSession();
    }
    return session == null ? 0 : session.token();
  }

  /// The session goes on here, from another node.
  public void resume(long token) {
    session().resume(token);
  }
}
