package io.tiercel.cache.observe;

import io.tiercel.cache.guard.Obstacle;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// The cache began to follow the changes of a database, or does no more.
@Name("io.tiercel.cache.Stream")
@Label("Cache Stream")
@Description("The shared cache began to follow the changes of a database, or does no more")
@Category({"Tiercel", "Cache"})
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // the Flight Recorder reads the fields
public final class StreamEvent extends Event {
  @Label("Follower")
  private final String follower;

  @Label("Follows")
  private final boolean follows;

  @Label("Cause")
  private final @Nullable String cause;

  @Label("Mend")
  private final @Nullable String mend;

  private StreamEvent(String follower, @Nullable Obstacle obstacle) {
    this.follower = follower;
    follows = obstacle == null;
    cause = obstacle == null ? null : obstacle.cause();
    mend = obstacle == null ? null : obstacle.mend();
  }

  /// Records it where events are recorded.
  ///
  /// @param follower what is followed, by which database
  /// @param obstacle why it is not followed; null where it is
  public static void record(String follower, @Nullable Obstacle obstacle) {
    new StreamEvent(follower, obstacle).commit();
  }
}
