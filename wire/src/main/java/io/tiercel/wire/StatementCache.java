package io.tiercel.wire;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The prepared statements of a connection, the least recently used one making room. Confined to
/// the connection's thread.
final class StatementCache {
  private final Map<Object, PreparedStatement> statements;
  private final Connection connection;

  /// What is looked up, lest each lookup make a key.
  private final Key probe = new Key();

  StatementCache(Connection connection, int capacity, Consumer<PreparedStatement> evicted) {
    this.connection = connection;
    // Insertion order is access order here, so the eldest entry is the least recently used.
    statements =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Object, PreparedStatement> eldest) {
            // The one just added is in use, whatever the capacity.
            if (size() <= Math.max(1, capacity)) {
              return false;
            }
            evicted.accept(eldest.getValue());
            return true;
          }
        };
  }

  PreparedStatement get(String sql, int[] oids) {
    PreparedStatement known = statements.get(oids.length == 0 ? sql : probe.of(sql, oids));
    if (known != null) {
      return known;
    }
    var statement = new PreparedStatement(connection, sql, oids);
    // Not under the caller's array, which is the caller's to change.
    statements.put(key(sql, statement.declaredOids()), statement);
    return statement;
  }

  void remove(PreparedStatement statement) {
    statements.remove(key(statement.sql(), statement.declaredOids()), statement);
  }

  /// Forgets all and tells `each` of them.
  void clear(Consumer<PreparedStatement> each) {
    statements.values().forEach(each);
    statements.clear();
  }

  /// Takes in a statement that was evicted and is used again.
  void restore(PreparedStatement statement) {
    statements.putIfAbsent(key(statement.sql(), statement.declaredOids()), statement);
  }

  @Nullable PreparedStatement peek(String sql) {
    return statements.get(sql);
  }

  int size() {
    return statements.size();
  }

  private static Object key(String sql, int[] oids) {
    return oids.length == 0 ? sql : new Key().of(sql, oids);
  }

  /// The text with the types declared for it.
  private static final class Key {
    private String sql = "";
    private int[] oids = {};

    Key of(String text, int[] declared) {
      sql = text;
      oids = declared;
      return this;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && sql.equals(key.sql) && Arrays.equals(oids, key.oids);
    }

    @Override
    public int hashCode() {
      return 31 * sql.hashCode() + Arrays.hashCode(oids);
    }
  }
}
