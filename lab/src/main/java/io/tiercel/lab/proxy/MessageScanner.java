package io.tiercel.lab.proxy;

import java.io.IOException;
import java.util.function.IntConsumer;

/// Finds where protocol messages begin in one direction's bytes, however they are cut.
///
/// ```
/// offset  length  meaning
/// 0       1       type byte
/// 1       4       big-endian length of the rest, these four bytes included
/// 5       n - 4   body
/// ```
///
/// Confined to one thread.
final class MessageScanner {
  private static final int LENGTH_BYTES = 4;

  private final IntConsumer onType;
  private int headerBytes;
  private int type;
  private int length;
  private long bodyLeft;

  /// @param onType is told the type byte of each message, at the latest when its header is complete
  MessageScanner(IntConsumer onType) {
    this.onType = onType;
  }

  /// @throws IOException when a length cannot be true; the stream's position is lost then
  void scan(byte[] bytes, int offset, int end) throws IOException {
    int at = offset;
    while (at < end) {
      if (bodyLeft > 0) {
        int skipped = (int) Math.min(bodyLeft, end - at);
        bodyLeft -= skipped;
        at += skipped;
      } else {
        header(bytes[at++] & 0xff);
      }
    }
  }

  private void header(int b) throws IOException {
    if (headerBytes == 0) {
      type = b;
      length = 0;
    } else {
      length = length << 8 | b;
    }
    if (++headerBytes > LENGTH_BYTES) {
      bodyLeft = (long) length - LENGTH_BYTES;
      if (bodyLeft < 0) {
        throw new IOException("message '%c' claims a length of %d".formatted((char) type, length));
      }
      headerBytes = 0;
      onType.accept(type);
    }
  }
}
