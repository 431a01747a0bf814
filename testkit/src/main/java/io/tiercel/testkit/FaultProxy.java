package io.tiercel.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Stands between a client and a server, passes on what they say, and cuts the line when so many
/// bytes have gone in one direction: with a reset, or by an orderly end. Safe for any thread.
public final class FaultProxy implements AutoCloseable {
  /// Which way bytes go.
  public enum Direction {
    TO_SERVER,
    TO_CLIENT
  }

  private static final int BUFFER_BYTES = 16 * 1024;

  private volatile InetSocketAddress server;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong toServer = new AtomicLong();
  private final AtomicLong toClient = new AtomicLong();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicReference<Direction> last = new AtomicReference<>(Direction.TO_CLIENT);
  private final AtomicInteger linesToLose = new AtomicInteger();
  private final Object holding = new Object();
  private boolean holdsAnswers;
  private volatile Cut cut = new Cut(Direction.TO_CLIENT, Long.MAX_VALUE, false);

  /// After `bytes` more the line is cut; what stands behind them is never passed on.
  private record Cut(Direction direction, long bytes, boolean resets) {}

  private FaultProxy(InetSocketAddress server) throws IOException {
    this.server = server;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("fault proxy").start(this::accept);
  }

  /// A proxy before the server that listens there.
  public static FaultProxy to(String host, int port) {
    try {
      return new FaultProxy(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Clients that connect from now on speak to the server that listens there, as by an address that
  /// moves from one machine to another. Lines that are open stay where they are.
  public void moveTo(String host, int port) {
    server = new InetSocketAddress(host, port);
  }

  /// Where clients connect to, on the loopback address.
  public int port() {
    return listener.getLocalPort();
  }

  /// Cuts every line, present and to come, once `bytes` more went that way, counted over all.
  ///
  /// @param resets whether the client sees a reset, instead of an orderly end
  public void cutAfter(Direction direction, long bytes, boolean resets) {
    cut = new Cut(direction, counter(direction).get() + bytes, resets);
  }

  /// Passes on everything from now on.
  public void heal() {
    cut = new Cut(Direction.TO_CLIENT, Long.MAX_VALUE, false);
  }

  /// The next clients that connect speak to nobody: what they say is read, and their line ends when
  /// they stop.
  public void loseLines(int count) {
    linesToLose.set(count);
  }

  /// How many of [#loseLines(int)] are still to come.
  public int linesToLose() {
    return linesToLose.get();
  }

  /// Keeps what servers say to itself from now on, until [#passAnswers()].
  public void holdAnswers() {
    synchronized (holding) {
      holdsAnswers = true;
    }
  }

  /// Passes on what was held, and what comes.
  public void passAnswers() {
    synchronized (holding) {
      holdsAnswers = false;
      holding.notifyAll();
    }
  }

  private void awaitPassing() throws IOException {
    synchronized (holding) {
      while (holdsAnswers) {
        try {
          holding.wait();
        } catch (InterruptedException e) {
          throw new InterruptedIOException("interrupted while holding answers");
        }
      }
    }
  }

  /// How many bytes went that way so far.
  public long passed(Direction direction) {
    return counter(direction).get();
  }

  /// How often the client has begun to speak after the server did, or at first. Over one line that
  /// is the number of round trips so far, if the client does not speak while it listens.
  public long roundTrips() {
    return roundTrips.get();
  }

  private AtomicLong counter(Direction direction) {
    return direction == Direction.TO_SERVER ? toServer : toClient;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        if (linesToLose.get() > 0) {
          Thread.ofVirtual().start(() -> lose(client));
          continue;
        }
        Socket upstream = new Socket();
        open.add(upstream);
        upstream.connect(server);
        upstream.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> pass(Direction.TO_SERVER, client, upstream));
        Thread.ofVirtual().start(() -> pass(Direction.TO_CLIENT, upstream, client));
      } catch (IOException e) {
        // The test is over, or the server is gone: the client finds its line cut.
      }
    }
  }

  /// A line is lost once something was said on it; then its client is told that it is over.
  private void lose(Socket client) {
    try {
      if (client.getInputStream().read(new byte[BUFFER_BYTES]) > 0) {
        linesToLose.decrementAndGet();
      }
    } catch (IOException e) {
      // The client has left, having said nothing.
    } finally {
      end(client, false);
    }
  }

  private void pass(Direction direction, Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    AtomicLong passed = counter(direction);
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (direction == Direction.TO_CLIENT) {
          awaitPassing();
        }
        if (last.getAndSet(direction) != direction && direction == Direction.TO_SERVER) {
          roundTrips.incrementAndGet();
        }
        Cut now = cut;
        long before = passed.getAndAdd(count);
        boolean cuts = now.direction() == direction && before + count > now.bytes();
        int allowed = cuts ? (int) Math.max(0, now.bytes() - before) : count;
        out.write(buffer, 0, allowed);
        if (cuts) {
          end(direction == Direction.TO_SERVER ? from : to, now.resets());
          break;
        }
      }
    } catch (IOException e) {
      // One side has left; the other is told below.
    } finally {
      end(from, false);
      end(to, false);
    }
  }

  private void end(Socket socket, boolean resets) {
    try {
      if (resets) {
        socket.setSoLinger(true, 0);
      }
      socket.close();
    } catch (IOException e) {
      // It is gone already.
    }
    open.remove(socket);
  }

  /// Cuts all lines and listens no more.
  @Override
  public void close() {
    passAnswers();
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    open.forEach(socket -> end(socket, false));
  }
}
