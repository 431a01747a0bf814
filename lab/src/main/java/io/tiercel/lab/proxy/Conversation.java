package io.tiercel.lab.proxy;

import java.util.Map;
import java.util.TreeMap;

/// Follows both directions of one connection and counts messages and round trips.
///
/// A *round trip* begins with a message that the client sends while nothing of what it asked for
/// is outstanding: every Sync and Query answered with ReadyForQuery, a Flush answered, or a COPY
/// invited with CopyInResponse. So a flight of any number of messages and Syncs is one round trip,
/// even if the server starts to answer while the client is still writing, which a mere count
/// of direction changes would get wrong.
///
/// Guarded by its own lock: each direction has a thread.
final class Conversation {
  private final Map<Character, Long> frontend = new TreeMap<>();
  private long roundTrips;

  /// Sync and Query messages without their ReadyForQuery; the start-up counts as one.
  private int unanswered = 1;

  private boolean isStarted;

  /// The last frontend message was a Flush, so any answer may be what the client waits for.
  private boolean isFlushed;

  /// The client has sent COPY data since its last Execute or Query: it did not wait to be invited.
  private boolean hasSentCopyData;

  /// A message now would be the first of a new round trip.
  private boolean isIdle;

  synchronized void clientSent(char type) {
    if (!isStarted || type == 'X') {
      // Password exchanges are start-up; Terminate asks for nothing.
      return;
    }
    frontend.merge(type, 1L, Long::sum);
    if (isIdle) {
      roundTrips++;
      isIdle = false;
    }
    isFlushed = type == 'H';
    switch (type) {
      case 'S', 'Q' -> unanswered++;
      case 'd', 'c', 'f' -> hasSentCopyData = true;
      default -> {}
    }
    if (type == 'E' || type == 'Q') {
      hasSentCopyData = false;
    }
  }

  synchronized void serverSent(char type) {
    if (isUnasked(type)) {
      return;
    }
    switch (type) {
      case 'Z' -> {
        isStarted = true;
        unanswered--;
        isIdle = unanswered == 0;
      }
      case 'G', 'W' -> {
        if (!hasSentCopyData) {
          // The server takes COPY data now and ignores Syncs sent ahead of them.
          isIdle = true;
        }
      }
      default -> isIdle |= isFlushed;
    }
  }

  /// NoticeResponse, NotificationResponse and ParameterStatus come at any time and answer nothing.
  private static boolean isUnasked(char type) {
    return type == 'N' || type == 'A' || type == 'S';
  }

  synchronized MessageCounts counts() {
    return new MessageCounts(frontend, roundTrips);
  }
}
