package io.tiercel.jdbc.session;

import io.tiercel.jdbc.sql.ParsedSql;

/// A parsed text and how often it was run. Guarded by the lock of its session.
public final class CachedSql {
  private final ParsedSql parsed;
  private int uses;

  CachedSql(ParsedSql parsed) {
    this.parsed = parsed;
  }

  public ParsedSql parsed() {
    return parsed;
  }

  /// Counts one more use, and tells how many there were with it.
  public int use() {
    return ++uses;
  }
}
