package io.tiercel.jpa.shared;

import java.time.Duration;
import java.util.Locale;

/// A level of consistency: which stored rows a unit of work may be served.
///
/// @param bound how stale a row may be at most; only of BOUNDED, else zero
public record Consistency(Level level, Duration bound) {
  /// The levels.
  public enum Level {
    EVENTUAL,
    BOUNDED,
    SESSION,
    STRONG,
    /// As SESSION, and inside of REPEATABLE READ as the snapshot of the transaction has it.
    SNAPSHOT
  }

  /// As [#parse] takes it.
  @Override
  public String toString() {
    String name = level.name().toLowerCase(Locale.ROOT);
    return level == Level.BOUNDED ? "%s %d ms".formatted(name, bound.toMillis()) : name;
  }

  /// What one's own session has written is seen at once.
  public static final Consistency SESSION = new Consistency(Level.SESSION, Duration.ZERO);

  private static final String BOUNDED = "bounded";

  /// Of `eventual`, `bounded 500 ms`, `session`, `strong` or `snapshot`;
  /// IllegalArgumentException when it is none.
  public static Consistency parse(String name, Object value) {
    if (value instanceof Consistency known) {
      return known;
    }
    String text = value.toString().strip().toLowerCase(Locale.ROOT);
    if (text.startsWith(BOUNDED)) {
      String millis = text.substring(BOUNDED.length()).replaceAll("[^0-9]", "");
      if (!millis.isEmpty() && Long.parseLong(millis) > 0) {
        return new Consistency(Level.BOUNDED, Duration.ofMillis(Long.parseLong(millis)));
      }
    } else {
      for (Level level : Level.values()) {
        if (level.name().equalsIgnoreCase(text)) {
          return new Consistency(level, Duration.ZERO);
        }
      }
    }
    throw new IllegalArgumentException(
        "%s must be eventual, bounded with a number of milliseconds, session, strong or snapshot, got \"%s\""
            .formatted(name, value));
  }
}
