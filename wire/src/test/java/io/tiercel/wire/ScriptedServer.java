package io.tiercel.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A server that lets everybody in and then plays the script of a test, for what a real one will
/// not do on request. Takes one connection.
final class ScriptedServer implements AutoCloseable {
  private static final long LIMIT_SECONDS = 30;

  private final ServerSocket listener;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable Throwable failure;
  private volatile @Nullable Socket socket;

  /// What the server does once the session is started.
  interface Script {
    void play(Peer client) throws IOException, InterruptedException;
  }

  /// The client, as the server sees it.
  record Peer(Socket socket, DataInputStream in, OutputStream out, CountDownLatch closing) {
    void send(byte[]... messages) throws IOException {
      for (byte[] message : messages) {
        out.write(message);
      }
      out.flush();
    }

    /// Reads messages up to the next one of that type.
    void awaitMessage(char type) throws IOException {
      int read;
      do {
        read = in.readUnsignedByte();
        in.skipNBytes(in.readInt() - 4L);
      } while (read != type);
    }

    /// Does nothing until the test is over.
    void sleep() throws InterruptedException {
      if (!closing.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the test does not end");
      }
    }
  }

  private ScriptedServer(Script script) throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    thread = Thread.ofPlatform().daemon().name("scripted server").start(() -> serve(script));
  }

  static ScriptedServer play(Script script) {
    try {
      return new ScriptedServer(script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(Script script) {
    try (Socket accepted = listener.accept()) {
      socket = accepted;
      var in = new DataInputStream(accepted.getInputStream());
      in.skipNBytes(in.readInt() - 4L); // StartupMessage
      var client = new Peer(accepted, in, accepted.getOutputStream(), closing);
      client.send(message('R', new byte[] {0, 0, 0, 0}), ready('I'));
      script.play(client);
    } catch (EOFException e) {
      // The client has left, as most scripts want it to.
    } catch (IOException e) {
      if (closing.getCount() > 0) {
        failure = e;
      }
    } catch (InterruptedException | RuntimeException e) {
      failure = e;
    }
  }

  Connection connect() {
    return connect(Duration.ofSeconds(20));
  }

  Connection connect(Duration socketTimeout) {
    return Connection.open(
        ConnectionConfig.builder()
            .host("127.0.0.1", listener.getLocalPort())
            .user("nobody")
            .sslMode(SslMode.DISABLE)
            .socketTimeout(socketTimeout)
            .maxMessageBytes(1 << 20)
            .build());
  }

  /// Ends the script, whatever it waits for.
  @Override
  public void close() throws IOException {
    closing.countDown();
    listener.close();
    Socket accepted = socket;
    if (accepted != null) {
      accepted.close();
    }
    try {
      thread.join(Duration.ofSeconds(LIMIT_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw new AssertionError("the script failed", failure);
    }
  }

  // Messages

  static byte[] message(char type, byte[]... parts) {
    int length = Integer.BYTES;
    for (byte[] part : parts) {
      length += part.length;
    }
    return messageOfLength(type, length, parts);
  }

  /// A message whose length word says what it likes.
  static byte[] messageOfLength(char type, int length, byte[]... parts) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(type);
      out.writeInt(length);
      for (byte[] part : parts) {
        out.write(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static byte[] text(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  static byte[] int16(int value) {
    return new byte[] {(byte) (value >> 8), (byte) value};
  }

  static byte[] int32(int value) {
    return new byte[] {
      (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
    };
  }

  static byte[] ready(char status) {
    return message('Z', new byte[] {(byte) status});
  }

  static byte[] complete(String tag) {
    return message('C', text(tag));
  }

  static byte[] parseComplete() {
    return message('1');
  }

  static byte[] bindComplete() {
    return message('2');
  }

  static byte[] error(String severity, String sqlState, String message) {
    return message(
        'E',
        text("S" + severity),
        text("V" + severity),
        text("C" + sqlState),
        text("M" + message),
        new byte[1]);
  }

  /// The description of a statement without parameters and with one `int4` column `n`.
  static byte[] oneIntColumn() {
    return concat(
        message('t', int16(0)),
        message(
            'T', int16(1), text("n"), int32(0), int16(0), int32(23), int16(4), int32(-1),
            int16(0)));
  }

  static byte[] intRow(int value) {
    return message('D', int16(1), int32(4), int32(value));
  }

  static byte[] concat(byte[]... parts) {
    var bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
