package io.tiercel.cache.guard;

/// The stream cannot be followed as things are.
public sealed class ObstacleException extends RuntimeException permits NoStreamException {
  private static final long serialVersionUID = 1;

  private final transient Obstacle obstacle;

  /// With the obstacle as the message.
  public ObstacleException(Obstacle obstacle) {
    super(obstacle.toString());
    this.obstacle = obstacle;
  }

  /// What stands in the way.
  public Obstacle obstacle() {
    return obstacle;
  }
}
