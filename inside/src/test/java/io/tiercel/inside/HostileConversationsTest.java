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
import io.tiercel.testkit.TestDatabase;
import io.tiercel.wire.error.ProtocolViolation;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// As [HostileWorkerTest], of the conversations of triggers, aggregates, jars, procedures and COPY:
/// a worker that alters bytes of one frame in each.
class HostileConversationsTest {
  private static final int ROUNDS = 100;
  private static final int ALTERED_OF = 4;

  /// As there; and what COPY and triggers make of altered data.
  private static final Set<String> CLASSES =
      Set.of(
          "08", "58", "22", "54", "57", "38", "42", "26", "00", "0A", "40", "2D", "55", "23", "25",
          "3B", "XX");

  /// One statement of a session, for each kind of conversation.
  private static final List<String> STATEMENTS =
      List.of(
          "insert into target select i, 'x' from generate_series(1, 3) i",
          "select total(i) from generate_series(1, 20000) i",
          "select i % 3, total(i) from generate_series(1, 300) i group by 1",
          "select copied()",
          "call ending()",
          "update pgjava.jar set version = 1; select from_jar()");

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
      define(database);
      var good = new TreeMap<String, Integer>();
      try (var connection = database.connect()) {
        attack(connection, good);
      }
      assertFalse(server.log().contains("was terminated by signal"), () -> "seed " + seed);
      // Of each conversation some went well: otherwise it may never get far.
      assertEquals(STATEMENTS.size(), good.size(), () -> "seed %d: %s".formatted(seed, good));
    }
  }

  private static void define(TestDatabase database) {
    database.execute(
        "set check_function_bodies = off;"
            + " create table target (a int, b text);"
            + " create table target_copy (a int, b text);"
            + " create function t() returns trigger language javau as 'any.Thing.row';"
            + " create function s() returns trigger language javau as 'any.Thing.statement';"
            + " create trigger r before insert on target for each row execute function t();"
            + " create trigger s after insert on target referencing new table as fresh"
            + " for each statement execute function s();"
            + " create function total_add(internal, int) returns internal language javau"
            + " as 'any.Thing.add';"
            + " create function total_result(internal) returns bigint language javau"
            + " as 'any.Thing.result';"
            + " create aggregate total(int) (sfunc = total_add, stype = internal,"
            + " finalfunc = total_result);"
            + " create function copied() returns int language javau as 'any.Thing.copy';"
            + " create procedure ending() language javau as 'any.Thing.end';"
            + " insert into pgjava.jar (name, version) values ('shop', 1);"
            + " insert into pgjava.jar_version (jar, version, content, install, remove)"
            + " values ('shop', 1, 'no jar', '{}', '{}');"
            + " create function from_jar() returns int language javau as 'shop!any.Thing.jar'");
  }

  private void attack(Connection connection, Map<String, Integer> good) throws SQLException {
    String pid = scalar(connection, "select pg_backend_pid()");
    execute(connection, "set statement_timeout = '300ms'");
    var outcomes = new TreeMap<String, Integer>();
    for (int round = 0; round < ROUNDS; round++) {
      String statement = STATEMENTS.get(round % STATEMENTS.size());
      String state = outcome(connection, statement);
      outcomes.merge(state, 1, Integer::sum);
      if (state.equals("00000")) {
        good.merge(statement, 1, Integer::sum);
      }
      assertEquals(pid, scalar(connection, "select pg_backend_pid()"), () -> "seed " + seed);
    }
    String message = "seed %d: %s".formatted(seed, outcomes);
    outcomes
        .keySet()
        .forEach(state -> assertTrue(CLASSES.contains(state.substring(0, 2)), message));
    assertTrue(outcomes.containsKey("08P01"), message);
  }

  private static String outcome(Connection connection, String statement) {
    try {
      execute(connection, statement);
      return "00000";
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    }
  }

  private void accept(ServerSocketChannel listening) {
    while (listening.isOpen()) {
      try {
        SocketChannel socket = listening.accept();
        Thread.ofPlatform().daemon().start(() -> new Worker(socket).serve());
      } catch (AsynchronousCloseException e) {
        return; // the end of the test
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// One session of the hostile worker.
  private final class Worker {
    private final SocketChannel socket;
    private final FrameChannel channel;
    private final Map<Integer, String> sources = new HashMap<>();
    private int level;

    /// How many frames of the running conversation are sent before the altered one.
    private int unaltered;

    Worker(SocketChannel socket) {
      this.socket = socket;
      channel = new FrameChannel(socket);
    }

    void serve() {
      try (socket) {
        for (FrameReader frame = channel.receive(); frame != null; frame = channel.receive()) {
          level = frame.level();
          unaltered = random.nextInt(ALTERED_OF) == 0 ? random.nextInt(4) : Integer.MAX_VALUE;
          switch (frame.type()) {
            case FrameType.HELLO -> {
              unaltered = Integer.MAX_VALUE;
              send(frame(FrameType.HELLO, body -> body.putShort(2).putLong(1).putLong(2)));
            }
            case FrameType.DEFINE -> define(frame);
            case FrameType.CALL -> call(frame);
            default -> {
              // the control connection's only frame, FORGET_GROUPS, an answer to what we altered
            }
          }
        }
      } catch (SessionGone | ProtocolViolation | IOException e) {
        return; // the backend has had enough
      }
    }

    private void define(FrameReader frame) throws IOException {
      int number = frame.readInt();
      frame.readInt();
      int kind = frame.readByte();
      frame.readCString();
      String source = frame.readCString();
      int values = frame.readOids().size() + frame.readOids().size();
      sources.put(number, source.substring(source.lastIndexOf('.') + 1));
      assertEquals(0, frame.readUnsignedShort(), "definitions of types");
      if (kind == 1 && frame.readByte() != 0) {
        for (int i = 0; i < 2 + values / 2; i++) {
          frame.readCString();
        }
      }
      for (int jars = frame.readUnsignedShort(); jars > 0; jars--) {
        frame.readCString();
        String hash = frame.readCString();
        send(frame(FrameType.JAR, body -> body.putCString(hash)));
        channel.receiveAnswer();
      }
      send(
          frame(
              FrameType.DEFINED,
              body -> {
                for (int i = 0; i < values; i++) {
                  body.putByte(1);
                }
              }));
    }

    private void call(FrameReader frame) throws IOException {
      switch (sources.getOrDefault(frame.readInt(), "")) {
        case "row" ->
            send(
                frame(
                    FrameType.RESULT,
                    body ->
                        body.putInt(1)
                            .putShort(2)
                            .putShort(2)
                            .putInt(4)
                            .putUtf8("some")
                            .putShort(1)
                            .putInt(4)
                            .putInt(7)));
        case "statement" -> readTransitions();
        case "add" -> send(frame(FrameType.RESULT, body -> body.putInt(0)));
        case "result" ->
            send(
                frame(
                    FrameType.RESULT,
                    body -> body.putInt(1).putShort(1).putInt(Long.BYTES).putLong(42)));
        case "copy" -> copy();
        case "end" -> end();
        default -> sendInt();
      }
    }

    private void sendInt() throws IOException {
      send(frame(FrameType.RESULT, body -> body.putInt(1).putShort(1).putInt(4).putInt(7)));
    }

    private void readTransitions() throws IOException {
      for (int fromStart = 1; fromStart >= 0; fromStart--) {
        int flag = fromStart;
        send(frame(FrameType.TRANSITION, body -> body.putByte(1).putByte(flag)));
        channel.receiveAnswer();
      }
      send(frame(FrameType.RESULT, body -> body.putInt(1).putShort(0)));
    }

    private void copy() throws IOException {
      send(
          frame(
              FrameType.MESSAGES,
              body -> {
                body.putInt(1);
                message(body, 'Q', "copy target_copy from stdin (format csv)\0");
                message(body, 'd', "1,one\n2,");
              }));
      readAnswers();
      send(
          frame(
              FrameType.MESSAGES,
              body -> {
                body.putInt(1);
                message(body, 'd', "two\n");
                message(body, 'd', "");
                message(body, random.nextInt(4) == 0 ? 'f' : 'c', "\0");
              }));
      readAnswers();
      sendInt();
    }

    private void end() throws IOException {
      for (byte type : new byte[] {FrameType.COMMIT, FrameType.ABORT, FrameType.COMMIT}) {
        send(frame(type, _ -> {}));
        channel.receiveAnswer();
      }
      send(frame(FrameType.RESULT, body -> body.putInt(1).putShort(0)));
    }

    private void readAnswers() {
      FrameReader answer = channel.receiveAnswer();
      while (answer.type() == FrameType.ANSWERS && (answer.flags() & FrameType.LAST) == 0) {
        answer = channel.receiveAnswer();
      }
    }

    private static void message(
        io.tiercel.wire.buffer.WriteBuffer body, char type, String content) {
      body.putByte(type).putInt(Integer.BYTES + content.length()).putUtf8(content);
    }

    private FrameWriter frame(
        byte type, java.util.function.Consumer<io.tiercel.wire.buffer.WriteBuffer> content) {
      var frame = new FrameWriter(type, 0, level);
      content.accept(frame.body());
      return frame;
    }

    private void send(FrameWriter frame) throws IOException {
      var body = frame.body();
      byte[] bytes = Arrays.copyOf(body.array(), body.position());
      ByteBuffer.wrap(bytes).putInt(0, frame.bodyBytes());
      int length = bytes.length;
      if (unaltered-- == 0) {
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
}
