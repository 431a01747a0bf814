package io.tiercel.jpa.settings;

import io.tiercel.jpa.shared.SharedSettings;
import io.tiercel.jpa.validation.UnitValidation;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a unit is for, and the settings that suit it (docs/decisions/0018). None drops anything,
/// and none limits the time of statements, which costs statements of its own for each.
public enum Profile {
  /// One program that changes: tables that are missing are made, a leaked connection is soon seen.
  DEVELOPMENT("create", 5, 5_000, "persist"),
  /// As it, for many short units beside each other.
  TEST("create", 3, 5_000, "persist"),
  /// Tables are compared with the mapping before work begins, and overload is told rather than
  /// queued.
  PRODUCTION("validate", 10, 10_000, "persist"),
  /// Few threads that write much: they wait their turn, and validate what they write once.
  BATCH("validate", 4, 120_000, "flush");

  private final String schemaAction;
  private final int maxConnections;
  private final int acquireTimeoutMillis;
  private final String validationAt;

  Profile(String schemaAction, int maxConnections, int acquireTimeoutMillis, String validationAt) {
    this.schemaAction = schemaAction;
    this.maxConnections = maxConnections;
    this.acquireTimeoutMillis = acquireTimeoutMillis;
    this.validationAt = validationAt;
  }

  public Map<String, Object> settings() {
    return Map.of(
        UnitProperties.SCHEMA_ACTION, schemaAction,
        UnitProperties.POOL_MAX, maxConnections,
        UnitProperties.POOL_TIMEOUT, acquireTimeoutMillis,
        UnitValidation.AT, validationAt,
        SharedSettings.GUARD, this == DEVELOPMENT || this == TEST);
  }

  /// The profile of that name, null when there is none.
  public static @Nullable Profile named(String name) {
    for (Profile profile : values()) {
      if (profile.toString().equalsIgnoreCase(name.strip())) {
        return profile;
      }
    }
    return null;
  }

  /// The names, for messages.
  public static String names() {
    return Arrays.stream(values()).map(Profile::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
