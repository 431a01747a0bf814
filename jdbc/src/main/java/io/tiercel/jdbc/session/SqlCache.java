package io.tiercel.jdbc.session;

import io.tiercel.jdbc.sql.ParsedSql;
import io.tiercel.jdbc.sql.SqlOptions;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The texts that a session has parsed last. Safe for any thread: nobody is to wait for the wire to
/// make a statement.
final class SqlCache {
  private static final int CAPACITY = 256;

  /// Longer texts, scripts mostly, are not kept.
  private static final int MAX_LENGTH = 32 * 1024;

  private record Key(String sql, SqlOptions options) {}

  private final Map<Key, CachedSql> entries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CachedSql> eldest) {
          return size() > CAPACITY;
        }
      };

  synchronized CachedSql get(String sql, SqlOptions options) throws SQLException {
    var key = new Key(sql, options);
    CachedSql known = entries.get(key);
    if (known == null) {
      known = new CachedSql(ParsedSql.parse(sql, options));
      if (sql.length() <= MAX_LENGTH) {
        entries.put(key, known);
      }
    }
    return known;
  }
}
