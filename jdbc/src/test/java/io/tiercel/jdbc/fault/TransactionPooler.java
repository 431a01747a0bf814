package io.tiercel.jdbc.fault;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// What a pooler does that shares sessions by transaction and knows nothing of prepared statements:
/// whenever the client has begun nothing, the next message meets a session that has none, neither
/// with a name nor without. Here it is the same session, made to forget. Connections are not
/// encrypted.
final class TransactionPooler implements AutoCloseable {
  private static final byte[] FORGET = "deallocate all\0".getBytes(StandardCharsets.UTF_8);

  private final String host;
  private final int port;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger named = new AtomicInteger();
  private final AtomicInteger switches = new AtomicInteger();

  TransactionPooler(String host, int port) {
    this.host = host;
    this.port = port;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /// How many statements were given a name.
  int named() {
    return named.get();
  }

  /// How often a session was exchanged for another.
  int switches() {
    return switches.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        var server = new Socket(host, port);
        open.add(client);
        open.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        var line = new Line(client, server);
        Thread.ofVirtual().start(() -> run(line::toServer, line));
        Thread.ofVirtual().start(() -> run(line::toClient, line));
      } catch (IOException e) {
        // The test is over, or the client finds its line cut.
      }
    }
  }

  private interface Direction {
    void pass() throws IOException;
  }

  private static void run(Direction direction, Line line) {
    try (line.client;
        line.server) {
      direction.pass();
    } catch (IOException e) {
      // One side has left; so does the other.
    }
  }

  /// One client and its session.
  private final class Line {
    private final Socket client;
    private final Socket server;

    /// Whether the server waits and the client has begun nothing.
    private boolean isIdle;

    /// Whether the next answers are to the pooler.
    private boolean isForgetting;

    /// The Syncs and simple queries that have no answer yet.
    private int asked;

    Line(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void toServer() throws IOException {
      var in = new DataInputStream(client.getInputStream());
      var out = new DataOutputStream(server.getOutputStream());
      byte[] startup = new byte[in.readInt() - Integer.BYTES];
      in.readFully(startup);
      out.writeInt(startup.length + Integer.BYTES);
      out.write(startup);
      while (true) {
        int type = in.readUnsignedByte();
        byte[] body = new byte[in.readInt() - Integer.BYTES];
        in.readFully(body);
        if (type == 'P' && body[0] != 0) {
          named.incrementAndGet();
        }
        if (type != 'X') {
          forgetIfIdle(out, type);
        }
        write(out, type, body);
      }
    }

    private synchronized void forgetIfIdle(DataOutputStream out, int type) throws IOException {
      if (isIdle) {
        isIdle = false;
        isForgetting = true;
        switches.incrementAndGet();
        write(out, 'Q', FORGET);
        while (isForgetting) {
          try {
            wait();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        }
      }
      if (type == 'S' || type == 'Q') {
        asked++;
      }
    }

    void toClient() throws IOException {
      var in = new DataInputStream(server.getInputStream());
      var out = new DataOutputStream(client.getOutputStream());
      while (true) {
        int type = in.readUnsignedByte();
        byte[] body = new byte[in.readInt() - Integer.BYTES];
        in.readFully(body);
        if (isForTheClient(type, body)) {
          write(out, type, body);
        }
      }
    }

    private synchronized boolean isForTheClient(int type, byte[] body) {
      boolean isForgotten = isForgetting;
      if (type == 'Z') {
        asked = Math.max(0, asked - (isForgetting ? 0 : 1));
        isIdle = asked == 0 && body[0] == 'I' && !isForgetting;
        isForgetting = false;
        notifyAll();
      }
      return !isForgotten;
    }
  }

  private static void write(DataOutputStream out, int type, byte[] body) throws IOException {
    byte[] message = new byte[1 + Integer.BYTES + body.length];
    int length = body.length + Integer.BYTES;
    message[0] = (byte) type;
    for (int i = 0; i < Integer.BYTES; i++) {
      message[1 + i] = (byte) (length >>> (8 * (3 - i)));
    }
    System.arraycopy(body, 0, message, 1 + Integer.BYTES, body.length);
    out.write(message);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
