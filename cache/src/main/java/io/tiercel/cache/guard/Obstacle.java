package io.tiercel.cache.guard;

import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;

/// Why changes could escape the stream, and what to do about it. Immutable.
///
/// @param cause one line, lower case
/// @param mend one line: a statement, or an advice
public record Obstacle(String cause, String mend) {
  private static final String INSUFFICIENT_PRIVILEGE = "42501";
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final String CONFIGURATION_LIMIT_EXCEEDED = "53400";

  /// What a server's or a connection's refusal means for who wants to follow the stream.
  public static Obstacle of(WireException failure, String user) {
    String cause =
        failure instanceof ServerException server
            ? server.error().message()
            : String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    String mend =
        switch (failure.sqlState()) {
          case INSUFFICIENT_PRIVILEGE ->
              "ALTER ROLE %s REPLICATION".formatted(Quoted.identifier(user));
          case TOO_MANY_CONNECTIONS -> "ALTER SYSTEM SET max_wal_senders = …, and restart";
          case CONFIGURATION_LIMIT_EXCEEDED ->
              "ALTER SYSTEM SET max_replication_slots = …, and restart";
          default -> "it is tried again";
        };
    return new Obstacle(cause, mend);
  }

  /// Whether a connection for replication was refused as the role may not replicate.
  public static boolean isOfRole(WireException failure) {
    return failure.sqlState().equals(INSUFFICIENT_PRIVILEGE);
  }

  /// Both on one line.
  @Override
  public String toString() {
    return cause + "; mend: " + mend;
  }
}
