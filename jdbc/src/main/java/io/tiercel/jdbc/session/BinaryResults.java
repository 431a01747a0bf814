package io.tiercel.jdbc.session;

import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Which statements have returned nothing but columns of built-in types that travel in binary, on
/// whatever connection to the same database. A connection that does not know such a statement yet
/// need not have it described before it asks for binary.
///
/// No more than a guess: a table may have been changed or made anew, a name may mean something else
/// to another session. Who acts on it looks at the description that comes along. Safe for any
/// thread.
public final class BinaryResults {
  private static final int CAPACITY = 2_000;
  private static final int MAX_LENGTH = 4_000;

  /// One text with the types declared for it, at one place.
  private record Key(String place, String sql, List<Integer> oids) {}

  private static final Map<Key, Boolean> SHARED =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
          return size() > CAPACITY;
        }
      };

  private final String place;

  BinaryResults(ConnectionConfig config) {
    // Settings such as the search_path decide what names mean.
    place =
        "%s/%s %s %s"
            .formatted(
                config.hosts(),
                config.database(),
                config.user(),
                new TreeMap<>(config.runtimeParameters()));
  }

  public boolean contains(String sql, int[] oids) {
    if (sql.length() > MAX_LENGTH) {
      return false;
    }
    Key key = key(sql, oids);
    synchronized (SHARED) {
      return SHARED.get(key) != null;
    }
  }

  /// Notes what a statement returns.
  public void described(String sql, int[] oids, RowDescription columns) {
    if (sql.length() > MAX_LENGTH || !isBinary(columns)) {
      return;
    }
    Key key = key(sql, oids);
    synchronized (SHARED) {
      SHARED.put(key, true);
    }
  }

  public void forget(String sql, int[] oids) {
    Key key = key(sql, oids);
    synchronized (SHARED) {
      SHARED.remove(key);
    }
  }

  /// Types of the database itself are not counted: a new connection has not met them.
  private static boolean isBinary(RowDescription columns) {
    for (Field field : columns.fields()) {
      if (Codecs.builtin().preferredFormat(field.typeOid()) != Format.BINARY) {
        return false;
      }
    }
    return true;
  }

  private Key key(String sql, int[] oids) {
    return new Key(place, sql, Arrays.stream(oids).boxed().toList());
  }
}
