package io.tiercel.wire.transport;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// A channel in whichever mode its next use asks for: blocking while one answer after the other is
/// waited for, non-blocking with a selector while much is written or several things are waited for.
///
/// A blocking read is one system call, and parks a virtual thread at the poller of its scheduler; a
/// selector costs one more, and all virtual threads that wait at selectors are woken by one thread
/// of the JDK. The selector is opened when it is first needed. A change of the mode costs about
/// six system calls, so the channel stays non-blocking until a few reads in a row could have
/// blocked.
///
/// Confined to one thread at a time, except [#wakeUp()] and [#close()].
final class BlockingMode implements AutoCloseable {
  /// So many bytes surely find room between two sides none of which has anything else on its way,
  /// unless the buffers of the socket are smaller than usual.
  private static final int MAX_WRITTEN_BLOCKING = 16 * 1024;

  /// Of what the system says that a socket can hold, its own bookkeeping takes a part.
  private static final int BUFFER_SHARE = 4;

  private static final int READS_BEFORE_BLOCKING = 3;

  private final SocketChannel channel;
  private volatile @Nullable Selector selector;
  private @Nullable SelectionKey key;
  private boolean isBlocking = true;
  private int maxWrittenBlocking;

  /// How many reads could have blocked since the channel had a reason not to.
  private int reads = READS_BEFORE_BLOCKING;

  private volatile boolean isWoken;

  /// @param channel one that blocks
  BlockingMode(SocketChannel channel) {
    this.channel = channel;
  }

  /// To be called when the channel is connected.
  void connected() throws IOException {
    int buffer = channel.getOption(StandardSocketOptions.SO_SNDBUF);
    maxWrittenBlocking = Math.min(MAX_WRITTEN_BLOCKING, buffer / BUFFER_SHARE);
  }

  boolean isBlocking() {
    return isBlocking;
  }

  /// Whether a write surely does not wait when so many bytes may be under way with it.
  boolean hasRoomFor(long bytesUnderWay) {
    return bytesUnderWay <= maxWrittenBlocking;
  }

  /// For a read that may block; returns whether it does.
  boolean prefersBlocking() throws IOException {
    if (!isBlocking && ++reads > READS_BEFORE_BLOCKING) {
      SelectionKey registered = key;
      Selector open = selector;
      if (registered != null && open != null) {
        key = null;
        registered.cancel();
        deregister(open);
      }
      channel.configureBlocking(true);
      isBlocking = true;
    }
    return isBlocking;
  }

  /// Takes the channel whose key is cancelled out of the selector, for another key later.
  private static void deregister(Selector open) throws IOException {
    try {
      int unused = open.selectNow(selected -> {});
    } catch (ClosedSelectorException e) {
      var closed = new ClosedChannelException();
      closed.initCause(e);
      throw closed;
    }
  }

  /// For work that must not block; reads that could will not for a while.
  void requireNonBlocking() throws IOException {
    reads = 0;
    leaveBlocking();
  }

  private void leaveBlocking() throws IOException {
    if (isBlocking) {
      channel.configureBlocking(false);
      isBlocking = false;
    }
  }

  /// Waits until one of the operations is possible, for so long at most or without end if it is 0;
  /// returns whether one is. May return early.
  boolean select(int operations, long millis) throws IOException {
    // With an action the selector keeps no set of selected keys, for which it allocates.
    return prepared(operations).select(selected -> {}, millis) > 0;
  }

  /// As [#select], but returns at once if [#wakeUp()] was called since the last time.
  boolean selectUnlessWoken(int operations, long millis) throws IOException {
    Selector prepared = prepared(operations);
    int ready =
        isWoken ? prepared.selectNow(selected -> {}) : prepared.select(selected -> {}, millis);
    isWoken = false;
    return ready > 0;
  }

  private Selector prepared(int operations) throws IOException {
    leaveBlocking();
    Selector open = selector;
    if (open == null) {
      open = open();
    }
    SelectionKey registered = key;
    if (registered == null) {
      key = channel.register(open, operations);
    } else if (registered.interestOps() != operations) {
      registered.interestOps(operations);
    }
    return open;
  }

  private Selector open() throws IOException {
    Selector opened = Selector.open();
    selector = opened;
    if (!channel.isOpen()) {
      // Whoever closed it may not have seen the selector.
      opened.close();
      throw new ClosedChannelException();
    }
    return opened;
  }

  /// Makes a select return that waits, or the next [#selectUnlessWoken]. For any thread.
  void wakeUp() {
    isWoken = true;
    endSelect();
  }

  /// Makes a select return that waits. For any thread.
  void endSelect() {
    Selector open = selector;
    if (open != null) {
      open.wakeup();
    }
  }

  /// Closes the channel and ends whatever waits for it. Idempotent, for any thread.
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing is left to do for a channel that cannot even be closed.
    }
    Selector open = selector;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // As above.
      }
    }
  }
}
