package io.tiercel.jdbc.session;

import io.tiercel.jdbc.sql.ParsedSql;
import java.util.concurrent.atomic.AtomicInteger;

/// A parsed text and how often it was run. Safe for any thread.
public final class CachedSql {
  private final ParsedSql parsed;
  private final AtomicInteger uses = new AtomicInteger();

  CachedSql(ParsedSql parsed) {
    this.parsed = parsed;
  }

  public ParsedSql parsed() {
    return parsed;
  }

  /// Counts one more use, and tells how many there were with it.
  public int use() {
    return uses.incrementAndGet();
  }
}
