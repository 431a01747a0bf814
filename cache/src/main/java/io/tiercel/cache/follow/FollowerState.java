package io.tiercel.cache.follow;

import io.tiercel.cache.guard.Obstacle;
import org.jspecify.annotations.Nullable;

/// How a follower is. Immutable.
///
/// @param obstacle why it does not follow, as far as that is known; null while it does
public record FollowerState(Phase phase, @Nullable Obstacle obstacle) {
  /// What it is doing.
  public enum Phase {
    /// It is connecting, for the first time or anew. Creating a slot waits for the transactions
    /// that are in progress.
    CONNECTING,
    /// It is on the stream. Tables with an obstacle of their own are not cached all the same.
    FOLLOWING,
    /// It could not connect, or lost the stream, and tries again.
    OFF,
    /// It was closed.
    CLOSED
  }
}
