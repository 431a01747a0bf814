package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.testkit.PinnedThreads;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// No virtual thread that waits for the server, or for a thread that does, holds its carrier (JEP
/// 444, JEP 491). What is done the second time is judged: the first time loads the classes.
@Timeout(600)
class VirtualThreadsAreNotPinnedTest {
  private static final int SHARING = 50;
  private static final int ALONE = 8;

  /// Work of one thread.
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  @Test
  void a_thread_that_waits_in_an_initializer_is_seen() throws Exception {
    List<String> pinned = pinnedDuring(List.of(() -> assertTrue(Initialized.WAITED)));
    assertEquals(1, pinned.size());
    assertTrue(pinned.getFirst().contains("<clinit>"), pinned.getFirst());
  }

  /// Waits while it is initialized.
  private static final class Initialized {
    static final boolean WAITED = waited();
  }

  @Test
  void a_thread_that_waits_below_a_native_method_is_seen() throws Exception {
    List<String> pinned =
        pinnedDuring(
            List.of(
                () ->
                    assertThrows(
                        ClassNotFoundException.class,
                        () -> Class.forName("nowhere.Found", false, new WaitingLoader()))));
    assertFalse(pinned.isEmpty());
  }

  /// Waits while a native method of [Class] asks it for a class.
  private static final class WaitingLoader extends ClassLoader {
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      waited();
      throw new ClassNotFoundException(name);
    }
  }

  private static boolean waited() {
    LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    return true;
  }

  @Test
  void waiting_for_the_server_pins_no_thread() throws Exception {
    try (TestServer server = TestServer.start(TestServerOptions.defaults().tls());
        TestDatabase database = server.newDatabase()) {
      database.execute("create table item (id int, name text)");
      String plain = database.jdbcUrl("tiercel");
      String encrypted = plain + "&sslmode=require";
      try (Connection shared = connect(plain);
          Connection sharedEncrypted = connect(encrypted)) {
        List<Work> work = new ArrayList<>();
        for (int i = 0; i < ALONE; i++) {
          String url = i % 2 == 0 ? plain : encrypted;
          var operations = new Operations(new Random(i));
          work.add(() -> alone(url, operations));
        }
        for (int i = 0; i < SHARING; i++) {
          work.add(() -> together(shared));
          work.add(() -> together(sharedEncrypted));
        }
        run(work);
        assertEquals("", String.join("\n", pinnedDuring(work)));
      }
    }
  }

  private static Connection connect(String url) throws SQLException {
    return Objects.requireNonNull(new TiercelDriver().connect(url, null));
  }

  /// Connects, and does all there is with a connection.
  private static void alone(String url, Operations operations) throws Exception {
    try (Connection connection = connect(url)) {
      operations.each(connection);
      largeResult(connection);
      timeout(connection);
      polledNotification(connection);
      pushedNotification(connection);
    }
  }

  private static void largeResult(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery("select repeat('x', 100000) from generate_series(1,50)")) {
      int count = 0;
      while (rows.next()) {
        assertEquals(100_000, Objects.requireNonNull(rows.getString(1)).length());
        count++;
      }
      assertEquals(50, count);
    }
  }

  private static void timeout(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertThrows(SQLTimeoutException.class, () -> statement.execute("select pg_sleep(600)"));
    }
  }

  private static void polledNotification(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("listen polled");
      statement.execute("notify polled, 'hello'");
    }
    var listening = connection.unwrap(TiercelConnection.class);
    assertFalse(listening.notifications(Duration.ofMinutes(5)).isEmpty());
    assertTrue(listening.notifications(Duration.ofMillis(20)).stream().allMatch(Objects::nonNull));
  }

  private static void pushedNotification(Connection connection) throws Exception {
    var came = new CountDownLatch(1);
    try (var _ =
            connection
                .unwrap(TiercelConnection.class)
                .listen(notification -> came.countDown(), "pushed");
        var statement = connection.createStatement()) {
      statement.execute("notify pushed");
      assertTrue(came.await(5, TimeUnit.MINUTES));
    }
  }

  private static void together(Connection shared) throws SQLException {
    for (int i = 0; i < 10; i++) {
      try (var statement = shared.prepareStatement("select ?::int, pg_sleep(0.001)")) {
        statement.setInt(1, i);
        try (var rows = statement.executeQuery()) {
          assertTrue(rows.next());
          assertEquals(i, rows.getInt(1));
        }
      }
    }
    try (var statement = shared.createStatement()) {
      statement.execute("select 1; select 2"); // waits its turn
    }
  }

  private static List<String> pinnedDuring(List<Work> work) throws Exception {
    return PinnedThreads.during(
        () -> {
          run(work);
          return null;
        });
  }

  private static void run(List<Work> work) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (Work one : work) {
        tasks.add(
            () -> {
              one.run();
              return true;
            });
      }
      for (Future<Boolean> done : threads.invokeAll(tasks)) {
        done.get();
      }
    }
  }
}
