package io.tiercel.lab.proxy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Passes on the packets that open a connection and have no type byte: requests for encryption,
/// which are answered with `N` here as a server without TLS would, and the StartupMessage.
final class Startup {
  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_ENCRYPTION_REQUEST = 80877104;
  private static final int MAX_PACKET_BYTES = 10_000;

  private Startup() {}

  /// Returns when the StartupMessage (or a CancelRequest) has been passed on.
  static void pass(InputStream client, OutputStream toClient, OutputStream server)
      throws IOException {
    var in = new DataInputStream(client);
    while (true) {
      int length = in.readInt();
      if (length < 8 || length > MAX_PACKET_BYTES) {
        throw new IOException("start-up packet claims a length of %d".formatted(length));
      }
      var packet = ByteBuffer.allocate(length).putInt(length);
      in.readFully(packet.array(), 4, length - 4);
      int code = packet.getInt(4);
      if (code == SSL_REQUEST || code == GSS_ENCRYPTION_REQUEST) {
        toClient.write('N');
        toClient.flush();
      } else {
        server.write(packet.array());
        server.flush();
        return;
      }
    }
  }
}
