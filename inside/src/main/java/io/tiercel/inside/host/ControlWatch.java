package io.tiercel.inside.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Watches the control connections of all sessions: nothing travels on them, and their end says
/// that the backend has given its call up or is gone. A thread that runs a user's code cannot watch
/// its own socket. Safe for any thread.
final class ControlWatch implements Runnable {
  private final Selector selector;
  private final Queue<Watched> added = new ConcurrentLinkedQueue<>();

  private record Watched(SocketChannel control, Runnable onEnd) {}

  ControlWatch() throws IOException {
    selector = Selector.open();
  }

  /// Calls `onEnd` once when the connection ends; it must not block.
  void watch(SocketChannel control, Runnable onEnd) {
    added.add(new Watched(control, onEnd));
    selector.wakeup();
  }

  @Override
  public void run() {
    try {
      for (; ; ) {
        selector.select(this::read);
        for (Watched next = added.poll(); next != null; next = added.poll()) {
          next.control.configureBlocking(false);
          next.control.register(selector, SelectionKey.OP_READ, next.onEnd);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch sessions", e);
    }
  }

  private void read(SelectionKey key) {
    if (!hasEnded((SocketChannel) key.channel())) {
      return;
    }
    var onEnd = (Runnable) key.attachment();
    key.cancel();
    try {
      key.channel().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      onEnd.run();
    }
  }

  /// Whoever says something here does not keep to the protocol, and is given up as well.
  private static boolean hasEnded(SocketChannel control) {
    try {
      return control.read(ByteBuffer.allocate(1)) != 0;
    } catch (IOException e) {
      return true; // reset, which is an end, too
    }
  }
}
