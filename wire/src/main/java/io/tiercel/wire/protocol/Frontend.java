package io.tiercel.wire.protocol;

import io.tiercel.wire.buffer.WriteBuffer;
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
    int length = start(out, 'P');
    out.putCString(name).putCString(sql).putShort(parameterOids.length);
    for (int oid : parameterOids) {
      out.putInt(oid);
    }
    end(out, length);
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
    int length = start(out, 'Q');
    out.putCString(sql);
    end(out, length);
  }

  public static void copyFail(WriteBuffer out, String reason) {
    int length = start(out, 'f');
    out.putCString(reason);
    end(out, length);
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
  public static void end(WriteBuffer out, int length) {
    out.setInt(length, out.position() - length);
  }
}
