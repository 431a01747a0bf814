package io.tiercel.jdbc.fault;

import static io.tiercel.jdbc.fault.HostileServer.column;
import static io.tiercel.jdbc.fault.HostileServer.concat;
import static io.tiercel.jdbc.fault.HostileServer.int16;
import static io.tiercel.jdbc.fault.HostileServer.int32;
import static io.tiercel.jdbc.fault.HostileServer.message;
import static io.tiercel.jdbc.fault.HostileServer.messageOfLength;
import static io.tiercel.jdbc.fault.HostileServer.notice;
import static io.tiercel.jdbc.fault.HostileServer.ready;
import static io.tiercel.jdbc.fault.HostileServer.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tiercel.jdbc.TiercelDriver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Servers that break the protocol, seen through `java.sql`: each ends in an [SQLException] with an
/// SQLSTATE, at once, without much memory, and `isClosed` tells the truth from then on. Replay a
/// failure of the random test with `-Dtiercel.fuzz.seed=…`.
@Timeout(60)
class HostileServerTest {
  private static final String PROTOCOL_VIOLATION = "08P01";
  private static final String LOST = "08006";
  private static final long MANY_BYTES = 24L << 20;
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private static final byte[] TWO_COLUMNS = message('T', int16(2), column("a"), column("b"));
  private static final byte[] ONE_COLUMN = message('T', int16(1), column("a"));
  private static final byte[] PARSED = concat(message('1'), message('t', int16(0)));
  private static final byte[] BOUND = message('2');
  private static final byte[] DONE = concat(message('C', text("SELECT 1")), ready('I'));
  private static final byte[] RIGHT =
      concat(
          PARSED,
          ONE_COLUMN,
          BOUND,
          message('D', int16(1), int32(1), new byte[] {'7'}),
          message('C', text("SELECT 1")),
          ready('I'));

  private static Connection connect(HostileServer server) throws SQLException {
    return Objects.requireNonNull(
        new TiercelDriver().connect(server.url() + "&loginTimeout=5&socketTimeout=4", null));
  }

  private static long read(Connection connection) throws SQLException {
    long sum = 0;
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select a from t")) {
      while (rows.next()) {
        sum += rows.getInt(1);
      }
    }
    return sum;
  }

  @Test
  void the_answers_as_they_should_be_give_their_row() throws Exception {
    try (var server = HostileServer.answering(RIGHT, false);
        Connection connection = connect(server)) {
      assertEquals(7, read(connection));
      assertEquals(7, read(connection));
      assertFalse(connection.isClosed());
    }
  }

  static List<Arguments> brokenAnswers() {
    byte[] row = message('D', int16(1), int32(1), new byte[] {'7'});
    return List.of(
        Arguments.of("a type that does not exist", new byte[][] {message('x', int32(0))}),
        Arguments.of("a length below its own size", new byte[][] {messageOfLength('1', 3)}),
        Arguments.of("a negative length", new byte[][] {messageOfLength('1', -1)}),
        Arguments.of("a length of 2 GB", new byte[][] {messageOfLength('1', Integer.MAX_VALUE)}),
        Arguments.of("a body where there is none", new byte[][] {message('1', int32(0))}),
        Arguments.of("an answer to nothing that was asked", new byte[][] {message('G', int32(0))}),
        Arguments.of("a request for a password", new byte[][] {message('R', int32(3))}),
        Arguments.of("a row before its description", new byte[][] {PARSED, row}),
        Arguments.of(
            "a row with fewer columns than described",
            new byte[][] {PARSED, TWO_COLUMNS, BOUND, row, DONE}),
        Arguments.of(
            "a row with more columns than described",
            new byte[][] {
              PARSED, ONE_COLUMN, BOUND, message('D', int16(2), int32(-1), int32(-1)), DONE
            }),
        Arguments.of(
            "a value beyond its row",
            new byte[][] {PARSED, ONE_COLUMN, BOUND, message('D', int16(1), int32(1 << 30)), DONE}),
        Arguments.of(
            "a value of a negative length",
            new byte[][] {PARSED, ONE_COLUMN, BOUND, message('D', int16(1), int32(-2)), DONE}),
        Arguments.of(
            "65,535 columns that are not there",
            new byte[][] {PARSED, message('T', int16(65_535))}),
        Arguments.of(
            "a format that does not exist",
            new byte[][] {
              PARSED,
              message(
                  'T', int16(1), text("a"), int32(0), int16(0), int32(23), int16(4), int32(-1),
                  int16(7))
            }),
        Arguments.of(
            "a name without an end",
            new byte[][] {
              PARSED, message('T', int16(1), "n".repeat(19).getBytes(StandardCharsets.US_ASCII))
            }),
        Arguments.of(
            "a transaction status that does not exist",
            new byte[][] {PARSED, ONE_COLUMN, BOUND, message('C', text("SELECT 0")), ready('Q')}),
        Arguments.of(
            "ready before it is done", new byte[][] {PARSED, ONE_COLUMN, BOUND, ready('I')}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenAnswers")
  void a_broken_answer_ends_the_connection(String name, byte[][] answer) throws Exception {
    try (var server = HostileServer.answering(concat(answer), false);
        Connection connection = connect(server)) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      var failure = assertThrows(SQLException.class, () -> read(connection));
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      assertEquals(PROTOCOL_VIOLATION, failure.getSQLState(), failure::toString);
      assertTrue(connection.isClosed());
      assertTrue(bytes < MANY_BYTES, () -> "it allocated " + bytes);
      var again = assertThrows(SQLException.class, () -> read(connection));
      assertEquals("08003", again.getSQLState(), again::toString);
    }
  }

  @Test
  void an_end_after_any_byte_is_a_lost_connection() throws Exception {
    for (int length = 0; length < RIGHT.length; length++) {
      try (var server = HostileServer.answering(Arrays.copyOf(RIGHT, length), true);
          Connection connection = connect(server)) {
        int cut = length;
        var failure =
            assertThrows(SQLException.class, () -> read(connection), () -> "cut after " + cut);
        assertEquals(LOST, failure.getSQLState(), failure::toString);
        assertTrue(connection.isClosed());
      }
    }
  }

  @Test
  void a_length_that_is_allowed_allocates_nothing_before_the_bytes_are_there() throws Exception {
    byte[] huge = concat(PARSED, ONE_COLUMN, BOUND, messageOfLength('D', 1_000_000_000));
    try (var server = HostileServer.answering(huge, true);
        Connection connection = connect(server)) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      var failure = assertThrows(SQLException.class, () -> read(connection));
      assertEquals(LOST, failure.getSQLState(), failure::toString);
      assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before < MANY_BYTES);
      assertTrue(connection.isClosed());
    }
  }

  @Test
  void a_server_that_goes_silent_within_a_message_ends_at_the_network_timeout() throws Exception {
    byte[] half = concat(PARSED, messageOfLength('T', 100, int16(1)));
    try (var server = HostileServer.answering(half, false);
        Connection connection = connect(server);
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      connection.setNetworkTimeout(executor, 300);
      var failure = assertThrows(SQLException.class, () -> read(connection));
      assertTrue(failure.getSQLState().startsWith("08"), failure::toString);
      assertTrue(connection.isClosed());
    }
  }

  @Test
  void an_error_without_any_field_is_still_an_exception_with_an_sqlstate() throws Exception {
    for (byte[] fields :
        List.of(new byte[1], concat(text("C"), new byte[1]), concat(text("C2"), new byte[1]))) {
      try (var server = HostileServer.answering(concat(message('E', fields), ready('I')), false);
          Connection connection = connect(server)) {
        var failure = assertThrows(SQLException.class, () -> read(connection));
        assertEquals("XX000", failure.getSQLState(), failure::toString);
        assertNotNull(failure.getMessage());
        assertFalse(connection.isClosed());
      }
    }
  }

  static List<Arguments> brokenWelcomes() {
    byte[] manySettings = new byte[0];
    for (int i = 0; i < 5_000; i++) {
      manySettings = concat(manySettings, message('S', text("name" + i), text("value")));
    }
    return List.of(
        Arguments.of("nothing", new byte[0], "08"),
        Arguments.of(
            "another protocol",
            "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            "08P01"),
        Arguments.of("an unknown method", message('R', int32(99)), "0A000"),
        Arguments.of("Kerberos", message('R', int32(7)), "0A000"),
        Arguments.of("SCRAM without a mechanism", message('R', int32(10), new byte[1]), "28"),
        Arguments.of(
            "an end of SCRAM that never began", message('R', int32(12), text("v=AAAA")), "08P01"),
        Arguments.of(
            "in without the proof of SCRAM",
            concat(
                message('R', int32(10), text("SCRAM-SHA-256"), new byte[1]), HostileServer.WELCOME),
            "08P01"),
        Arguments.of("rows", message('D', int16(0)), "08P01"),
        Arguments.of("ready before it let anybody in", ready('I'), "08P01"),
        Arguments.of("a short md5 salt", message('R', int32(5), new byte[] {1}), "08P01"),
        Arguments.of("settings without end", concat(message('R', int32(0)), manySettings), "08P01"),
        Arguments.of(
            "no ISO dates",
            concat(message('R', int32(0)), message('S', text("DateStyle"), text("German"))),
            "08"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenWelcomes")
  void a_broken_welcome_is_no_connection(String name, byte[] welcome, String state)
      throws Exception {
    try (var server = new HostileServer(welcome, out -> true)) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      var failure =
          assertThrows(
              SQLException.class,
              () -> new TiercelDriver().connect(server.url() + "&loginTimeout=2", null));
      assertTrue(failure.getSQLState().startsWith(state), failure::toString);
      assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before < MANY_BYTES);
    }
  }

  @Test
  void notices_without_end_do_not_fill_the_memory_and_can_be_cut_off() throws Exception {
    var sent = new AtomicLong();
    byte[] some = notice("again ".repeat(2_000));
    try (var server =
            new HostileServer(
                HostileServer.WELCOME,
                out -> {
                  while (true) {
                    out.write(some);
                    sent.incrementAndGet();
                  }
                });
        Connection connection = connect(server);
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = executor.submit(() -> assertThrows(SQLException.class, () -> read(connection)));
      // 20,000 of them are 240 MB.
      while (sent.get() < 20_000) {
        Thread.onSpinWait();
      }
      connection.abort(executor);
      var failure = running.get(20, TimeUnit.SECONDS);
      assertTrue(failure.getSQLState().startsWith("08"), failure::toString);
      assertTrue(connection.isClosed());
    }
  }

  @Test
  void a_thousand_warnings_are_kept_and_the_last_says_that_there_were_more() throws Exception {
    var answer = new ArrayList<byte[]>();
    for (int i = 0; i < 5_000; i++) {
      answer.add(notice("number " + i));
    }
    answer.add(RIGHT);
    try (var server = HostileServer.answering(concat(answer.toArray(byte[][]::new)), false);
        Connection connection = connect(server);
        var statement = connection.createStatement()) {
      assertTrue(statement.execute("select a from t"));
      int count = 0;
      SQLWarning last = null;
      for (SQLWarning at = statement.getWarnings(); at != null; at = at.getNextWarning()) {
        last = at;
        count++;
      }
      assertEquals(1_001, count);
      assertTrue(Objects.requireNonNull(last).getMessage().contains("not kept"), last.getMessage());
      assertEquals("01000", last.getSQLState());
      statement.clearWarnings();
      assertNull(statement.getWarnings());
    }
  }

  @Test
  void answers_with_random_bytes_in_them_end_in_a_result_or_an_sqlstate() throws Exception {
    long seed = Long.getLong("tiercel.fuzz.seed", System.nanoTime());
    var random = new Random(seed);
    for (int round = 0; round < 400; round++) {
      byte[] bytes = RIGHT.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      assertEnds(bytes, "seed %d, round %d".formatted(seed, round));
    }
  }

  private static void assertEnds(byte[] bytes, String what) throws IOException, SQLException {
    try (var server = HostileServer.answering(bytes, true);
        Connection connection = connect(server)) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        read(connection);
      } catch (SQLException e) {
        assertNotNull(e.getSQLState(), what);
        assertEquals(5, e.getSQLState().length(), what);
        if (e.getSQLState().startsWith("08")) {
          assertTrue(connection.isClosed(), () -> what + ": " + e);
        }
      } catch (RuntimeException e) {
        throw new AssertionError(what, e);
      }
      assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before < MANY_BYTES, what);
    }
  }
}
