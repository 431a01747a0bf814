package io.tiercel.wire.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// The channel itself. Remembers the buffers around the caller's arrays, which seldom change.
final class PlainStream implements ByteStream {
  /// The JDK copies through a direct buffer of the size asked for and keeps that buffer: a bound
  /// keeps one huge message from pinning as much memory outside the heap.
  private static final int MAX_TRANSFER = 256 * 1024;

  private final SocketChannel channel;
  private ByteBuffer input = ByteBuffer.allocate(0);
  private ByteBuffer output = ByteBuffer.allocate(0);
  private boolean filled;

  PlainStream(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (input.array() != to) {
      input = ByteBuffer.wrap(to);
    }
    int wanted = Math.min(length, MAX_TRANSFER);
    int count = channel.read(input.limit(offset + wanted).position(offset));
    filled = count == wanted;
    return count;
  }

  @Override
  public int write(byte[] from, int offset, int length) throws IOException {
    if (output.array() != from) {
      output = ByteBuffer.wrap(from);
    }
    return channel.write(output.limit(offset + Math.min(length, MAX_TRANSFER)).position(offset));
  }

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public boolean mayHoldMore() {
    // A short read has emptied the socket; should more have come since, the selector says so.
    return filled;
  }
}
