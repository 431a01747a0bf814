package io.tiercel.wire.replication;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The changes of a database, in the order of `pgoutput`. One thread consumes; the connection is
/// served by a thread of its own meanwhile, so a slow consumer is not taken for a dead one.
///
/// What was dealt with is to be [acknowledged][#acknowledge(Lsn)], or the server keeps its log: the
/// `end` of a Commit, Prepare and the like, once it is safe. After a lost connection the stream
/// begins behind what was acknowledged, so transactions may come a second time.
public final class LogicalStream implements AutoCloseable {
  private final WalStream stream;
  private final PgoutputDecoder decoder = new PgoutputDecoder();
  private Lsn position = Lsn.ZERO;

  LogicalStream(WalStream stream) {
    this.stream = stream;
  }

  /// The next message; null if none came in time, or the server has ended the stream. Blocks.
  ///
  /// @throws io.tiercel.wire.error.WireException if the connection is lost, or the server broke
  ///     off: behind everything that came before
  public @Nullable LogicalMessage next(Duration timeout) {
    return decoded(stream.next(timeout, null));
  }

  /// As [#next(Duration)], but null also as soon as [#acknowledged()] is another position than
  /// `known`: the server has said that there was nothing for us up to there.
  public @Nullable LogicalMessage next(Duration timeout, Lsn known) {
    return decoded(stream.next(timeout, known));
  }

  private @Nullable LogicalMessage decoded(@Nullable WalData data) {
    if (data == null) {
      return null;
    }
    position = data.start();
    return data.content().decodedBy(decoder);
  }

  /// How often the server has asked where we are, which was answered each time. It asks when it has
  /// heard nothing for half of its `wal_sender_timeout`, and, again and again, when it stops: it
  /// waits then until all that it has sent is confirmed, or the stream ends. For any thread.
  public long replyRequests() {
    return stream.replyRequests();
  }

  /// How long the server has said nothing, not even that it is there.
  public Duration silence() {
    return stream.silence();
  }

  /// Where the last message stands in the log. It may be acknowledged when that message ended a
  /// transaction, or was none's: an abort, say, which has no position of its own.
  public Lsn position() {
    return position;
  }

  /// Everything before `position` is safe with the consumer: the server may forget it, and counts
  /// us as flushed up to there where it commits synchronously. Told at once. For any thread.
  public void acknowledge(Lsn position) {
    stream.acknowledge(position);
  }

  /// Everything before `position` is on disk with the consumer, where that is told
  /// [apart][StreamSettings#withConfirmation]: the server may forget it, and a stream that begins
  /// anew begins behind it. Nothing that was not acknowledged is confirmed. Told at once. For any
  /// thread.
  public void confirm(Lsn position) {
    stream.confirm(position);
  }

  /// What is dealt with; and so, but for streams that are confirmed apart, what the server is told
  /// to be safe.
  public Lsn acknowledged() {
    return stream.flushed();
  }

  /// Whether there is nothing more to come.
  public boolean isEnded() {
    return stream.isEnded();
  }

  /// Reports the last acknowledged position and ends the stream; the connection is usable again.
  /// Idempotent. Blocks.
  @Override
  public void close() {
    stream.close();
  }
}
