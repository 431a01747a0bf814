package io.tiercel.inside.host;

import io.tiercel.inside.jar.DatabaseLoaders;
import io.tiercel.inside.protocol.FrameChannel;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.SessionGone;
import io.tiercel.inside.protocol.Spinning;
import io.tiercel.wire.error.ProtocolViolation;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The backends that are connected, by the tokens of their sessions. Each new connection says in
/// its first frame what it is: HELLO begins a session, ATTACH (a token, u64) is the control
/// connection of one. Safe for any thread.
final class Backends {
  private static final Logger LOGGER = System.getLogger(Backends.class.getName());

  private final long epoch;
  private final ControlWatch watch;
  private final Abandonment abandonment;
  private final Spinning spinning;
  private final DatabaseLoaders loaders =
      new DatabaseLoaders(Thread.currentThread().getContextClassLoader());
  private final SecureRandom random = new SecureRandom();
  private final Map<Long, Running> byToken = new ConcurrentHashMap<>();

  private record Running(Thread thread, Session session) {}

  Backends(long epoch, ControlWatch watch, Abandonment abandonment, Spinning spinning) {
    this.epoch = epoch;
    this.watch = watch;
    this.abandonment = abandonment;
    this.spinning = spinning;
  }

  /// How many sessions there are.
  int count() {
    return byToken.size();
  }

  /// Serves a connection until it ends, on the running thread.
  void serve(SocketChannel socket) {
    var channel = new FrameChannel(socket, spinning);
    boolean isWatched = false;
    try {
      FrameReader first = channel.receive();
      if (first == null) {
        return; // a connection that said nothing
      }
      switch (first.type()) {
        case FrameType.HELLO -> session(channel, Greeting.read(first));
        case FrameType.ATTACH -> isWatched = attach(socket, first.readLong());
        default -> throw new ProtocolViolation("a connection that begins with something else");
      }
    } catch (ProtocolViolation | SessionGone e) {
      LOGGER.log(Level.WARNING, () -> "refused a connection: " + e.getMessage());
    } finally {
      if (!isWatched) {
        close(channel);
      }
    }
  }

  private void session(FrameChannel channel, Greeting greeting) {
    long token = random.nextLong();
    Thread thread = Thread.currentThread();
    thread.setName("pgjava backend " + greeting.backendPid());
    var session = new Session(channel, greeting, loaders.ofDatabase(greeting.database()));
    byToken.put(token, new Running(thread, session));
    try {
      channel.send(Greeting.answer(epoch, token));
      session.run();
    } finally {
      byToken.remove(token);
    }
  }

  /// Returns whether the connection is watched from now on.
  private boolean attach(SocketChannel control, long token) {
    Running running = byToken.get(token);
    if (running == null) {
      return false; // the session has ended meanwhile
    }
    watch.watch(control, () -> abandonment.end(running.thread, running.session));
    return true;
  }

  private static void close(FrameChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOGGER.log(Level.DEBUG, () -> "could not close a connection: " + e);
    }
  }
}
