package io.tiercel.wire.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.tiercel.testkit.TestCertificates;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.TimeoutException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How a connection waits, against a peer that does what each test asks for.
@Timeout(60)
class TransportTest {
  private static final Duration LONG_TIME = Duration.ofHours(1);
  private static final TimeLimit LONG = limit(LONG_TIME);

  /// How long the test waits for what must happen.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /// Reads that must pass before a connection that had a reason not to block may block again.
  private static final int READS = 8;

  private final Path directory;

  TransportTest(@TempDir Path directory) {
    this.directory = directory;
  }

  /// What a connection goes through, and who waits for it.
  enum Kind {
    TCP_PLATFORM,
    TCP_VIRTUAL,
    UNIX_PLATFORM,
    UNIX_VIRTUAL;

    boolean isUnix() {
      return this == UNIX_PLATFORM || this == UNIX_VIRTUAL;
    }

    Thread.Builder thread() {
      return this == TCP_VIRTUAL || this == UNIX_VIRTUAL ? Thread.ofVirtual() : Thread.ofPlatform();
    }
  }

  /// A connection and its other end.
  private record Pair(Transport transport, SocketChannel peer) implements AutoCloseable {
    void answer(byte... bytes) throws IOException {
      assertEquals(bytes.length, peer.write(ByteBuffer.wrap(bytes)));
    }

    byte[] heard(int length) throws IOException {
      ByteBuffer heard = ByteBuffer.allocate(length);
      while (heard.hasRemaining() && peer.read(heard) >= 0) {}
      return heard.array();
    }

    @Override
    public void close() throws IOException {
      transport.close();
      peer.close();
    }
  }

  private static TimeLimit limit(Duration duration) {
    return TimeLimit.answering("the answer", duration, "wait longer.");
  }

  private static Deadline connecting() {
    return Deadline.connecting("connecting", Duration.ofSeconds(10), "look for the server");
  }

  private Pair connect(Kind kind) throws IOException {
    if (kind.isUnix()) {
      Path socket = directory.resolve(".s.PGSQL.1");
      try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        ServerSocketChannel unused = server.bind(UnixDomainSocketAddress.of(socket));
        var transport =
            Transport.connect(new Endpoint.Unix(directory, 1), channel -> {}, connecting());
        return new Pair(transport, server.accept());
      } finally {
        Files.deleteIfExists(socket);
      }
    }
    try (var server = ServerSocketChannel.open()) {
      ServerSocketChannel unused =
          server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var address = (InetSocketAddress) server.getLocalAddress();
      var transport =
          Transport.connect(
              new Endpoint.Tcp(address.getHostString(), address.getPort()),
              channel -> {},
              connecting());
      return new Pair(transport, server.accept());
    }
  }

  /// Work of a thread of its own, whose outcome is awaited.
  private record Running<T>(Thread thread, CompletableFuture<T> outcome) {
    static <T> Running<T> of(Kind kind, Callable<T> work) {
      var outcome = new CompletableFuture<T>();
      Thread thread =
          kind.thread()
              .start(
                  () -> {
                    try {
                      T result = work.call();
                      outcome.complete(result);
                    } catch (Throwable e) {
                      outcome.completeExceptionally(e);
                    }
                  });
      return new Running<>(thread, outcome);
    }

    Running<T> awaitWaiting(String method) throws InterruptedException {
      long start = System.nanoTime();
      StackTraceElement[] frames = thread.getStackTrace();
      while (Arrays.stream(frames).noneMatch(frame -> frame.getMethodName().equals(method))) {
        assertFalse(outcome.isDone(), () -> "it did not wait in " + method);
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          fail("it does not wait in %s, but here: %s".formatted(method, Arrays.toString(frames)));
        }
        Thread.onSpinWait();
        frames = thread.getStackTrace();
      }
      return this;
    }

    T join() throws Exception {
      return outcome.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    Throwable failure() {
      Throwable cause = assertThrows(ExecutionException.class, this::join).getCause();
      return Objects.requireNonNull(cause);
    }
  }

  private static Running<Integer> reading(Kind kind, Pair pair, TimeLimit limit) {
    return Running.of(kind, () -> pair.transport().awaitRead(new byte[16], 0, 16, limit));
  }

  /// Where a read waits that blocks.
  private static final String BLOCKED = "blockingRead";

  private static final String SELECTING = "select";

  private static void write(Pair pair, byte... bytes) throws IOException {
    assertEquals(bytes.length, pair.transport().write(bytes, 0, bytes.length));
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_is_awaited_by_a_read_that_blocks(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      write(pair, (byte) 1, (byte) 2);
      assertArrayEquals(new byte[] {1, 2}, pair.heard(2));
      Running<Integer> reading = reading(kind, pair, LONG).awaitWaiting(BLOCKED);
      pair.answer((byte) 3, (byte) 4, (byte) 5);
      assertEquals(3, reading.join());
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_silent_server_is_given_up_in_time(Kind kind) throws Exception {
    for (Duration patience :
        new Duration[] {Duration.ofMillis(50), Duration.ofMillis(WatchedWait.MIN_MILLIS)}) {
      try (Pair pair = connect(kind)) {
        long start = System.nanoTime();
        Throwable failure = reading(kind, pair, limit(patience)).failure();
        assertInstanceOf(TimeoutException.class, failure);
        assertTrue(failure.toString().contains("the answer"), failure::toString);
        assertTrue(System.nanoTime() - start >= patience.toNanos());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_ends_when_another_thread_closes(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      Running<Integer> reading = reading(kind, pair, LONG).awaitWaiting(BLOCKED);
      pair.transport().close();
      Throwable failure = reading.failure();
      assertInstanceOf(IOException.class, failure);
      assertEquals("the connection was closed by another thread", failure.getMessage());
      assertEquals(-1, pair.peer().read(ByteBuffer.allocate(1)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatever_is_done_after_another_thread_has_closed_says_so(Kind kind) throws Exception {
    for (boolean selects : new boolean[] {false, true}) {
      try (Pair pair = connect(kind)) {
        if (selects) {
          assertFalse(pair.transport().isReadableWithin(1));
        }
        pair.transport().close();
        for (int i = 0; i < READS; i++) {
          assertClosed(reading(kind, pair, LONG));
        }
        assertClosed(Running.of(kind, () -> pair.transport().read(new byte[1], 0, 1)));
        assertClosed(Running.of(kind, () -> pair.transport().write(new byte[1], 0, 1)));
        assertClosed(listening(kind, pair));
      }
    }
  }

  private static void assertClosed(Running<?> running) {
    assertEquals("the connection was closed by another thread", running.failure().getMessage());
  }

  private static final TlsSettings TRUSTING = new TlsSettings(false, false, null, null, null, null);

  private static Deadline encrypting(Duration patience) {
    return Deadline.connecting("TLS", patience, "wait longer.");
  }

  private static Running<Boolean> encrypting(Kind kind, Pair pair, Duration patience) {
    return Running.of(
        kind,
        () -> {
          pair.transport().startTls(TRUSTING, encrypting(patience));
          return pair.transport().isEncrypted();
        });
  }

  @ParameterizedTest
  @EnumSource(names = "TCP_.*", mode = EnumSource.Mode.MATCH_ALL)
  void a_handshake_and_the_reads_after_it_block(Kind kind) throws Exception {
    try (var server = tlsServer()) {
      var address = (InetSocketAddress) server.getLocalSocketAddress();
      var endpoint = new Endpoint.Tcp(address.getHostString(), address.getPort());
      try (var transport = Transport.connect(endpoint, channel -> {}, connecting());
          var peer = (SSLSocket) server.accept()) {
        var pair = new Pair(transport, SocketChannel.open());
        Running<Boolean> encrypting =
            encrypting(kind, pair, LONG_TIME).awaitWaiting("blockingHandshake");
        peer.startHandshake();
        assertTrue(encrypting.join());
        Running<Integer> reading = reading(kind, pair, LONG).awaitWaiting(BLOCKED);
        peer.getOutputStream().write(1);
        assertEquals(1, reading.join());
      }
    }
  }

  private static ServerSocket tlsServer() throws Exception {
    char[] password = TestCertificates.STORE_PASSWORD.toCharArray();
    var store = KeyStore.getInstance(TestCertificates.get().store().toFile(), password);
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context
        .getServerSocketFactory()
        .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @ParameterizedTest
  @EnumSource(names = "TCP_.*", mode = EnumSource.Mode.MATCH_ALL)
  void a_handshake_that_nobody_answers_is_given_up_in_time(Kind kind) throws Exception {
    for (Duration patience :
        new Duration[] {Duration.ofMillis(50), Duration.ofMillis(WatchedWait.MIN_MILLIS + 50)}) {
      try (Pair pair = connect(kind)) {
        long start = System.nanoTime();
        Throwable failure = encrypting(kind, pair, patience).failure();
        assertInstanceOf(TimeoutException.class, failure);
        assertTrue(System.nanoTime() - start >= patience.toNanos());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "TCP_.*", mode = EnumSource.Mode.MATCH_ALL)
  void a_handshake_ends_when_another_thread_closes_or_interrupts(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      Running<Boolean> encrypting =
          encrypting(kind, pair, LONG_TIME).awaitWaiting("blockingHandshake");
      pair.transport().close();
      String message = encrypting.failure().toString();
      assertTrue(message.contains("closed by another thread"), message);
    }
    try (Pair pair = connect(kind)) {
      Running<Boolean> encrypting =
          encrypting(kind, pair, LONG_TIME).awaitWaiting("blockingHandshake");
      encrypting.thread().interrupt();
      String message = encrypting.failure().toString();
      assertTrue(message.contains("interrupted while waiting"), message);
      assertFalse(pair.transport().isOpen());
    }
  }

  @ParameterizedTest
  @EnumSource(names = "TCP_.*", mode = EnumSource.Mode.MATCH_ALL)
  void a_connection_that_nobody_takes_is_given_up_in_time(Kind kind) throws Exception {
    var waiting = new ArrayList<SocketChannel>();
    try (var server = ServerSocketChannel.open()) {
      ServerSocketChannel unused =
          server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
      var address = (InetSocketAddress) server.getLocalAddress();
      for (int i = 0; i < 8; i++) {
        SocketChannel channel = SocketChannel.open();
        waiting.add(channel);
        channel.configureBlocking(false);
        boolean unusedToo = channel.connect(address);
      }
      var patience = Duration.ofMillis(WatchedWait.MIN_MILLIS + 100);
      long start = System.nanoTime();
      var endpoint = new Endpoint.Tcp(address.getHostString(), address.getPort());
      Running<Transport> connecting =
          Running.of(
              kind,
              () ->
                  Transport.connect(
                      endpoint,
                      channel -> {},
                      Deadline.connecting("a connection", patience, "wait longer.")));
      assertInstanceOf(TimeoutException.class, connecting.failure());
      assertTrue(System.nanoTime() - start >= patience.toNanos());
    } finally {
      for (SocketChannel channel : waiting) {
        channel.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_ends_when_the_server_goes(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      Running<Integer> reading = reading(kind, pair, LONG).awaitWaiting(BLOCKED);
      pair.peer().close();
      assertEquals(-1, reading.join());
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupt_closes_and_the_flag_stays(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      write(pair, (byte) 1);
      var flag = new CompletableFuture<Boolean>();
      Running<Integer> reading =
          Running.of(
                  kind,
                  () -> {
                    try {
                      return pair.transport().awaitRead(new byte[16], 0, 16, LONG);
                    } finally {
                      flag.complete(Thread.currentThread().isInterrupted());
                    }
                  })
              .awaitWaiting(BLOCKED);
      reading.thread().interrupt();
      Throwable failure = reading.failure();
      assertTrue(failure.toString().contains("interrupted"), failure::toString);
      assertTrue(assertInstanceOf(ConnectionException.class, failure).wasSent());
      assertTrue(flag.get());
      assertFalse(pair.transport().isOpen());
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_deferred_interrupt_ends_no_wait(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      Consumer<byte[]> read =
          bytes -> {
            try {
              int unused = pair.transport().awaitRead(bytes, 0, 1, LONG);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          };
      byte[] bytes = new byte[1];
      Running<Boolean> reading =
          Running.of(
                  kind,
                  () -> {
                    pair.transport().deferInterruption(() -> read.accept(bytes));
                    return Thread.currentThread().isInterrupted();
                  })
              .awaitWaiting(SELECTING);
      reading.thread().interrupt();
      pair.answer((byte) 7);
      assertTrue(reading.join());
      assertArrayEquals(new byte[] {7}, bytes);
      assertTrue(pair.transport().isOpen());
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupted_thread_can_still_say_goodbye(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      Running<Integer> writing =
          Running.of(
              kind,
              () -> {
                Thread.currentThread().interrupt();
                return pair.transport().write(new byte[] {'X'}, 0, 1);
              });
      assertEquals(1, writing.join());
      assertArrayEquals(new byte[] {'X'}, pair.heard(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void much_is_written_only_as_far_as_there_is_room(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      byte[] much = new byte[1024 * 1024];
      Running<Long> writing =
          Running.of(
              kind,
              () -> {
                long total = 0;
                int count = pair.transport().write(much, 0, much.length);
                while (count > 0) {
                  total += count;
                  count = pair.transport().write(much, 0, much.length);
                }
                return total;
              });
      assertTrue(writing.join() > 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void little_by_little_nothing_blocks_either(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      byte[] little = new byte[512];
      Running<Integer> writing =
          Running.of(
              kind,
              () -> {
                int count;
                do {
                  count = pair.transport().write(little, 0, little.length);
                } while (count > 0);
                return count;
              });
      assertEquals(0, writing.join());
    }
  }

  @ParameterizedTest
  @EnumSource
  void after_much_was_answered_reads_block_again(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      byte[] much = new byte[64 * 1024];
      int sent = pair.transport().write(much, 0, much.length);
      assertEquals(sent, pair.heard(sent).length);
      pair.transport().answered();
      for (int i = 0; i < READS; i++) {
        ask(kind, pair);
        pair.answer((byte) i);
        assertEquals(1, reading(kind, pair, LONG).join());
        pair.transport().answered();
      }
      ask(kind, pair);
      Running<Integer> reading = reading(kind, pair, LONG).awaitWaiting(BLOCKED);
      pair.answer((byte) 1);
      assertEquals(1, reading.join());
    }
  }

  /// Sends a little.
  private static void ask(Kind kind, Pair pair) throws Exception {
    Running<Integer> asking = Running.of(kind, () -> pair.transport().write(new byte[] {7}, 0, 1));
    assertEquals(1, asking.join());
    assertArrayEquals(new byte[] {7}, pair.heard(1));
  }

  @ParameterizedTest
  @EnumSource
  void reading_what_is_there_does_not_wait_after_reads_that_did(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      pair.answer((byte) 1);
      assertEquals(1, reading(kind, pair, LONG).join());
      Running<Integer> reading = Running.of(kind, () -> pair.transport().read(new byte[1], 0, 1));
      assertEquals(0, reading.join());
    }
  }

  @ParameterizedTest
  @EnumSource
  void waking_up_before_the_wait_counts(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      for (int repeated = 0; repeated < 3; repeated++) {
        pair.transport().wakeUp();
        assertFalse(listening(kind, pair).join());
        pair.answer((byte) 1);
        assertTrue(listening(kind, pair).join());
        assertEquals(1, reading(kind, pair, LONG).join());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void waking_up_ends_a_wait(Kind kind) throws Exception {
    try (Pair pair = connect(kind)) {
      for (int repeated = 0; repeated < 3; repeated++) {
        Running<Boolean> listening = listening(kind, pair).awaitWaiting(SELECTING);
        pair.transport().wakeUp();
        assertFalse(listening.join());
      }
    }
  }

  private static Running<Boolean> listening(Kind kind, Pair pair) {
    return Running.of(kind, () -> pair.transport().isReadableWithin(LONG_TIME.toMillis()));
  }
}
