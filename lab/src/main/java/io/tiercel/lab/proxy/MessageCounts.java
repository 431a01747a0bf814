package io.tiercel.lab.proxy;

import java.util.Map;
import java.util.TreeMap;

/// What clients have said through a [CountingProxy] so far, connection start-up left out.
///
/// @param byType frontend messages by their type byte (`B` Bind, `E` Execute, `Q` Query …)
/// @param roundTrips how often a client waited for the server before it went on, see [Conversation]
public record MessageCounts(Map<Character, Long> byType, long roundTrips) {
  /// Copies the map.
  public MessageCounts {
    byType = Map.copyOf(byType);
  }

  /// Statements run: each Execute and each simple Query.
  public long statements() {
    return count('E') + count('Q');
  }

  /// Sync messages.
  public long syncs() {
    return count('S');
  }

  /// How many messages of this type were sent.
  public long count(char type) {
    return byType.getOrDefault(type, 0L);
  }

  /// What was said since `earlier`, a state of the same proxy.
  public MessageCounts since(MessageCounts earlier) {
    var difference = new TreeMap<Character, Long>();
    byType.forEach((type, count) -> difference.put(type, count - earlier.count(type)));
    difference.values().removeIf(count -> count == 0);
    return new MessageCounts(difference, roundTrips - earlier.roundTrips);
  }
}
