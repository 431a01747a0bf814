package io.tiercel.jdbc.fault;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A server that says what a test wants it to say: first to whoever connects, then to each batch of
/// messages that ends in a Sync. Takes any number of connections; those it does not hang up on stay
/// open and silent until the test is over.
final class HostileServer implements AutoCloseable {
  private static final int SSL_REQUEST = 80_877_103;
  private static final int CANCEL_REQUEST = 80_877_102;

  static final byte[] WELCOME =
      concat(
          message('R', int32(0)),
          message('S', text("server_version"), text("18.0")),
          message('S', text("client_encoding"), text("UTF8")),
          message('S', text("standard_conforming_strings"), text("on")),
          message('S', text("DateStyle"), text("ISO, MDY")),
          message('K', int32(1), int32(2)),
          ready('I'));

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final CountDownLatch closing = new CountDownLatch(1);
  private final byte[] welcome;
  private final Answer answer;

  /// What is sent when the client waits for answers.
  @FunctionalInterface
  interface Answer {
    /// Sends, and returns whether to hang up then.
    boolean send(OutputStream out) throws IOException;
  }

  HostileServer(byte[] welcome, Answer answer) throws IOException {
    this.welcome = welcome;
    this.answer = answer;
    Thread.ofVirtual().name("hostile server").start(this::serve);
  }

  static HostileServer answering(byte[] bytes, boolean hangsUp) throws IOException {
    return new HostileServer(
        WELCOME,
        out -> {
          out.write(bytes);
          return hangsUp;
        });
  }

  /// A URL of our driver for it.
  String url() {
    return "jdbc:tiercel://127.0.0.1:%d/nothing?user=nobody&password=secret&sslmode=disable"
        .formatted(listener.getLocalPort());
  }

  private void serve() {
    while (!listener.isClosed()) {
      try {
        Socket accepted = listener.accept();
        Thread.ofVirtual().start(() -> play(accepted));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void play(Socket accepted) {
    try (accepted) {
      var in = new DataInputStream(accepted.getInputStream());
      var out = accepted.getOutputStream();
      if (!isGreeted(in, out)) {
        return;
      }
      out.write(welcome);
      while (true) {
        awaitSync(in);
        if (answer.send(out)) {
          return;
        }
      }
    } catch (IOException e) {
      // The client has had enough, as it should.
    }
    awaitEnd();
  }

  private static boolean isGreeted(DataInputStream in, OutputStream out) throws IOException {
    while (true) {
      int length = in.readInt();
      int code = in.readInt();
      in.skipNBytes(length - 8L);
      if (code == CANCEL_REQUEST) {
        return false;
      }
      if (code != SSL_REQUEST) {
        return true;
      }
      out.write('N');
    }
  }

  private static void awaitSync(DataInputStream in) throws IOException {
    int type;
    do {
      type = in.readUnsignedByte();
      in.skipNBytes(in.readInt() - 4L);
      if (type == 'X') {
        throw new SocketException("the client has said goodbye");
      }
    } while (type != 'S' && type != 'Q');
  }

  private void awaitEnd() {
    try {
      closing.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    listener.close();
  }

  // Messages

  static byte[] message(char type, byte[]... parts) {
    byte[] body = concat(parts);
    return messageOfLength(type, Integer.BYTES + body.length, body);
  }

  /// A message whose length word says what it likes.
  static byte[] messageOfLength(char type, int length, byte[]... parts) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(type);
      out.writeInt(length);
      out.write(concat(parts));
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
    return concat(int16(value >> 16), int16(value));
  }

  static byte[] ready(char status) {
    return message('Z', new byte[] {(byte) status});
  }

  /// One column of type `int4`, as text.
  static byte[] column(String name) {
    return concat(text(name), int32(0), int16(0), int32(23), int16(4), int32(-1), int16(0));
  }

  static byte[] notice(String message) {
    return message(
        'N', text("SNOTICE"), text("VNOTICE"), text("C00000"), text("M" + message), new byte[1]);
  }

  static byte[] concat(byte[]... parts) {
    var bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
