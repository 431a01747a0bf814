package io.tiercel.wire.transport;

import java.io.IOException;

/// Both directions of a connection, neither of which blocks. Confined to one thread at a time.
interface ByteStream {
  /// Reads what is there.
  ///
  /// @return the number of bytes read, 0 if there are none now, -1 at the end of the stream
  int read(byte[] to, int offset, int length) throws IOException;

  /// Writes what is accepted.
  ///
  /// @return the number of bytes taken over, 0 if there is no room now
  int write(byte[] from, int offset, int length) throws IOException;

  /// Pushes out bytes that were taken over and are still held; returns whether none are left.
  boolean flush() throws IOException;

  /// Whether a read right after the last one may bring something without waiting.
  boolean mayHoldMore();
}
