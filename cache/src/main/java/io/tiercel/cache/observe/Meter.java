package io.tiercel.cache.observe;

import java.util.Map;
import java.util.function.DoubleSupplier;

/// One figure that can be asked for at any time. Immutable; the value may be asked for by any
/// thread, and costs little.
///
/// @param name in the manner of Micrometer: lower case, with dots
/// @param tags what tells it from others of its name
/// @param unit `bytes`, `seconds` or empty
/// @param value now; NaN where there is none
public record Meter(
    String name,
    Kind kind,
    Map<String, String> tags,
    String unit,
    String description,
    DoubleSupplier value) {
  /// How values follow each other.
  public enum Kind {
    /// It only grows.
    COUNTER,
    /// It goes up and down.
    GAUGE
  }

  public Meter {
    tags = Map.copyOf(tags);
  }
}
