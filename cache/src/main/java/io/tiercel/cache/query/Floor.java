package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.StreamSession;

/// Since when changes are looked at in some way. Commits of before left no marks, so what may lack
/// one of them is refused. To be made after the way was published to those who apply. Immutable.
///
/// @param met the last commit on the stream that may have been applied without
/// @param epoch the last commit of this node that may have been
record Floor(StreamSession session, long met, long epoch) {

  @Override
  public String toString() {
    return met + "," + epoch;
  }

  static Floor now(Coherence coherence) {
    StreamSession session = coherence.session();
    return new Floor(session, session.lastMet(), coherence.epoch());
  }

  /// Whether the fill's snapshots see all that left no marks. A fill of another session is of a
  /// later one, which has marked all, or of an earlier one, which nobody admits.
  boolean admits(Fill fill) {
    return fill.epoch() >= epoch && (!session.equals(fill.session()) || met <= fill.settled());
  }
}
