package io.tiercel.inside.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpinningSocketTest {
  /// Long enough for an echo within this process to be prompt also on a machine with other work.
  private static final Duration LONG = Duration.ofMillis(200);

  private static final Duration JOIN = Duration.ofSeconds(20);

  private Path directory;
  private SocketChannel near;
  private SocketChannel far;

  @BeforeEach
  void connect() throws IOException {
    directory = Files.createTempDirectory("tiercel-inside");
    Path path = directory.resolve("s");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(path));
      near = SocketChannel.open(server.getLocalAddress());
      far = server.accept();
    }
    Files.delete(path);
    Files.delete(directory);
  }

  @AfterEach
  void close() throws IOException {
    near.close();
    far.close();
  }

  private static int readOne(SpinningSocket socket) throws IOException {
    return socket.read(ByteBuffer.allocate(1));
  }

  private void say() throws IOException {
    assertEquals(1, far.write(ByteBuffer.wrap(new byte[] {1})));
  }

  @Test
  void what_came_soon_is_polled_for() throws IOException {
    var socket = new SpinningSocket(near, new Spinning(LONG, 4));
    say();
    assertEquals(1, readOne(socket));
    assertTrue(near.isBlocking(), "the first wait knows nothing yet, and sleeps");
    say();
    assertEquals(1, readOne(socket));
    assertFalse(near.isBlocking(), "the second one polls");
  }

  @Test
  void nobody_polls_on_one_core_or_when_it_is_switched_off() throws IOException {
    for (var spinning : new Spinning[] {new Spinning(LONG, 1), Spinning.NEVER}) {
      var socket = new SpinningSocket(near, spinning);
      for (int i = 0; i < 3; i++) {
        say();
        assertEquals(1, readOne(socket));
        assertTrue(near.isBlocking());
      }
    }
  }

  @Test
  void half_of_the_cores_may_poll() {
    var spinning = new Spinning(LONG, 5);
    assertTrue(spinning.enter());
    assertTrue(spinning.enter());
    assertFalse(spinning.enter());
    spinning.leave();
    assertTrue(spinning.enter());
    assertFalse(spinning.enter());
  }

  /// What the running thread has run.
  private static long cpuNanos() throws IOException {
    return Long.parseLong(
        Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ", 2)[0]);
  }

  @Test
  void a_wait_in_vain_sleeps_and_so_do_the_next_ones() throws Exception {
    var socket = new SpinningSocket(near, new Spinning(Duration.ofMillis(20), 4));
    say();
    say();
    assertEquals(1, readOne(socket));
    assertEquals(1, readOne(socket));
    assertFalse(near.isBlocking());
    long[] cpuNanos = new long[1];
    Thread waiting =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    long before = cpuNanos();
                    assertEquals(1, readOne(socket));
                    cpuNanos[0] = cpuNanos() - before;
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    assertFalse(waiting.join(Duration.ofMillis(500)), "nothing was said");
    say();
    assertTrue(waiting.join(JOIN));
    assertTrue(
        cpuNanos[0] > 0 && cpuNanos[0] < Duration.ofMillis(100).toNanos(),
        () -> cpuNanos[0] + " ns of CPU for a wait of 500 ms");
    for (int i = 0; i < 3; i++) {
      say();
      assertEquals(1, readOne(socket));
      assertTrue(near.isBlocking());
    }
  }

  @Test
  void the_end_of_the_connection_is_seen_while_it_is_polled() throws IOException {
    var socket = new SpinningSocket(near, new Spinning(LONG, 4));
    say();
    assertEquals(1, readOne(socket));
    say();
    assertEquals(1, readOne(socket));
    assertFalse(near.isBlocking());
    far.close();
    assertEquals(-1, readOne(socket));
  }

  @Test
  void an_interrupt_ends_a_wait_that_polls() throws Exception {
    var socket = new SpinningSocket(near, new Spinning(LONG, 4));
    say();
    say();
    assertEquals(1, readOne(socket));
    assertEquals(1, readOne(socket));
    assertFalse(near.isBlocking());
    var failure = new AtomicReference<@Nullable Throwable>();
    Thread waiting =
        Thread.ofPlatform()
            .daemon()
            .start(() -> failure.set(assertThrows(IOException.class, () -> readOne(socket))));
    waiting.interrupt();
    assertTrue(waiting.join(JOIN));
    assertNotNull(failure.get());
  }

  /// More than the socket takes at once, to a reader that begins late.
  @Test
  void what_does_not_fit_is_written_by_and_by() throws Exception {
    var socket = new SpinningSocket(near, new Spinning(LONG, 4));
    say();
    say();
    assertEquals(1, readOne(socket));
    assertEquals(1, readOne(socket));
    assertFalse(near.isBlocking());
    int size = 8 * 1024 * 1024;
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    socket.write(ByteBuffer.allocate(size));
                  } catch (IOException e) {
                    throw new IllegalStateException(e);
                  }
                });
    assertFalse(writer.join(Duration.ofMillis(50)));
    var received = ByteBuffer.allocate(size);
    while (received.hasRemaining()) {
      assertTrue(far.read(received) > 0);
    }
    assertTrue(writer.join(JOIN));
  }
}
