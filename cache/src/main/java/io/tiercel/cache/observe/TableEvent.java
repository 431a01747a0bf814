package io.tiercel.cache.observe;

import io.tiercel.cache.guard.Obstacle;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A table is not cached from now on, or is again.
@Name("io.tiercel.cache.Table")
@Label("Cached Table")
@Description("A table is not cached from now on, or is again")
@Category({"Tiercel", "Cache"})
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // the Flight Recorder reads the fields
public final class TableEvent extends Event {
  @Label("Table")
  private final String table;

  @Label("Cached")
  private final boolean cached;

  @Label("Cause")
  private final @Nullable String cause;

  @Label("Mend")
  private final @Nullable String mend;

  private TableEvent(String table, @Nullable Obstacle obstacle) {
    this.table = table;
    cached = obstacle == null;
    cause = obstacle == null ? null : obstacle.cause();
    mend = obstacle == null ? null : obstacle.mend();
  }

  /// Records it where events are recorded.
  ///
  /// @param obstacle why it is not cached; null where it is
  public static void record(String table, @Nullable Obstacle obstacle) {
    new TableEvent(table, obstacle).commit();
  }
}
