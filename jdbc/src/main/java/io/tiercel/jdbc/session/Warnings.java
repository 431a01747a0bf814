package io.tiercel.jdbc.session;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/// A chain of warnings. A server that does not stop talking does not fill the memory: from a
/// thousand warnings on, or four million characters, no more are kept until they are cleared, and a
/// last one says so. Safe for any thread.
public final class Warnings {
  private static final int MAX_KEPT = 1_000;
  private static final int MAX_CHARACTERS = 4_000_000;
  private static final String WARNING = "01000";

  private volatile @Nullable SQLWarning first;
  private @Nullable SQLWarning last;
  private int kept;
  private long characters;

  /// The first warning, to which the others are chained.
  public @Nullable SQLWarning first() {
    return first;
  }

  public synchronized void clear() {
    first = null;
    last = null;
    kept = 0;
    characters = 0;
  }

  /// Adds what the server had to say, every field of which stays within reach as the cause.
  public synchronized void add(ServerError notice) {
    long length = notice.fields().values().stream().mapToLong(String::length).sum();
    if (hasRoomFor(length)) {
      chain(
          new SQLWarning(
              notice.message(), notice.sqlState(), 0, new ServerException(notice, null)));
    }
  }

  public synchronized void add(SQLWarning warning) {
    if (hasRoomFor(0)) {
      chain(warning);
    }
  }

  /// Counts one more of that length; the first that has no room is told as such.
  private boolean hasRoomFor(long length) {
    if (kept > MAX_KEPT) {
      return false;
    }
    kept++;
    characters += length;
    if (kept <= MAX_KEPT && characters <= MAX_CHARACTERS) {
      return true;
    }
    kept = MAX_KEPT + 1;
    chain(
        new SQLWarning(
            "further warnings are not kept\nHint: call clearWarnings from time to time, or raise"
                + " client_min_messages.",
            WARNING));
    return false;
  }

  private void chain(SQLWarning warning) {
    SQLWarning end = last;
    if (end == null) {
      first = warning;
    } else {
      end.setNextWarning(warning);
    }
    last = warning;
  }
}
