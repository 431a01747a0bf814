package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import org.jspecify.annotations.Nullable;

/// A statement is complete.
///
/// @param sql its text
/// @param rows the rows it affected or returned
/// @param error why it failed, null if it did not
public record StatementEvent(String sql, long rows, @Nullable ServerError error) {
  public boolean isFailed() {
    return error != null;
  }
}
