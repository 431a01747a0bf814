package io.tiercel.wire.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.wire.error.TimeoutException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Waits of virtual threads end when their time is over, though they are not timed.
@Timeout(60)
class WatchedWaitTest {
  private static final Duration LONG_TIME = Duration.ofHours(1);

  private static <T> T onVirtualThread(Callable<T> work) throws Exception {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      return executor.submit(work).get();
    }
  }

  @Test
  void a_wait_ends_when_its_time_is_over() throws Exception {
    try (Selector selector = Selector.open()) {
      var wait = WatchedWait.at(selector);
      for (int repeated = 0; repeated < 2; repeated++) {
        assertEquals(0, onVirtualThread(() -> wait.select(20)));
      }
    }
  }

  @Test
  void a_new_watcher_comes_when_the_last_one_has_gone() throws Exception {
    for (int repeated = 0; repeated < 2; repeated++) {
      try (Selector selector = Selector.open()) {
        assertEquals(0, onVirtualThread(() -> WatchedWait.at(selector).select(20)));
      }
      awaitNoWatcher();
    }
  }

  /// Selectors of other tests are closed by then.
  private static void awaitNoWatcher() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("tiercel-wait-limits")) {
        thread.join();
      }
    }
  }

  @Test
  void a_wait_ends_when_there_is_something() throws Exception {
    Pipe pipe = Pipe.open();
    try (Selector selector = Selector.open();
        var source = pipe.source();
        var sink = pipe.sink()) {
      SelectionKey unused =
          source.configureBlocking(false).register(selector, SelectionKey.OP_READ);
      var wait = WatchedWait.at(selector);
      assertEquals(0, onVirtualThread(() -> wait.select(20)));
      assertEquals(1, sink.write(ByteBuffer.wrap(new byte[] {1})));
      assertEquals(1, onVirtualThread(() -> wait.select(LONG_TIME.toMillis())));
    }
  }

  @Test
  void a_wait_ends_when_the_selector_is_closed() throws Exception {
    Selector selector = Selector.open();
    var wait = WatchedWait.at(selector);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> waiting = executor.submit(() -> wait.select(LONG_TIME.toMillis()));
      selector.close();
      // Closed before the wait began, it refuses to; closed after, the wait is over.
      try {
        assertEquals(0, waiting.get());
      } catch (ExecutionException e) {
        assertInstanceOf(ClosedSelectorException.class, e.getCause());
      }
    }
  }

  @Test
  void a_silent_server_is_given_up_by_a_virtual_thread() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Transport transport = connect(silent);
        Socket accepted = silent.accept()) {
      var limit =
          TimeLimit.answering("the answer", Duration.ofMillis(WatchedWait.MIN_MILLIS), "wait");
      ExecutionException failure =
          assertThrows(
              ExecutionException.class,
              () -> onVirtualThread(() -> awaitReadable(transport, limit)));
      assertInstanceOf(TimeoutException.class, failure.getCause());
      assertFalse(accepted.isClosed());
    }
  }

  private static Object awaitReadable(Transport transport, TimeLimit limit) throws IOException {
    transport.awaitReadable(limit);
    return limit;
  }

  private static Transport connect(ServerSocket server) {
    var address = (InetSocketAddress) server.getLocalSocketAddress();
    return Transport.connect(
        new Endpoint.Tcp(address.getHostString(), address.getPort()),
        channel -> {},
        Deadline.connecting("connecting", Duration.ofSeconds(10), "look for the server"));
  }
}
