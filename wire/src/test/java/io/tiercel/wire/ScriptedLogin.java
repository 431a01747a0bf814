package io.tiercel.wire;

import static io.tiercel.wire.ScriptedServer.int32;
import static io.tiercel.wire.ScriptedServer.message;

import io.tiercel.testkit.TestCertificates;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A server that asks as the script of a test says, over TLS from the first byte or without, and
/// keeps what it is answered. Takes any number of connections, one after the other.
final class ScriptedLogin implements AutoCloseable {
  static final byte[] OK = message('R', int32(0));

  private final ServerSocket listener;
  private final Thread thread;
  private final boolean isEncrypted;
  final List<String> answers = new CopyOnWriteArrayList<>();
  private volatile @Nullable Throwable failure;

  /// What the server does once it has the startup message.
  interface Script {
    void play(Client client) throws IOException;
  }

  /// The client, as the server sees it.
  record Client(DataInputStream in, OutputStream out, List<String> answers) {
    void send(byte[]... messages) throws IOException {
      for (byte[] message : messages) {
        out.write(message);
      }
      out.flush();
    }

    /// The body of the next message, zero bytes shown as `|`.
    String answer() throws IOException {
      in.readUnsignedByte();
      byte[] body = new byte[in.readInt() - 4];
      in.readFully(body);
      String answer = new String(body, StandardCharsets.UTF_8).replace('\0', '|');
      answers.add(answer);
      return answer;
    }
  }

  private ScriptedLogin(ServerSocket listener, boolean isEncrypted, Script script) {
    this.listener = listener;
    this.isEncrypted = isEncrypted;
    thread = Thread.ofPlatform().daemon().name("scripted login").start(() -> serve(script));
  }

  static ScriptedLogin plain(Script script) throws IOException {
    return new ScriptedLogin(
        new ServerSocket(0, 5, InetAddress.getLoopbackAddress()), false, script);
  }

  static ScriptedLogin encrypted(Script script) throws IOException, GeneralSecurityException {
    char[] password = TestCertificates.STORE_PASSWORD.toCharArray();
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = new FileInputStream(TestCertificates.get().store().toFile())) {
      keys.load(in, password);
    }
    for (String other : List.of("client", "stranger", "authority")) {
      keys.deleteEntry(other);
    }
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, password);
    var context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    var socket =
        context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress());
    return new ScriptedLogin(socket, true, script);
  }

  private void serve(Script script) {
    while (!listener.isClosed()) {
      try (Socket accepted = listener.accept()) {
        var in = new DataInputStream(accepted.getInputStream());
        in.skipNBytes(in.readInt() - 4L); // StartupMessage
        script.play(new Client(in, accepted.getOutputStream(), answers));
      } catch (EOFException | SocketException e) {
        // The client has left, or the test is over.
      } catch (IOException | RuntimeException e) {
        failure = e;
      }
    }
  }

  /// How to come here, trusting its certificate where it has one.
  ConnectionConfig.Builder config() {
    return ConnectionConfig.builder()
        .host("127.0.0.1", listener.getLocalPort())
        .user("anna")
        .sslMode(isEncrypted ? SslMode.VERIFY_FULL : SslMode.DISABLE)
        .sslRootCert(TestCertificates.get().authority().toString())
        .sslNegotiationDirect(isEncrypted);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    try {
      thread.join(Duration.ofSeconds(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw new AssertionError("the script failed", failure);
    }
  }
}
