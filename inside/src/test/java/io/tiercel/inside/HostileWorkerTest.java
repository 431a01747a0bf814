package io.tiercel.inside;

import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.protocol.FrameChannel;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.FrameWriter;
import io.tiercel.inside.protocol.SessionGone;
import io.tiercel.testkit.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The backend's half of the protocol against a worker that sends other bytes than it should: an
/// error or a value, but neither a crash nor a hang nor a session that is worse off.
class HostileWorkerTest {
  private static final int ROUNDS = 60;

  /// What a backend may make of it: not the protocol, a lost worker, a value that is none, a limit,
  /// a timeout, a state that the worker chose, or an error of SQL that was altered.
  private static final Set<String> CLASSES =
      Set.of("08", "58", "22", "54", "57", "38", "42", "26", "00", "0A", "40", "2D", "55", "23");

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @Test
  void altered_frames_are_errors_of_one_statement() throws Exception {
    var shared = InsideServer.orSkip();
    try (var server = OtherWorker.server(shared, 2);
        var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listening.bind(UnixDomainSocketAddress.of(OtherWorker.socket(server)), 64);
      Thread.ofPlatform().daemon().start(() -> accept(listening));
      var database = InsideServer.withExtension(server.defaultDatabase());
      database.execute(
          "set check_function_bodies = off;"
              + " create function f(int, text) returns text language javau as 'any.Thing.f';"
              + " create function s(int) returns setof int language javau as 'any.Thing.s'");
      try (var connection = database.connect()) {
        attack(connection, server);
      }
    }
  }

  private void attack(Connection connection, TestServer server) throws SQLException {
    String pid = scalar(connection, "select pg_backend_pid()");
    execute(connection, "set statement_timeout = '100ms'");
    var outcomes = new TreeMap<String, Integer>();
    for (int round = 0; round < ROUNDS; round++) {
      outcomes.merge(outcome(connection, round), 1, Integer::sum);
      assertEquals(pid, scalar(connection, "select pg_backend_pid()"), () -> "seed " + seed);
    }
    String message = "seed %d: %s".formatted(seed, outcomes);
    outcomes
        .keySet()
        .forEach(state -> assertTrue(CLASSES.contains(state.substring(0, 2)), message));
    // Otherwise nothing was altered, or everything was.
    assertTrue(outcomes.containsKey("00000") && outcomes.containsKey("08P01"), message);
    assertFalse(server.log().contains("was terminated by signal"), message);
  }

  private static String outcome(Connection connection, int round) {
    try {
      scalar(connection, round % 2 == 0 ? "select f(1, 'text')" : "select sum(n) from s(3) n");
      return "00000";
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    }
  }

  private void accept(ServerSocketChannel listening) {
    while (listening.isOpen()) {
      try {
        SocketChannel socket = listening.accept();
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      } catch (AsynchronousCloseException e) {
        return; // the end of the test
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(SocketChannel socket) {
    var channel = new FrameChannel(socket);
    try (socket) {
      for (FrameReader frame = channel.receive(); frame != null; frame = channel.receive()) {
        switch (frame.type()) {
          case FrameType.HELLO -> send(socket, hello(), false);
          case FrameType.DEFINE -> send(socket, defined(frame.level()), isAltered());
          case FrameType.CALL -> answer(socket, channel, frame);
          case FrameType.FETCH -> send(socket, rows(frame.level(), FrameType.LAST), isAltered());
          default -> {
            // the control connection's only frame, or an answer to what we altered
          }
        }
      }
    } catch (SessionGone | IOException e) {
      return; // the backend has had enough
    }
  }

  private boolean isAltered() {
    return random.nextInt(5) == 0;
  }

  private void answer(SocketChannel socket, FrameChannel channel, FrameReader call)
      throws IOException {
    int level = call.level();
    // One frame of a conversation, so that all that came before is believed. The last one is read
    // most.
    int target = random.nextInt(9);
    boolean isSet = call.array().length < 20;
    var log = new FrameWriter(FrameType.LOG, 0, level);
    log.body().putByte(0).putByte('M').putCString("a message").putByte(0);
    send(socket, log, target == 0);
    var prepare = new FrameWriter(FrameType.PREPARE, 0, level);
    prepare.body().putInt(random.nextInt()).putCString("select $1 + 1").putShort(1).putInt(23);
    int id = ByteBuffer.wrap(prepare.body().array(), 8, 4).getInt();
    send(socket, prepare, target == 1);
    channel.receiveAnswer();
    var execute = new FrameWriter(FrameType.EXECUTE, 0, level);
    execute.body().putInt(id).putInt(0).putShort(1).putByte(1).putInt(4).putInt(7);
    send(socket, execute, target == 2);
    channel.receiveAnswer();
    send(socket, new FrameWriter(FrameType.SAVEPOINT, 0, level), target == 3);
    channel.receiveAnswer();
    send(socket, new FrameWriter(FrameType.RELEASE, 0, level), target == 4);
    channel.receiveAnswer();
    send(socket, messages(level), target == 5);
    FrameReader answers = channel.receiveAnswer();
    while (answers.type() == FrameType.ANSWERS && (answers.flags() & FrameType.LAST) == 0) {
      answers = channel.receiveAnswer();
    }
    if (isSet) {
      send(socket, rows(level, 0), target >= 6);
    } else {
      var result = new FrameWriter(FrameType.RESULT, 0, level);
      // A text, because an int of another length is refused before it is read.
      result.body().putInt(1).putShort(1).putInt(4).putUtf8("some");
      send(socket, result, target >= 6);
    }
  }

  /// Parse, Bind, Describe, Execute, Close, Sync and Query of a driver.
  private static FrameWriter messages(int level) {
    var frame = new FrameWriter(FrameType.MESSAGES, 0, level);
    var body = frame.body();
    body.putInt(1);
    message(body, 'P', out -> out.putCString("").putCString("select $1 || 'x', 7").putShort(0));
    message(
        body,
        'B',
        out ->
            out.putCString("")
                .putCString("")
                .putShort(1)
                .putShort(1)
                .putShort(1)
                .putInt(2)
                .putUtf8("ab")
                .putShort(1)
                .putShort(1));
    message(body, 'D', out -> out.putByte('P').putCString(""));
    message(body, 'E', out -> out.putCString("").putInt(0));
    message(body, 'C', out -> out.putByte('S').putCString(""));
    message(body, 'S', _ -> {});
    message(body, 'Q', out -> out.putCString("begin; savepoint s; select 1; commit"));
    return frame;
  }

  private static void message(
      io.tiercel.wire.buffer.WriteBuffer body,
      char type,
      java.util.function.Consumer<io.tiercel.wire.buffer.WriteBuffer> content) {
    body.putByte(type);
    int at = body.position();
    body.putInt(0);
    content.accept(body);
    body.setInt(at, body.position() - at);
  }

  private static FrameWriter hello() {
    var frame = new FrameWriter(FrameType.HELLO, 0, 0);
    frame.body().putShort(2).putLong(1).putLong(2);
    return frame;
  }

  private static FrameWriter defined(int level) {
    var frame = new FrameWriter(FrameType.DEFINED, 0, level);
    frame.body().putByte(1).putByte(1).putByte(1);
    return frame;
  }

  private static FrameWriter rows(int level, int flags) {
    var frame = new FrameWriter(FrameType.ROWS, flags, level);
    frame.body().putInt(2);
    for (int i = 0; i < 2; i++) {
      frame.body().putShort(1).putInt(4).putInt(i);
    }
    return frame;
  }

  /// Sends a frame, some bytes of which may be others, and of which the end may be missing.
  private void send(SocketChannel socket, FrameWriter frame, boolean isAltered) throws IOException {
    var body = frame.body();
    byte[] bytes = Arrays.copyOf(body.array(), body.position());
    ByteBuffer.wrap(bytes).putInt(0, frame.bodyBytes());
    int length = bytes.length;
    if (isAltered) {
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      length -= random.nextInt(8) == 0 ? random.nextInt(length) : 0;
    }
    var buffer = ByteBuffer.wrap(bytes, 0, length);
    while (buffer.hasRemaining()) {
      socket.write(buffer);
    }
  }
}
