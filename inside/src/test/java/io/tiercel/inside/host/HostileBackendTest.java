package io.tiercel.inside.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.protocol.FrameChannel;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.protocol.FrameType;
import io.tiercel.inside.protocol.FrameWriter;
import io.tiercel.inside.protocol.Spinning;
import io.tiercel.wire.buffer.WriteBuffer;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The worker's half of the protocol against bytes that no backend would send. Needs no PostgreSQL.
@Timeout(60)
class HostileBackendTest {
  private static final int ROUNDS = 400;

  /// Every bad byte is worth a warning, but not here.
  private static final Logger LOGGER = Logger.getLogger("io.tiercel.inside");

  private static final int INT4 = 23;
  private static final int TEXT = 25;

  private static final Spinning SPINNING = new Spinning(Duration.ofMillis(1), 4);

  private Path directory;
  private ServerSocketChannel server;
  private Backends backends;

  @BeforeEach
  void listen() throws IOException {
    LOGGER.setLevel(Level.OFF);
    directory = Files.createTempDirectory("tiercel-inside");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(directory.resolve("s")));
    backends = new Backends(7, new ControlWatch(), new Abandonment(false), SPINNING);
  }

  @AfterEach
  void close() throws IOException {
    LOGGER.setLevel(null);
    server.close();
    Files.deleteIfExists(directory.resolve("s"));
    Files.delete(directory);
  }

  private record Connected(SocketChannel socket, Thread worker) {}

  private Connected connect() throws IOException {
    var socket = SocketChannel.open(server.getLocalAddress());
    var accepted = server.accept();
    var worker = Thread.ofPlatform().daemon().start(() -> backends.serve(accepted));
    return new Connected(socket, worker);
  }

  private static FrameWriter hello() {
    var frame = new FrameWriter(FrameType.HELLO, 0, 0);
    frame.body().putShort(2).putInt(150000).putInt(42);
    frame.body().putCString("db").putCString("user").putCString("UTC");
    return frame;
  }

  private static FrameWriter define(String source, int oid) {
    var frame = new FrameWriter(FrameType.DEFINE, 0, 1);
    frame.body().putInt(oid).putInt(oid).putByte(0).putCString("f").putCString(source);
    frame.body().putShort(2).putInt(23).putInt(23);
    frame.body().putShort(1).putInt(23).putShort(0).putShort(0);
    return frame;
  }

  private static FrameWriter call(int oid, int... values) {
    var frame = new FrameWriter(FrameType.CALL, 0, 1);
    frame.body().putInt(oid).putInt(values.length / 2);
    for (int value : values) {
      frame.body().putInt(Integer.BYTES).putInt(value);
    }
    return frame;
  }

  /// What a backend would send; the answers are not waited for.
  private static final List<Supplier<List<FrameWriter>>> CONVERSATIONS =
      List.of(
          HostileBackendTest::calls,
          HostileBackendTest::aggregation,
          HostileBackendTest::trigger,
          HostileBackendTest::jar,
          HostileBackendTest::set,
          HostileBackendTest::callback);

  private static FrameWriter frame(byte type, int flags, Consumer<WriteBuffer> content) {
    var frame = new FrameWriter(type, flags, 1);
    content.accept(frame.body());
    return frame;
  }

  /// @param kind as in DEFINE
  /// @param tail what follows the types
  private static FrameWriter define(
      int flags, int kind, String source, int[] types, int columns, Consumer<WriteBuffer> tail) {
    return frame(
        FrameType.DEFINE,
        flags,
        body -> {
          body.putInt(kind + 1).putInt(16384).putByte(kind).putCString("f");
          body.putCString("io.tiercel.inside.samples." + source);
          body.putShort(types.length - columns);
          for (int i = 0; i < types.length; i++) {
            if (i == types.length - columns) {
              body.putShort(columns);
            }
            body.putInt(types[i]);
          }
          if (columns == 0) {
            body.putShort(0);
          }
          body.putShort(0);
          tail.accept(body);
        });
  }

  private static List<FrameWriter> calls() {
    return List.of(
        define("io.tiercel.inside.samples.Samples.add", 16384),
        call(16384, 1, 2),
        call(16384, 3, 4));
  }

  private static List<FrameWriter> aggregation() {
    return List.of(
        define(0, 3, "Aggregates$Heavy.add", new int[] {INT4}, 0, body -> body.putShort(0)),
        frame(
            FrameType.CALL,
            0,
            body -> {
              body.putInt(4).putInt(3);
              for (int group : new int[] {1, 2, 1}) {
                body.putLong(group).putInt(4).putInt(10);
              }
            }),
        define(0, 4, "Aggregates$Heavy.result", new int[] {INT4}, 1, body -> body.putShort(0)),
        frame(FrameType.CALL, 0, body -> body.putInt(5).putLong(1)),
        frame(FrameType.FORGET_GROUPS, 0, body -> body.putInt(2).putLong(1).putLong(2)),
        frame(FrameType.CALL, 0, body -> body.putInt(5).putLong(0)));
  }

  private static List<FrameWriter> trigger() {
    int[] types = {INT4, TEXT, INT4, TEXT};
    return List.of(
        define(
            4,
            1,
            "Triggers.generic",
            types,
            2,
            body -> {
              body.putByte(1).putCString("public").putCString("target");
              body.putCString("tags").putCString("name").putShort(0);
            }),
        frame(
            FrameType.CALL,
            0,
            body -> {
              body.putInt(2).putByte(2).putByte(0).putByte(1).putCString("t");
              body.putShort(1).putCString("argument");
              for (int row = 0; row < 2; row++) {
                body.putByte(1).putInt(4).putInt(row).putInt(3).putUtf8("abc");
              }
            }));
  }

  private static List<FrameWriter> jar() {
    byte[] content = {'P', 'K', 3, 4, 0, 0, 0};
    return List.of(
        define(
            0,
            0,
            "Samples.add",
            new int[] {INT4, INT4, INT4},
            1,
            body -> body.putShort(1).putCString("shop").putCString(hash(content))),
        frame(FrameType.CONTENT, 0, body -> body.putBytes(content)),
        frame(FrameType.CALL, 0, body -> body.putInt(1).putInt(0)));
  }

  private static String hash(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<FrameWriter> set() {
    return List.of(
        define(1, 0, "Samples.numbers", new int[] {INT4, INT4}, 1, body -> body.putShort(0)),
        frame(FrameType.CALL, 0, body -> body.putInt(1).putInt(1).putInt(4).putInt(20_000)),
        frame(FrameType.FETCH, 0, _ -> {}),
        frame(FrameType.FETCH, 0, _ -> {}),
        frame(FrameType.FETCH, 0, _ -> {}));
  }

  private static List<FrameWriter> callback() {
    return List.of(
        define(0, 0, "Samples.plusByQuery", new int[] {INT4, INT4}, 1, body -> body.putShort(0)),
        frame(FrameType.CALL, 0, body -> body.putInt(1).putInt(1).putInt(4).putInt(20)),
        frame(FrameType.PREPARED, 0, body -> body.putShort(1).putInt(INT4).putShort(0)),
        frame(
            FrameType.EXECUTED,
            0,
            body -> {
              body.putLong(1).putShort(1).putCString("sum").putInt(INT4).putShort(0);
              body.putInt(1).putShort(1).putInt(4).putInt(21);
            }));
  }

  /// The conversations themselves are what the worker expects.
  @Test
  void unaltered_conversations_are_answered_without_errors() throws Exception {
    for (int i = 0; i < CONVERSATIONS.size(); i++) {
      var connected = connect();
      var channel = new FrameChannel(connected.socket);
      channel.send(hello());
      assertEquals(FrameType.HELLO, channel.receiveAnswer().type());
      for (FrameWriter frame : CONVERSATIONS.get(i).get()) {
        channel.send(frame);
      }
      connected.socket.shutdownOutput();
      var types = new StringBuilder();
      for (FrameReader answer = channel.receive(); answer != null; answer = channel.receive()) {
        types.append((char) answer.type());
      }
      assertEquals(ANSWERS.get(i), types.toString(), "conversation " + i);
      assertTrue(connected.worker.join(Duration.ofSeconds(20)));
    }
  }

  /// The types of the answers to each of them. The jar is none.
  private static final List<String> ANSWERS = List.of("fRR", "fRfRR", "fR", "JE", "fSSSS", "fPXR");

  @Test
  void many_rows_are_answered_at_once() throws Exception {
    var connected = connect();
    var channel = new FrameChannel(connected.socket);
    channel.send(hello());
    FrameReader greeting = channel.receiveAnswer();
    assertEquals(2, greeting.readUnsignedShort());
    assertEquals(7, greeting.readLong());
    channel.send(define("io.tiercel.inside.samples.Samples.add", 16384));
    FrameReader defined = channel.receiveAnswer();
    assertEquals(FrameType.DEFINED, defined.type());
    channel.send(call(16384, 1, 2, 30, 40));
    FrameReader result = channel.receiveAnswer();
    assertEquals(FrameType.RESULT, result.type());
    assertEquals(2, result.readInt());
    for (int expected : new int[] {3, 70}) {
      assertEquals(1, result.readUnsignedShort());
      assertEquals(Integer.BYTES, result.readInt());
      assertEquals(expected, result.readInt());
    }
    result.requireEnd();
    connected.socket.close();
    assertTrue(connected.worker.join(Duration.ofSeconds(20)));
  }

  /// Valid conversations with a few bytes changed: an answer, an error or the end of the
  /// connection, but neither a hang nor another end of the thread.
  @Test
  void altered_bytes_end_in_an_error_or_the_end_of_the_session() throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      int at = round;
      var died = new Throwable[1];
      var connected = connect();
      connected.worker.setUncaughtExceptionHandler((_, e) -> died[0] = e);
      byte[] bytes = conversation(random);
      try (var socket = connected.socket) {
        socket.write(ByteBuffer.wrap(bytes));
        socket.shutdownOutput();
        drain(socket);
      }
      assertTrue(
          connected.worker.join(Duration.ofSeconds(20)),
          () -> "hangs: seed " + seed + " round " + at);
      assertEquals(null, died[0], () -> "seed " + seed + " round " + at);
    }
  }

  private static byte[] conversation(Random random) throws IOException {
    var path = Files.createTempDirectory("tiercel-inside");
    try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listening.bind(UnixDomainSocketAddress.of(path.resolve("s")));
      try (var socket = SocketChannel.open(listening.getLocalAddress());
          var read = listening.accept()) {
        var channel = new FrameChannel(socket);
        channel.send(hello());
        for (FrameWriter frame : CONVERSATIONS.get(random.nextInt(CONVERSATIONS.size())).get()) {
          channel.send(frame);
        }
        var bytes = ByteBuffer.allocate(8192);
        socket.shutdownOutput();
        while (read.read(bytes) >= 0) {
          // until the end
        }
        byte[] all = Arrays.copyOf(bytes.array(), bytes.position());
        for (int change = random.nextInt(1, 5); change > 0; change--) {
          all[random.nextInt(all.length)] = (byte) random.nextInt();
        }
        return all;
      }
    } finally {
      Files.deleteIfExists(path.resolve("s"));
      Files.delete(path);
    }
  }

  private static void drain(SocketChannel socket) throws IOException {
    var bytes = ByteBuffer.allocate(8192);
    try {
      while (socket.read(bytes.clear()) >= 0) {
        // until the end
      }
    } catch (java.net.SocketException e) {
      assertNotNull(e.getMessage()); // reset, because we sent more than was read
    }
  }

  @Test
  void the_end_of_a_control_connection_interrupts_the_call() throws Exception {
    var watch = new ControlWatch();
    Thread.ofPlatform().daemon().start(watch);
    backends = new Backends(7, watch, new Abandonment(false), SPINNING);
    var connected = connect();
    var channel = new FrameChannel(connected.socket);
    channel.send(hello());
    FrameReader greeting = channel.receiveAnswer();
    greeting.readUnsignedShort();
    greeting.readLong();
    long token = greeting.readLong();
    var control = connect();
    var attach = new FrameWriter(FrameType.ATTACH, 0, 0);
    attach.body().putLong(token);
    new FrameChannel(control.socket).send(attach);
    assertTrue(control.worker.join(Duration.ofSeconds(20)));
    var define = new FrameWriter(FrameType.DEFINE, 8, 1);
    define.body().putInt(16385).putInt(16385).putByte(0).putCString("f");
    define.body().putCString("io.tiercel.inside.samples.Samples.sleep");
    define.body().putShort(0).putShort(0).putShort(0).putShort(0);
    channel.send(define);
    assertEquals(FrameType.DEFINED, channel.receiveAnswer().type());
    channel.send(call(16385));
    var sleeping = new FrameWriter(FrameType.CALL, 0, 1);
    sleeping.body().putInt(16385).putInt(1);
    assertEquals(FrameType.RESULT, channel.receiveAnswer().type());
    channel.send(sleeping);
    assertFalse(connected.worker.join(Duration.ofMillis(50)));
    control.socket.close();
    // The interrupt ends the sleep; its error is still sent, and then the session waits.
    FrameReader answer = channel.receiveAnswer();
    assertEquals(FrameType.ERROR, answer.type());
    connected.socket.close();
    assertTrue(connected.worker.join(Duration.ofSeconds(20)));
  }

  @Test
  void a_frame_that_claims_more_than_it_has_ends_the_connection() throws Exception {
    var connected = connect();
    connected.socket.write(ByteBuffer.wrap(new byte[] {0x3B, 0, 0, 0, 'H', 0, 0, 0, 1, 2, 3}));
    connected.socket.shutdownOutput();
    assertTrue(connected.worker.join(Duration.ofSeconds(20)));
    var over = connect();
    over.socket.write(ByteBuffer.wrap(new byte[] {0x7F, 0, 0, 0, 'H', 0, 0, 0}));
    assertTrue(over.worker.join(Duration.ofSeconds(20)));
  }
}
