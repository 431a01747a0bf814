package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.transport.Deadline;
import io.tiercel.wire.transport.Transport;
import java.io.IOException;
import java.time.Duration;

/// What names a session to the server for cancelling: BackendKeyData. The key is a secret, and is
/// of any length from protocol 3.2 on. Immutable.
final class BackendKey {
  /// Of a session that cannot be cancelled, for its server sent no key.
  static final BackendKey NONE = new BackendKey(0, new byte[0]);

  private final int processId;
  private final byte[] secret;

  BackendKey(int processId, byte[] secret) {
    this.processId = processId;
    this.secret = secret;
  }

  int processId() {
    return processId;
  }

  /// Asks the server over `transport`, which is closed in the end, to cancel what the session is
  /// doing. The server answers nothing but closes when it has dealt with the request. Blocks.
  void cancel(Transport transport, Duration limit) {
    Deadline deadline =
        Deadline.connecting(
            "the server to take a cancel request",
            limit,
            "raise connectTimeout, or look at the server.");
    try (transport) {
      var out = new WriteBuffer();
      Frontend.cancelRequest(out, processId, secret);
      int sent = 0;
      while (sent < out.position() || !transport.flush()) {
        int count = transport.write(out.array(), sent, out.position() - sent);
        sent += count;
        if (count == 0) {
          transport.awaitReadableOrWritable(deadline);
        }
      }
      byte[] nothing = new byte[16];
      int count;
      do {
        count = transport.awaitRead(nothing, 0, nothing.length, deadline);
      } while (count >= 0);
    } catch (IOException e) {
      throw new ConnectionException(
          SqlState.CONNECTION_FAILURE,
          "could not send a cancel request to %s: %s"
              .formatted(transport.endpoint(), e.getMessage()),
          true,
          e);
    }
  }
}
