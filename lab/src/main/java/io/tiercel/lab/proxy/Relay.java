package io.tiercel.lab.proxy;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Listens on a free loopback port and joins every connection it accepts to one server by two
/// pumps. The end of one direction is passed on as a half-close; a broken direction breaks both.
///
/// Platform threads, because timing is the point of [DelayProxy] and a virtual thread's wake-up
/// passes through a poller first.
final class Relay implements Closeable {
  /// The two directions of one connection.
  record Link(Pump toServer, Pump toClient) {}

  /// Makes the pumps of a new connection; `toClient` is for answers that need no server.
  @FunctionalInterface
  interface Wiring {
    Link wire(OutputStream toClient);
  }

  private static final int CONNECT_TIMEOUT_MILLIS = 10_000;

  private final InetSocketAddress server;
  private final Wiring wiring;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  Relay(InetSocketAddress server, Wiring wiring) throws IOException {
    this.server = server;
    this.wiring = wiring;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("relay-accept", this::acceptUntilClosed);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  private void acceptUntilClosed() {
    while (!listener.isClosed()) {
      try {
        join(listener.accept());
      } catch (IOException e) {
        // Either the relay was closed, or this one client found no server and was hung up on.
      }
    }
  }

  private void join(Socket client) throws IOException {
    open.add(client);
    var upstream = new Socket();
    try {
      upstream.connect(server, CONNECT_TIMEOUT_MILLIS);
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      upstream.setOption(StandardSocketOptions.TCP_NODELAY, true);
    } catch (IOException e) {
      hangUp(client, upstream);
      throw e;
    }
    open.add(upstream);
    if (listener.isClosed()) {
      hangUp(client, upstream);
      return;
    }
    var link = wiring.wire(client.getOutputStream());
    var toServer = start("relay-to-server", () -> pump(link.toServer(), client, upstream));
    start(
        "relay-to-client",
        () -> {
          pump(link.toClient(), upstream, client);
          awaitEnd(toServer);
          hangUp(client, upstream);
        });
  }

  private void pump(Pump pump, Socket from, Socket to) {
    try {
      pump.run(from.getInputStream(), to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      hangUp(from, to);
    }
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hangUp(Socket... sockets) {
    for (var socket : sockets) {
      open.remove(socket);
      try {
        socket.close();
      } catch (IOException e) {
        // A socket that fails to close is gone all the same.
      }
    }
  }

  private static Thread start(String name, Runnable body) {
    return Thread.ofPlatform().daemon().name(name).start(body);
  }

  /// Stops listening and hangs up on everyone.
  @Override
  public void close() throws IOException {
    listener.close();
    hangUp(open.toArray(Socket[]::new));
  }
}
