package io.tiercel.wire.replication;

import io.tiercel.wire.CopyBoth;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The replication protocol of either kind of stream. A virtual thread reads, answers keepalives
/// and reports our position in time, whatever the consumer does; between the two is a bounded
/// buffer, and the server waits when it is full.
///
/// What is reported as flushed is what the consumer acknowledged, and never more, with one
/// exception: when it has acknowledged everything that came, the position of a keepalive counts as
/// acknowledged too, as there was nothing for us up to there. Without that, the slot of a quiet
/// database would keep the log of a busy one. Where confirmation is told apart, what is reported as
/// flushed is what was confirmed, and no more than what was acknowledged.
///
/// ```
/// from the server  w start:lsn end:lsn sent:time data…
///                  k end:lsn sent:time reply:bool
/// to the server    r written:lsn flushed:lsn applied:lsn now:time reply:bool
/// ```
final class WalStream implements AutoCloseable {
  private static final int STATUS_LENGTH = 1 + 4 * Long.BYTES + 1;
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

  private final CopyBoth copy;
  private final StreamSettings settings;
  private final Thread reader;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private volatile long lastHeard = System.nanoTime();

  // Guarded by lock.
  private final ArrayDeque<WalData> buffer = new ArrayDeque<>();
  private int bufferedBytes;
  private Lsn received;
  private Lsn flushed;

  /// Where that is told apart.
  private Lsn confirmed = Lsn.ZERO;

  /// The last position of what came and waits for its acknowledgement; null if nothing does.
  private @Nullable Lsn unacknowledged;

  private long replyRequests;
  private boolean statusWanted;
  private boolean closing;
  private boolean ended;
  private @Nullable WireException failure;

  private WalStream(CopyBoth copy, Lsn from, StreamSettings settings) {
    this.copy = copy;
    this.settings = settings;
    received = from;
    flushed = from;
    reader = Thread.ofVirtual().name("tiercel-replication").unstarted(this::run);
  }

  static WalStream start(CopyBoth copy, Lsn from, StreamSettings settings) {
    var stream = new WalStream(copy, from, settings);
    stream.reader.start();
    return stream;
  }

  // The consumer's side

  /// The next piece; null if none came in time, or the server has ended the stream.
  ///
  /// @param known null also as soon as [#flushed()] is another one; null for no matter where it is
  @Nullable WalData next(Duration timeout, @Nullable Lsn known) {
    long nanos = timeout.toNanos();
    lock.lock();
    try {
      while (buffer.isEmpty()) {
        if (failure != null) {
          throw failure;
        }
        if (ended || nanos <= 0 || (known != null && !known.equals(flushed))) {
          return null;
        }
        nanos = changed.awaitNanos(nanos);
      }
      WalData data = buffer.removeFirst();
      bufferedBytes -= data.content().length();
      changed.signalAll();
      return data;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionException(
          SqlState.CONNECTION_FAILURE, "interrupted while waiting for changes", true, e);
    } finally {
      lock.unlock();
    }
  }

  /// Everything before `position` is safe with the consumer: the server may forget it.
  void acknowledge(Lsn position) {
    lock.lock();
    try {
      if (unacknowledged != null && position.compareTo(unacknowledged) >= 0) {
        unacknowledged = null;
      }
      if (position.compareTo(flushed) > 0) {
        flushed = position;
        statusWanted = true;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    copy.wakeUp();
  }

  /// Everything before `position` is on disk, where that is told apart.
  void confirm(Lsn position) {
    lock.lock();
    try {
      if (position.compareTo(confirmed) > 0) {
        confirmed = position;
        statusWanted = true;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    copy.wakeUp();
  }

  Lsn flushed() {
    lock.lock();
    try {
      return flushed;
    } finally {
      lock.unlock();
    }
  }

  long replyRequests() {
    lock.lock();
    try {
      return replyRequests;
    } finally {
      lock.unlock();
    }
  }

  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - lastHeard);
  }

  boolean isEnded() {
    lock.lock();
    try {
      return (ended || failure != null) && buffer.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// Reports the last acknowledged position and ends the stream. Idempotent. Blocks.
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    copy.wakeUp();
    try {
      if (!reader.join(CLOSE_LIMIT)) {
        throw new ConnectionException(
            SqlState.CONNECTION_FAILURE,
            "the server does not end the stream within " + CLOSE_LIMIT,
            true,
            null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // The reader's side

  private void run() {
    try {
      long due = System.nanoTime() + settings.statusInterval().toNanos();
      while (!isClosing() && !copy.isOver()) {
        long left = due - System.nanoTime();
        if (wantsStatus() || left <= 0) {
          sendStatus();
          due = System.nanoTime() + settings.statusInterval().toNanos();
        } else if (hasRoom(left)) {
          copy.read(Duration.ofNanos(left), this::onMessage);
        }
      }
      if (!copy.isOver()) {
        sendStatus();
        copy.close();
      }
      end(null);
    } catch (WireException e) {
      end(e);
    } catch (RuntimeException | Error e) {
      end(new ProtocolViolation("the reader of the stream failed", e));
    }
  }

  private void end(@Nullable WireException cause) {
    lock.lock();
    try {
      ended = true;
      // What the server says while it is being left is of no interest.
      failure = closing ? null : cause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isClosing() {
    lock.lock();
    try {
      return closing;
    } finally {
      lock.unlock();
    }
  }

  private boolean wantsStatus() {
    lock.lock();
    try {
      return statusWanted;
    } finally {
      lock.unlock();
    }
  }

  /// Whether more may be read; waits for room, but not longer than `nanos`.
  private boolean hasRoom(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (isFull() && !closing && !statusWanted && left > 0) {
        left = changed.awaitNanos(left);
      }
      return !isFull() && !closing;
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the reader of a stream", e);
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull() {
    return bufferedBytes >= settings.maxBufferedBytes();
  }

  private void onMessage(byte[] source, int offset, int length) {
    lastHeard = System.nanoTime();
    var in = new WireReader(source, offset, length);
    byte type = in.readByte();
    switch (type) {
      case 'w' -> {
        Lsn start = in.readLsn();
        Lsn serverEnd = in.readLsn();
        Instant sent = in.readTime();
        var content = new Content(in.readBytes(in.remaining()));
        onData(new WalData(start, serverEnd, sent, content));
      }
      case 'k' -> {
        Lsn serverEnd = in.readLsn();
        in.readTime();
        onKeepalive(serverEnd, in.readByte() != 0);
        in.expectEnd();
      }
      default ->
          throw new ProtocolViolation(
              "unknown message 0x%02x of a replication stream".formatted(type & 0xFF));
    }
  }

  private void onData(WalData data) {
    lock.lock();
    try {
      received = received.max(data.start());
      unacknowledged = unacknowledged == null ? data.start() : unacknowledged.max(data.start());
      buffer.addLast(data);
      bufferedBytes += data.content().length();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void onKeepalive(Lsn serverEnd, boolean replyRequested) {
    lock.lock();
    try {
      received = received.max(serverEnd);
      if (unacknowledged == null && serverEnd.compareTo(flushed) > 0) {
        flushed = serverEnd;
        changed.signalAll();
      }
      if (replyRequested) {
        replyRequests++;
        statusWanted = true;
      }
    } finally {
      lock.unlock();
    }
  }

  private void sendStatus() {
    if (!copy.takesData()) {
      return;
    }
    var status = ByteBuffer.allocate(STATUS_LENGTH);
    lock.lock();
    try {
      statusWanted = false;
      long written = received.max(flushed).value();
      long safe = (settings.confirmsApart() ? least(confirmed, flushed) : flushed).value();
      status.put((byte) 'r').putLong(written).putLong(safe).putLong(safe);
    } finally {
      lock.unlock();
    }
    status.putLong(WireReader.micros(Instant.now())).put((byte) 0);
    copy.write(status.array(), 0, STATUS_LENGTH);
  }

  private static Lsn least(Lsn one, Lsn other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
