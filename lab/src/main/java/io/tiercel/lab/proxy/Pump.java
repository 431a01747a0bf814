package io.tiercel.lab.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// Moves the bytes of one direction of one connection until its end.
interface Pump {
  /// How much is read at once: as much as a loopback socket hands over in one piece.
  int CHUNK_BYTES = 64 * 1024;

  /// Returns at the end of `in`; everything read has been written to `out` by then.
  void run(InputStream in, OutputStream out) throws IOException;
}
