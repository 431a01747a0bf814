package io.tiercel.cache;

import java.util.Objects;

/// How a node's cache is doing. Immutable.
///
/// @param reason why nothing is served, empty where it is
/// @param mend what the operator can do about it, SQL where SQL helps; may be empty
public record CacheState(Phase phase, String reason, String mend) {

  /// What a cache is at.
  public enum Phase {
    /// Nobody has used it yet.
    IDLE,
    /// It is connecting, or waits for transactions to end that began before it did.
    STARTING,
    /// Rows are stored and served.
    FOLLOWING,
    /// It cannot run on this database, and serves nothing.
    OFF,
    /// It was closed.
    CLOSED
  }

  public CacheState {
    Objects.requireNonNull(phase);
  }

  static CacheState of(Phase phase) {
    return new CacheState(phase, "", "");
  }

  static CacheState off(String reason, String mend) {
    return new CacheState(Phase.OFF, reason, mend);
  }
}
