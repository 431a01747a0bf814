package io.tiercel.lab.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DelayProxyTest {
  private static final Duration DELAY = Duration.ofMillis(5);

  @Test
  void bytes_arrive_unchanged_and_in_order_in_both_directions() throws Exception {
    long seed = System.nanoTime();
    var sent = new byte[3_000_000];
    new Random(seed).nextBytes(sent);
    try (var echo = new EchoServer();
        var proxy = DelayProxy.to(echo.address(), Duration.ofMillis(1));
        var socket = connect(proxy)) {
      var received = sendAndReceive(socket, sent, seed);
      assertArrayEquals(sent, received, () -> "seed " + seed);
    }
  }

  @Test
  void a_round_trip_takes_twice_the_delay_and_little_more() throws Exception {
    try (var echo = new EchoServer();
        var proxy = DelayProxy.to(echo.address(), DELAY)) {
      var median = EchoServer.medianRoundTrip(proxy.address(), 50);
      assertTrue(median.compareTo(DELAY.multipliedBy(2)) >= 0, () -> "took only " + median);
      // Generous: the build machine may be busy. What is usual is 50 to 100 µs more.
      assertTrue(median.compareTo(DELAY.multipliedBy(4)) < 0, () -> "took " + median);
    }
  }

  @Test
  void chunks_are_under_way_together_rather_than_one_per_delay() throws Exception {
    int writes = 200;
    try (var echo = new EchoServer();
        var proxy = DelayProxy.to(echo.address(), DELAY);
        var socket = connect(proxy)) {
      long start = System.nanoTime();
      for (int i = 0; i < writes; i++) {
        socket.getOutputStream().write(i);
      }
      for (int i = 0; i < writes; i++) {
        assertTrue(socket.getInputStream().read() == (i & 0xff));
      }
      var took = Duration.ofNanos(System.nanoTime() - start);
      assertTrue(took.compareTo(DELAY.multipliedBy(writes / 2)) < 0, () -> "took " + took);
    }
  }

  @Test
  void the_end_of_one_direction_leaves_the_other_open_until_it_ends_too() throws Exception {
    try (var echo = new EchoServer();
        var proxy = DelayProxy.to(echo.address(), DELAY);
        var socket = connect(proxy)) {
      socket.getOutputStream().write(new byte[] {1, 2, 3});
      socket.shutdownOutput();
      assertArrayEquals(new byte[] {1, 2, 3}, socket.getInputStream().readAllBytes());
    }
  }

  @Test
  void the_added_cost_of_the_detour_is_without_the_delay() throws Exception {
    // 40 ms of delay are taken off: on however busy a machine the median of the rest is less than
    // half of them.
    var added = DelayProxy.addedRoundTrip(Duration.ofMillis(20), 15);
    assertTrue(added.compareTo(Duration.ofMillis(20)) < 0, () -> "added " + added);
    assertTrue(added.compareTo(Duration.ofMillis(-1)) > 0, () -> "added " + added);
  }

  private static Socket connect(DelayProxy proxy) throws IOException {
    var socket = new Socket(proxy.address().getAddress(), proxy.address().getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static byte[] sendAndReceive(Socket socket, byte[] sent, long seed) throws Exception {
    var sender =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    sendInRandomPieces(socket, sent, new Random(seed));
                  } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                  }
                });
    var received = readFully(socket.getInputStream());
    sender.join();
    return received;
  }

  private static void sendInRandomPieces(Socket socket, byte[] sent, Random random)
      throws IOException {
    for (int at = 0; at < sent.length; ) {
      int length = Math.min(1 + random.nextInt(100_000), sent.length - at);
      socket.getOutputStream().write(sent, at, length);
      at += length;
    }
    socket.shutdownOutput();
  }

  private static byte[] readFully(InputStream in) throws IOException {
    var out = new ByteArrayOutputStream();
    in.transferTo(out);
    return out.toByteArray();
  }
}
