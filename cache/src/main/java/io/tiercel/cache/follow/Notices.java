package io.tiercel.cache.follow;

import io.tiercel.cache.guard.Obstacle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What is in the way of single things, as it was logged last: what comes again with another
/// stream is not logged again. Safe for any thread.
final class Notices {
  private final Map<Object, Obstacle> told = new ConcurrentHashMap<>();

  /// Whether that was not told of it yet; it is from now on.
  boolean isNews(Object subject, Obstacle obstacle) {
    return !obstacle.equals(told.put(subject, obstacle));
  }

  /// Nothing is in its way; whether something was.
  boolean isOver(Object subject) {
    return told.remove(subject) != null;
  }

  @Nullable Obstacle of(Object subject) {
    return told.get(subject);
  }
}
