package io.tiercel.jdbc.session;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/// A chain of warnings. Safe for any thread.
public final class Warnings {
  private volatile @Nullable SQLWarning first;
  private @Nullable SQLWarning last;

  /// The first warning, to which the others are chained.
  public @Nullable SQLWarning first() {
    return first;
  }

  public synchronized void clear() {
    first = null;
    last = null;
  }

  /// Adds what the server had to say, every field of which stays within reach as the cause.
  public void add(ServerError notice) {
    add(new SQLWarning(notice.message(), notice.sqlState(), 0, new ServerException(notice, null)));
  }

  public synchronized void add(SQLWarning warning) {
    SQLWarning end = last;
    if (end == null) {
      first = warning;
    } else {
      end.setNextWarning(warning);
    }
    last = warning;
  }
}
