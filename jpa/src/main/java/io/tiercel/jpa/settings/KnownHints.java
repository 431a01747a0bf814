package io.tiercel.jpa.settings;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// What hints of finds have been found to say, for maps that cannot change: a constant that is
/// given to each find is read once. The last ones are known. Safe for any number of threads.
public final class KnownHints {
  private static final int PLACES = 16;

  private final AtomicReferenceArray<@Nullable Known> known = new AtomicReferenceArray<>(PLACES);

  /// @param options without the limits, which are the manager's where the hints have none
  private record Known(Map<String, Object> hints, OperationOptions options) {}

  private static int place(Map<String, Object> hints) {
    return System.identityHashCode(hints) & (PLACES - 1);
  }

  /// What that very map says; null when that is not known.
  @SuppressWarnings("ReferenceEquality") // which map, and not what is in it
  public @Nullable OperationOptions get(Map<String, Object> hints) {
    Known there = known.get(place(hints));
    return there != null && there.hints() == hints ? there.options() : null;
  }

  /// Keeps what a map says, if it will always say it.
  @SuppressWarnings("ReferenceEquality") // only a map that cannot change is its own copy
  public void put(Map<String, Object> hints, OperationOptions options) {
    if (Map.copyOf(hints) == hints && hints.values().stream().allMatch(KnownHints::isConstant)) {
      known.set(place(hints), new Known(hints, options));
    }
  }

  private static boolean isConstant(Object value) {
    return value instanceof String || value instanceof Boolean || value instanceof Enum<?>;
  }
}
