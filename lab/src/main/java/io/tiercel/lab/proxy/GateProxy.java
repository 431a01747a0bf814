package io.tiercel.lab.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Hands everything on until it is shut: then what the server says is kept, in order, until it is
/// opened again. What clients say passes always. So a client lives on with an old view of the
/// world, as behind a network that is stuck. Safe for any thread.
public final class GateProxy implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition opened = lock.newCondition();
  private final Relay relay;

  // Guarded by lock.
  private boolean isShut;

  private GateProxy(InetSocketAddress server) throws IOException {
    relay = new Relay(server, toClient -> new Relay.Link(GateProxy::pass, this::passWhenOpen));
  }

  /// Listens on a free loopback port, open.
  ///
  /// @throws IOException when no port can be had
  public static GateProxy to(InetSocketAddress server) throws IOException {
    return new GateProxy(server);
  }

  /// Where clients connect.
  public InetSocketAddress address() {
    return relay.address();
  }

  /// From now on nothing that the server says is handed on.
  public void shut() {
    set(true);
  }

  /// Everything that was kept is handed on, and what comes after it.
  public void open() {
    set(false);
  }

  private void set(boolean shut) {
    lock.lock();
    try {
      isShut = shut;
      opened.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static void pass(InputStream in, OutputStream out) throws IOException {
    in.transferTo(out);
  }

  private void passWhenOpen(InputStream in, OutputStream out) throws IOException {
    var buffer = new byte[Pump.CHUNK_BYTES];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      awaitOpen();
      out.write(buffer, 0, n);
      out.flush();
    }
  }

  private void awaitOpen() throws IOException {
    lock.lock();
    try {
      while (isShut) {
        opened.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted at the gate", e);
    } finally {
      lock.unlock();
    }
  }

  /// Opens the gate, stops listening and hangs up on everyone.
  @Override
  public void close() throws IOException {
    open();
    relay.close();
  }
}
