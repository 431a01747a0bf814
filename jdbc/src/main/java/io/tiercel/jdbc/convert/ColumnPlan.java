package io.tiercel.jdbc.convert;

import io.tiercel.wire.row.RowDescription;
import org.jspecify.annotations.Nullable;

/// How the columns of a description are read, kept for the results to come on the same connection:
/// readers of the built-in scalar types, which keep nothing between values. What depends on types
/// that can be altered each result plans for itself. Safe for any thread.
public final class ColumnPlan {
  private final RowDescription description;

  /// Threads may see elements late and plan them again.
  private final @Nullable ValueReader[] readers;

  public ColumnPlan(RowDescription description) {
    this.description = description;
    readers = new @Nullable ValueReader[description.size()];
  }

  public RowDescription description() {
    return description;
  }

  @Nullable ValueReader[] readers() {
    return readers;
  }
}
