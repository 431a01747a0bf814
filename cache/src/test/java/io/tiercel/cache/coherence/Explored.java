package io.tiercel.cache.coherence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A simulation that an [Explorer] runs: its processes step in any order.
public interface Explored {
  List<? extends Actor> processes();

  /// What does not hold that must hold between any two steps; null when all does.
  @Nullable String violation();

  /// What does not hold when nothing more happens.
  @Nullable String finalViolation();

  /// All that decides what can still happen.
  String state();

  /// It is not stepped any more.
  default void end() {}

  /// How often something stored was served.
  int hits();
}
