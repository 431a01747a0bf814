package io.tiercel.wire.replication;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The write-ahead log itself, piece by piece and without gaps. One thread consumes; the connection
/// is served by a thread of its own meanwhile.
public final class PhysicalStream implements AutoCloseable {
  private final WalStream stream;

  PhysicalStream(WalStream stream) {
    this.stream = stream;
  }

  /// The next piece; null if none came in time, or the server has ended the stream. Blocks.
  ///
  /// @throws io.tiercel.wire.error.WireException if the connection is lost, or the server broke off
  public @Nullable WalData next(Duration timeout) {
    return stream.next(timeout, null);
  }

  /// The log before `position` is safe with the consumer. Told at once. For any thread.
  public void acknowledge(Lsn position) {
    stream.acknowledge(position);
  }

  /// Whether there is nothing more to come.
  public boolean isEnded() {
    return stream.isEnded();
  }

  /// Ends the stream; the connection is usable again. Idempotent. Blocks.
  @Override
  public void close() {
    stream.close();
  }
}
