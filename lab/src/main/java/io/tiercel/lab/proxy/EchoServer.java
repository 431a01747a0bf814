package io.tiercel.lab.proxy;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;

/// Sends back what it receives: the yardstick for what a proxy costs.
final class EchoServer implements Closeable {
  private static final int READ_TIMEOUT_MILLIS = 10_000;

  private final ServerSocket listener;

  EchoServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("echo-accept").start(this::acceptUntilClosed);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  private void acceptUntilClosed() {
    try {
      while (true) {
        var socket = listener.accept();
        Thread.ofPlatform().daemon().name("echo").start(() -> echo(socket));
      }
    } catch (IOException e) {
      // Closed: the end of this server.
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      // The client broke off; there is nobody left to tell.
    }
  }

  /// The median over `samples` of sending one byte and waiting for it, after as many to warm up.
  static Duration medianRoundTrip(InetSocketAddress address, int samples) throws IOException {
    try (var socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(READ_TIMEOUT_MILLIS);
      var nanos = new long[samples];
      for (int i = -samples; i < samples; i++) {
        long start = System.nanoTime();
        socket.getOutputStream().write(1);
        if (socket.getInputStream().read() < 0) {
          throw new EOFException("the echo server hung up");
        }
        nanos[Math.max(i, 0)] = System.nanoTime() - start;
      }
      Arrays.sort(nanos);
      return Duration.ofNanos(nanos[samples / 2]);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
