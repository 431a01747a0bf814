package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.util.Locale;

/// Which of several servers is wanted: pgjdbc's `targetServerType`, libpq's `target_session_attrs`.
public enum TargetServerType {
  /// The first that lets us in.
  ANY,
  /// Only one that is not in recovery.
  PRIMARY,
  /// Only one that is in recovery, a standby.
  SECONDARY,
  /// A primary if there is one, otherwise any.
  PREFER_PRIMARY,
  /// A standby if there is one, otherwise any.
  PREFER_SECONDARY,
  /// Only one whose sessions may write: not in recovery and not read-only by default.
  READ_WRITE,
  /// Only one whose sessions may not write by default.
  READ_ONLY;

  /// The type of pgjdbc's or libpq's spelling.
  public static TargetServerType parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "any" -> ANY;
      case "primary", "master" -> PRIMARY;
      case "secondary", "slave", "standby" -> SECONDARY;
      case "preferprimary" -> PREFER_PRIMARY;
      case "prefersecondary", "preferslave", "prefer-standby" -> PREFER_SECONDARY;
      case "read-write" -> READ_WRITE;
      case "read-only" -> READ_ONLY;
      default ->
          throw new UsageException(
              SqlState.INVALID_PARAMETER_VALUE,
              ("unknown targetServerType \"%s\": expected any, primary, secondary, preferPrimary,"
                      + " preferSecondary, read-write or read-only")
                  .formatted(text));
    };
  }

  /// Whether a server of that role is one of those asked for in the first place.
  boolean prefers(ServerRole role) {
    return switch (this) {
      case ANY -> true;
      case PRIMARY, PREFER_PRIMARY -> !role.inRecovery();
      case SECONDARY, PREFER_SECONDARY -> role.inRecovery();
      case READ_WRITE -> !role.readsOnly();
      case READ_ONLY -> role.readsOnly();
    };
  }

  /// Whether another server will do when there is none of those.
  boolean takesAny() {
    return this == ANY || this == PREFER_PRIMARY || this == PREFER_SECONDARY;
  }

  /// The name as pgjdbc or libpq spells it.
  @Override
  public String toString() {
    return switch (this) {
      case PREFER_PRIMARY -> "preferPrimary";
      case PREFER_SECONDARY -> "preferSecondary";
      default -> name().toLowerCase(Locale.ROOT).replace('_', '-');
    };
  }
}
