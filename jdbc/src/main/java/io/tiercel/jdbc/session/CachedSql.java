package io.tiercel.jdbc.session;

import io.tiercel.jdbc.convert.ColumnPlan;
import io.tiercel.jdbc.sql.ParsedSql;
import io.tiercel.wire.row.RowDescription;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A parsed text and how often it was run. Safe for any thread.
public final class CachedSql {
  private final ParsedSql parsed;
  private final AtomicInteger uses = new AtomicInteger();
  private volatile @Nullable ColumnPlan columns;

  CachedSql(ParsedSql parsed) {
    this.parsed = parsed;
  }

  public ParsedSql parsed() {
    return parsed;
  }

  /// The plan for the columns of its results. One is kept, that of the last description.
  @SuppressWarnings("ReferenceEquality") // descriptions live as long as the statement is prepared
  public ColumnPlan columns(RowDescription description) {
    ColumnPlan known = columns;
    if (known == null || known.description() != description) {
      known = new ColumnPlan(description);
      columns = known;
    }
    return known;
  }

  /// Counts one more use, and tells how many there were with it.
  public int use() {
    return uses.incrementAndGet();
  }
}
