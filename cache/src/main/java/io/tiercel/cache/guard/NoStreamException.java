package io.tiercel.cache.guard;

/// This server, or this role, has no stream to be followed. Changes can be learnt of
/// in another way.
public final class NoStreamException extends ObstacleException {
  private static final long serialVersionUID = 1;

  /// With the obstacle as the message.
  public NoStreamException(Obstacle obstacle) {
    super(obstacle);
  }
}
