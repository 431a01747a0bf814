package io.tiercel.inside.protocol;

import io.tiercel.wire.error.ProtocolViolation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Sends and receives frames over a connected socket. A failure of the socket is a [SessionGone]:
/// it never comes back. Confined to one thread, except [#close()].
public final class FrameChannel {
  /// Beyond what a backend may send (`pgjava.max_frame`).
  private static final int MAX_BODY_BYTES = 1000 * 1024 * 1024;

  private static final int READ_AHEAD_BYTES = 16 * 1024;

  /// A longer body is believed as it arrives, rather than allocated because a header says so.
  private static final int TRUSTED_BODY_BYTES = 1024 * 1024;

  private final SpinningSocket socket;
  private final ByteBuffer readAhead = ByteBuffer.allocateDirect(READ_AHEAD_BYTES).flip();

  /// A channel whose waits sleep at once.
  public FrameChannel(SocketChannel socket) {
    this(socket, Spinning.NEVER);
  }

  /// @param socket that blocks
  /// @param spinning how long it is polled before a wait sleeps
  public FrameChannel(SocketChannel socket, Spinning spinning) {
    this.socket = new SpinningSocket(socket, spinning);
  }

  /// Sends a frame. Blocks until the backend's socket has taken it.
  public void send(FrameWriter frame) {
    var written = frame.finish();
    var bytes = ByteBuffer.wrap(written.array(), 0, written.position());
    try {
      socket.write(bytes);
    } catch (IOException e) {
      throw new SessionGone("could not send", e);
    }
  }

  /// Receives a frame; blocks until there is one.
  ///
  /// @return null if the backend has closed the connection between two frames
  public @Nullable FrameReader receive() {
    try {
      if (!fill(FrameWriter.HEADER_BYTES)) {
        return null;
      }
      int length = readAhead.getInt();
      byte type = readAhead.get();
      int flags = readAhead.get() & 0xFF;
      int level = readAhead.getShort() & 0xFFFF;
      if (length < 0 || length > MAX_BODY_BYTES) {
        throw new ProtocolViolation("a frame of %d bytes".formatted(length & 0xFFFF_FFFFL));
      }
      return new FrameReader(type, flags, level, readBody(length));
    } catch (IOException e) {
      throw new SessionGone("could not receive", e);
    }
  }

  /// As [#receive()], where the end of the connection is unexpected.
  public FrameReader receiveAnswer() {
    FrameReader frame = receive();
    if (frame == null) {
      throw new SessionGone("the backend has given the call up", null);
    }
    return frame;
  }

  /// Ends both directions; a thread that waits here gets a [SessionGone]. Safe for any thread.
  public void close() throws IOException {
    socket.close();
  }

  private byte[] readBody(int length) throws IOException {
    var body = new byte[Math.min(length, TRUSTED_BODY_BYTES)];
    int filled = Math.min(length, readAhead.remaining());
    readAhead.get(body, 0, filled);
    while (filled < length) {
      if (filled == body.length) {
        body = Arrays.copyOf(body, (int) Math.min(length, 2L * body.length));
      }
      int received = socket.read(ByteBuffer.wrap(body, filled, body.length - filled));
      if (received < 0) {
        throw new SessionGone("the backend ended in the middle of a frame", null);
      }
      filled += received;
    }
    return body;
  }

  /// Reads until so many bytes are there. Returns false at the end of the connection.
  private boolean fill(int bytes) throws IOException {
    while (readAhead.remaining() < bytes) {
      readAhead.compact();
      int received = socket.read(readAhead);
      readAhead.flip();
      if (received < 0) {
        if (readAhead.hasRemaining()) {
          throw new SessionGone("the backend ended in the middle of a frame", null);
        }
        return false;
      }
    }
    return true;
  }
}
