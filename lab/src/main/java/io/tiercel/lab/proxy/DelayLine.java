package io.tiercel.lab.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// Hands every chunk on a fixed time after it arrived, in order, one write for one read. Chunks
/// travel independently of each other as on a wire: many can be under way, so bandwidth is kept
/// and a pipelined client is not slowed to one chunk per delay.
///
/// Confined to the pump's thread and the delivering thread it starts.
final class DelayLine implements Pump {
  /// What one read brought; an empty one ends the queue.
  private record Chunk(ByteBuffer bytes, long dueNanos) {
    static final Chunk END = new Chunk(ByteBuffer.allocate(0), 0);

    boolean isEnd() {
      return !bytes.hasRemaining();
    }
  }

  /// 256 MB in full chunks; beyond it the reader waits and TCP slows the sender down.
  private static final int MAX_CHUNKS_UNDER_WAY = 4096;

  /// A parked thread wakes up 50 to 80 µs late (timer slack and scheduling), so the last stretch
  /// is spun. At 1 ms each way this keeps a core busy for less than a tenth of the time.
  private static final long SPIN_NANOS = 80_000;

  private final long delayNanos;

  DelayLine(Duration delay) {
    this.delayNanos = delay.toNanos();
  }

  @Override
  public void run(InputStream in, OutputStream out) throws IOException {
    var underWay = new LinkedBlockingQueue<Chunk>(MAX_CHUNKS_UNDER_WAY);
    var failure = new AtomicReference<IOException>();
    var deliverer =
        Thread.ofPlatform()
            .daemon()
            .name("delay-deliver")
            .start(() -> deliver(underWay, out, failure));
    try {
      try {
        receive(in, underWay, failure);
      } finally {
        underWay.put(Chunk.END);
        deliverer.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while delaying", e);
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private void receive(
      InputStream in, LinkedBlockingQueue<Chunk> underWay, AtomicReference<IOException> failure)
      throws IOException, InterruptedException {
    var buffer = new byte[CHUNK_BYTES];
    for (int n = in.read(buffer); n >= 0 && failure.get() == null; n = in.read(buffer)) {
      long due = System.nanoTime() + delayNanos;
      underWay.put(new Chunk(ByteBuffer.wrap(Arrays.copyOf(buffer, n)), due));
    }
  }

  /// Keeps emptying the queue after a failure, so that the receiver never waits for room.
  private static void deliver(
      LinkedBlockingQueue<Chunk> underWay, OutputStream out, AtomicReference<IOException> failure) {
    try {
      for (var chunk = underWay.take(); !chunk.isEnd(); chunk = underWay.take()) {
        if (failure.get() == null) {
          awaitDue(chunk.dueNanos());
          write(chunk, out, failure);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(Chunk chunk, OutputStream out, AtomicReference<IOException> failure) {
    try {
      out.write(chunk.bytes().array());
      out.flush();
    } catch (IOException e) {
      failure.set(e);
    }
  }

  private static void awaitDue(long dueNanos) {
    for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
