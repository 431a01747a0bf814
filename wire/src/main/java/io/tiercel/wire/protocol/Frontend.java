package io.tiercel.wire.protocol;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Writes the messages that the client sends. Stateless.
public final class Frontend {
  /// `(1234 << 16) | 5679`, the protocol number that asks for TLS.
  private static final int SSL_REQUEST = 80877103;

  private static final int CANCEL_REQUEST = 80877102;
  private static final byte[] SYNC = {'S', 0, 0, 0, 4};
  private static final byte[] FLUSH = {'H', 0, 0, 0, 4};
  private static final byte[] TERMINATE = {'X', 0, 0, 0, 4};
  private static final byte[] COPY_DONE = {'c', 0, 0, 0, 4};
  private static final byte[] EXECUTE_UNNAMED = {'E', 0, 0, 0, 9, 0, 0, 0, 0, 0};

  /// The longest message that the server reads (PQ_LARGE_MESSAGE_LIMIT); it drops the connection
  /// without a word when one is longer.
  private static final int MAX_MESSAGE_BYTES = 0x3FFFFFFE;

  private Frontend() {}

  public static void sync(WriteBuffer out) {
    out.putBytes(SYNC);
  }

  public static void flush(WriteBuffer out) {
    out.putBytes(FLUSH);
  }

  public static void terminate(WriteBuffer out) {
    out.putBytes(TERMINATE);
  }

  public static void copyDone(WriteBuffer out) {
    out.putBytes(COPY_DONE);
  }

  /// Runs the unnamed portal to its end.
  public static void execute(WriteBuffer out) {
    out.putBytes(EXECUTE_UNNAMED);
  }

  /// Runs a portal for at most `maxRows` rows, 0 for all.
  public static void execute(WriteBuffer out, String portal, int maxRows) {
    int length = start(out, 'E');
    out.putCString(portal).putInt(maxRows);
    end(out, length);
  }

  public static void parse(WriteBuffer out, String name, String sql, int[] parameterOids) {
    whole(
        out,
        'P',
        () -> {
          out.putCString(name).putCString(sql).putShort(parameterOids.length);
          for (int oid : parameterOids) {
            out.putInt(oid);
          }
        });
  }

  public static void describeStatement(WriteBuffer out, String name) {
    named(out, 'D', 'S', name);
  }

  public static void closeStatement(WriteBuffer out, String name) {
    named(out, 'C', 'S', name);
  }

  public static void closePortal(WriteBuffer out, String name) {
    named(out, 'C', 'P', name);
  }

  private static void named(WriteBuffer out, char type, char kind, String name) {
    int length = start(out, type);
    out.putByte(kind).putCString(name);
    end(out, length);
  }

  /// The simple query.
  public static void query(WriteBuffer out, String sql) {
    whole(out, 'Q', () -> out.putCString(sql));
  }

  public static void copyFail(WriteBuffer out, String reason) {
    whole(out, 'f', () -> out.putCString(reason));
  }

  /// Writes a message whose text comes from the application: the whole of it, or nothing when the
  /// text cannot be sent.
  private static void whole(WriteBuffer out, char type, Runnable body) {
    int start = out.position();
    boolean isWhole = false;
    try {
      int length = start(out, type);
      body.run();
      end(out, length);
      isWhole = true;
    } finally {
      if (!isWhole) {
        out.truncate(start);
      }
    }
  }

  /// The answer to an authentication request: a password, or a step of SASL.
  public static void authentication(WriteBuffer out, byte[] response) {
    int length = start(out, 'p');
    out.putBytes(response);
    end(out, length);
  }

  public static void saslInitialResponse(WriteBuffer out, String mechanism, String first) {
    byte[] bytes = first.getBytes(StandardCharsets.UTF_8);
    int length = start(out, 'p');
    out.putCString(mechanism).putInt(bytes.length).putBytes(bytes);
    end(out, length);
  }

  public static void startup(WriteBuffer out, int version, Map<String, String> parameters) {
    int length = out.position();
    out.putInt(0).putInt(version);
    parameters.forEach((name, value) -> out.putCString(name).putCString(value));
    out.putByte(0);
    end(out, length);
  }

  public static void sslRequest(WriteBuffer out) {
    out.putInt(2 * Integer.BYTES).putInt(SSL_REQUEST);
  }

  /// Asks to cancel what the process does. Goes over a connection of its own.
  public static void cancelRequest(WriteBuffer out, int processId, byte[] secretKey) {
    int length = out.position();
    out.putInt(0).putInt(CANCEL_REQUEST).putInt(processId).putBytes(secretKey);
    end(out, length);
  }

  /// Begins a message; give the result to [#end].
  public static int start(WriteBuffer out, char type) {
    out.putByte(type);
    int length = out.position();
    out.putInt(0);
    return length;
  }

  /// Patches the length of the message that began with [#start].
  ///
  /// @throws CodecException `54000` if the server would not read it; take it back then
  public static void end(WriteBuffer out, int length) {
    int bytes = out.position() - length;
    if (bytes > MAX_MESSAGE_BYTES) {
      throw new CodecException(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "cannot send a message of %d bytes: PostgreSQL takes at most %d\n"
                  .formatted(bytes, MAX_MESSAGE_BYTES)
              + "Hint: store larger data as a large object, or in pieces.");
    }
    out.setInt(length, bytes);
  }
}
