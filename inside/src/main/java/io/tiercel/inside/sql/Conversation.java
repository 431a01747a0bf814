package io.tiercel.inside.sql;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.FrameWriter;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.spi.MessageExchange;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// What a connection of the driver says to the backend that waits for the running call, and hears
/// of it: messages in frames (MESSAGES, ANSWERS). Confined to the session's thread.
///
/// Answers are taken from the channel as they are read. When somebody else wants to send before the
/// last was read, the rest is kept in memory: the channel has one conversation at a time.
final class Conversation implements MessageExchange {
  /// As many whole messages travel together as fit into this, or else one.
  private static final int FRAME_BYTES = 8 * 1024 * 1024;

  private static final int MESSAGE_HEADER_BYTES = 5;

  private final int id;
  private final Statements statements;

  /// Of the call that uses it.
  private int level;

  /// What could not travel in the first frame.
  private byte[] unsent = new byte[0];

  private int unsentFrom;
  private boolean isAwaited;
  private final ArrayDeque<FrameReader> kept = new ArrayDeque<>();
  private @Nullable FrameReader current;
  private boolean closed;

  /// @param id by which the backend knows it
  Conversation(int id, Statements statements) {
    this.id = id;
    this.statements = statements;
  }

  /// Gives it to the running call.
  void attach(int callLevel) {
    level = callLevel;
  }

  int level() {
    return level;
  }

  @Override
  public void send(byte[] bytes, int length) throws IOException {
    requireCall();
    if (isAwaited || hasReceived()) {
      throw new IOException("the answers to the last messages were not read");
    }
    int end = wholeMessages(bytes, 0, length);
    unsent = length > end ? java.util.Arrays.copyOfRange(bytes, end, length) : new byte[0];
    unsentFrom = 0;
    sendFrame(bytes, 0, end);
  }

  private void sendFrame(byte[] bytes, int from, int end) {
    var frame = new FrameWriter(FrameType.MESSAGES, 0, level);
    frame.body().putInt(id).putBytes(bytes, from, end - from);
    statements.begin(this, frame);
    isAwaited = true;
  }

  /// Where the last message ends that still fits into a frame.
  private static int wholeMessages(byte[] bytes, int from, int end) {
    int at = from;
    while (at + MESSAGE_HEADER_BYTES <= end) {
      int next = at + 1 + length(bytes, at + 1);
      if (next > end || next <= at) {
        throw new ProtocolViolation("the driver sent half a message");
      }
      if (next - from > FRAME_BYTES && at > from) {
        return at;
      }
      at = next;
    }
    return at;
  }

  private static int length(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }

  @Override
  public boolean hasReceived() {
    while (current == null || current.remaining() == 0) {
      current = kept.pollFirst();
      if (current == null) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int receive(byte[] to, int offset, int length) throws IOException {
    while (!hasReceived()) {
      requireCall();
      if (!isAwaited && unsentFrom < unsent.length) {
        int from = unsentFrom;
        unsentFrom = wholeMessages(unsent, from, unsent.length);
        sendFrame(unsent, from, unsentFrom);
      }
      if (!isAwaited) {
        throw new EOFException("the backend has answered everything");
      }
      receiveFrame();
    }
    return current == null ? 0 : current.readBytes(to, offset, length);
  }

  private void receiveFrame() {
    FrameReader frame = statements.receive(FrameType.ANSWERS);
    kept.add(frame);
    if ((frame.flags() & FrameType.LAST) != 0) {
      isAwaited = false;
      statements.finished(this);
    }
  }

  /// Takes the rest of an answer off the channel.
  void keepRest() {
    while (isAwaited) {
      receiveFrame();
    }
  }

  private void requireCall() throws IOException {
    if (closed || statements.level() != level) {
      throw new IOException("the connection belongs to a call that is over, or to an outer one");
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  /// Tells the backend to forget it.
  void terminate() {
    var frame = new FrameWriter(FrameType.MESSAGES, 0, statements.level());
    frame.body().putInt(id).putByte('X').putInt(Integer.BYTES);
    statements.begin(this, frame);
    isAwaited = true;
    keepRest();
  }

  @Override
  public String toString() {
    return "the calling session";
  }
}
