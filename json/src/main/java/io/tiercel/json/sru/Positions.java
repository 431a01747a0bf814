package io.tiercel.json.sru;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where pages begin that came before: a client that goes on where a page ended is answered from
/// there, without what lies before being read again. The least recently used are forgotten. Safe
/// for any number of threads.
final class Positions {
  private static final int MOST = 1_000;

  private final Map<Position, String> cursors =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Position, String> eldest) {
          return size() > MOST;
        }
      };

  private record Position(String query, long startRecord) {}

  synchronized void put(String query, long startRecord, String cursor) {
    cursors.put(new Position(query, startRecord), cursor);
  }

  synchronized @Nullable String get(String query, long startRecord) {
    return cursors.get(new Position(query, startRecord));
  }
}
