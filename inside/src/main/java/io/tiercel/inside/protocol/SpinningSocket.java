package io.tiercel.inside.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// A socket that is polled for a while before its thread sleeps on it, as long as what is waited
/// for comes that soon: a wait that took longer makes the next one sleep at once. So a session that
/// is idle, or whose calls are far between, costs nothing. Polling in vain, as happens when others
/// want the cores, makes the following waits sleep, the more of them the more often it happens:
/// polling goes on only while less than about one wait in [#FAILURE_PENALTY] is in vain. Yielding
/// the core between two looks was tried instead, and is worse (docs/decisions/0067).
/// Confined to one thread, except [#close()].
///
/// The socket does not block while it is polled, and blocks while its thread sleeps; changing that
/// is two system calls, so it stays as it is from one wait to the next.
final class SpinningSocket {
  private static final int FAILURE_PENALTY = 16;
  private static final int MOST_PENALTY = 1024;

  /// A wait that slept took the waking, too.
  private static final int PROMPT_FACTOR = 2;

  private final SocketChannel socket;
  private final Spinning spinning;
  private boolean isBlocking = true;

  /// Whether the last wait was short.
  private boolean isPrompt;

  /// So many waits sleep at once.
  private int skips;

  /// For polling in vain.
  private int penalty;

  SpinningSocket(SocketChannel socket, Spinning spinning) {
    this.socket = socket;
    this.spinning = spinning;
  }

  /// Reads what there is; waits until there is something.
  ///
  /// @return how many bytes, -1 at the end of the connection
  int read(ByteBuffer to) throws IOException {
    if (spinning.nanos() == 0) {
      return socket.read(to);
    }
    long start = System.nanoTime();
    if (mayPoll()) {
      try {
        int received = poll(to, start);
        if (received != 0) {
          return received;
        }
      } finally {
        spinning.leave();
      }
    }
    block(true);
    int received = socket.read(to);
    isPrompt = System.nanoTime() - start <= PROMPT_FACTOR * spinning.nanos();
    return received;
  }

  private boolean mayPoll() {
    if (!isPrompt) {
      return false;
    }
    if (skips > 0) {
      skips--;
      return false;
    }
    return spinning.enter();
  }

  /// Returns 0 when it is time to sleep.
  private int poll(ByteBuffer to, long start) throws IOException {
    block(false);
    int received = socket.read(to);
    while (received == 0 && System.nanoTime() - start < spinning.nanos()) {
      Thread.onSpinWait();
      received = socket.read(to);
    }
    if (received != 0) {
      penalty = Math.max(penalty - 1, 0);
    } else {
      penalty = Math.min(2 * penalty + FAILURE_PENALTY, MOST_PENALTY);
      skips = penalty;
    }
    return received;
  }

  /// Blocks until the socket has taken all bytes.
  void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (socket.write(bytes) == 0) {
        block(true); // the other side is slow: do not poll for that
      }
    }
  }

  private void block(boolean blocks) throws IOException {
    if (isBlocking != blocks) {
      socket.configureBlocking(blocks);
      isBlocking = blocks;
    }
  }

  void close() throws IOException {
    socket.close();
  }
}
