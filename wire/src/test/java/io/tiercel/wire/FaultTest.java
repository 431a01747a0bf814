package io.tiercel.wire;

import static io.tiercel.wire.ScriptedServer.bindComplete;
import static io.tiercel.wire.ScriptedServer.complete;
import static io.tiercel.wire.ScriptedServer.concat;
import static io.tiercel.wire.ScriptedServer.error;
import static io.tiercel.wire.ScriptedServer.int16;
import static io.tiercel.wire.ScriptedServer.int32;
import static io.tiercel.wire.ScriptedServer.intRow;
import static io.tiercel.wire.ScriptedServer.message;
import static io.tiercel.wire.ScriptedServer.messageOfLength;
import static io.tiercel.wire.ScriptedServer.oneIntColumn;
import static io.tiercel.wire.ScriptedServer.parseComplete;
import static io.tiercel.wire.ScriptedServer.ready;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.error.CommitOutcomeUnknown;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.TimeoutException;
import io.tiercel.wire.error.WireException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Servers that break off, lie or fall silent: each ends in its documented failure, never in a hang
/// or a wrong result.
@Timeout(60)
class FaultTest {
  /// What answers `select n` for a statement seen for the first time: its description, and rows.
  private static final byte[] DESCRIPTION = concat(parseComplete(), oneIntColumn(), ready('I'));

  private static final byte[] ROWS =
      concat(bindComplete(), intRow(1), intRow(2), complete("SELECT 2"), ready('I'));

  private static ScriptedServer answering(byte[] description, byte[] rows) {
    return ScriptedServer.play(
        client -> {
          client.awaitMessage('S');
          client.send(description);
          client.awaitMessage('S');
          client.send(rows);
          client.socket().shutdownOutput();
          client.sleep();
        });
  }

  private static List<Integer> select(Connection connection) {
    return connection.queryList("select n", row -> row.getInt(0));
  }

  @Test
  void the_script_as_it_should_be_gives_its_rows() throws IOException {
    try (var server = answering(DESCRIPTION, ROWS);
        var connection = server.connect()) {
      assertEquals(List.of(1, 2), select(connection));
    }
  }

  @Test
  void answers_cut_at_every_byte_end_as_a_lost_connection() throws IOException {
    for (int cut = 0; cut < ROWS.length; cut++) {
      byte[] part = Arrays.copyOf(ROWS, cut);
      try (var server = answering(DESCRIPTION, part);
          var connection = server.connect()) {
        var failure = assertThrows(ConnectionException.class, () -> select(connection));
        assertEquals("08006", failure.sqlState());
        assertTrue(failure.wasSent());
        assertFalse(connection.isOpen());
      }
    }
  }

  @Test
  void answers_that_come_byte_by_byte_are_put_together() throws IOException {
    try (var server =
            ScriptedServer.play(
                client -> {
                  client.socket().setTcpNoDelay(true);
                  client.awaitMessage('S');
                  for (byte b : DESCRIPTION) {
                    client.send(new byte[] {b});
                  }
                  client.awaitMessage('S');
                  for (byte b : ROWS) {
                    client.send(new byte[] {b});
                  }
                  client.sleep();
                });
        var connection = server.connect()) {
      assertEquals(List.of(1, 2), select(connection));
    }
  }

  @Test
  void malformed_answers_are_protocol_violations_and_close_the_connection() throws IOException {
    Map<String, byte[]> malformed =
        Map.ofEntries(
            Map.entry("unknown message type", message('?', int32(1))),
            Map.entry("length below its minimum", messageOfLength('C', 3)),
            Map.entry("negative length", messageOfLength('D', -1)),
            Map.entry("absurd length", messageOfLength('D', Integer.MAX_VALUE)),
            Map.entry("row before the bind is complete", intRow(1)),
            Map.entry(
                "row with too many columns",
                concat(bindComplete(), message('D', int16(2), int32(-1), int32(-1)))),
            Map.entry(
                "row with a column longer than itself",
                concat(bindComplete(), message('D', int16(1), int32(5), int32(1)))),
            Map.entry(
                "row with a negative column",
                concat(bindComplete(), message('D', int16(1), int32(-2)))),
            Map.entry(
                "row longer than its columns",
                concat(bindComplete(), message('D', int16(1), int32(-1), int32(1)))),
            Map.entry("empty row", concat(bindComplete(), message('D'))),
            Map.entry("command tag without an end", concat(bindComplete(), message('C', int32(1)))),
            Map.entry("ready without a status", message('Z')),
            Map.entry("ready before the end", ready('I')),
            Map.entry(
                "unknown transaction status",
                concat(bindComplete(), complete("SELECT 0"), ready('?'))),
            Map.entry("error without an end", message('E', new byte[] {'M', 'x'})),
            Map.entry("authentication in the middle", message('R', int32(0))),
            Map.entry("second bind complete", concat(bindComplete(), bindComplete())));
    for (Map.Entry<String, byte[]> fault : malformed.entrySet()) {
      try (var server = answering(DESCRIPTION, concat(fault.getValue(), new byte[16]));
          var connection = server.connect()) {
        var failure =
            assertThrows(ProtocolViolation.class, () -> select(connection), fault.getKey());
        assertEquals("08P01", failure.sqlState());
        assertFalse(connection.isOpen(), fault.getKey());
        var later = assertThrows(ConnectionException.class, () -> select(connection));
        assertEquals("08003", later.sqlState());
        assertFalse(later.wasSent());
      }
    }
  }

  @Test
  void an_absurd_length_allocates_nothing_before_the_bytes_are_there() throws IOException {
    byte[] lie = concat(bindComplete(), messageOfLength('D', 1 << 20));
    try (var server = answering(DESCRIPTION, lie);
        var connection = server.connect()) {
      assertThrows(ConnectionException.class, () -> select(connection));
    }
  }

  @Test
  void an_error_inside_a_pipeline_skips_to_the_sync() throws IOException {
    try (var server =
            ScriptedServer.play(
                client -> {
                  client.awaitMessage('S');
                  client.send(
                      concat(parseComplete(), bindComplete(), complete("BEGIN")),
                      concat(parseComplete(), error("ERROR", "23505", "twice"), ready('E')));
                  client.sleep();
                });
        var connection = server.connect()) {
      var pipeline = connection.pipeline();
      Pending begun = pipeline.add("begin");
      Pending failed = pipeline.add("insert");
      Pending skipped = pipeline.add("commit");

      var failure = assertThrows(ServerException.class, pipeline::await);

      assertEquals("insert", failure.sql());
      assertEquals("BEGIN", begun.tag().text());
      assertEquals(failure.error(), failed.error());
      assertTrue(skipped.isSkipped());
      assertTrue(connection.isOpen());
    }
  }

  @Test
  void a_server_that_dies_between_commit_and_its_answer_leaves_the_outcome_unknown()
      throws IOException {
    try (var server =
            ScriptedServer.play(
                client -> {
                  client.awaitMessage('S');
                  client.send(
                      parseComplete(),
                      bindComplete(),
                      complete("BEGIN"),
                      parseComplete(),
                      bindComplete());
                  client.socket().shutdownOutput();
                  client.sleep();
                });
        var connection = server.connect()) {
      var pipeline = connection.pipeline();
      pipeline.add("begin");
      Pending commit = pipeline.add("commit");

      var failure = assertThrows(CommitOutcomeUnknown.class, pipeline::await);

      assertEquals("08007", failure.sqlState());
      assertTrue(commit.isDone());
      assertFalse(commit.isSkipped());
      assertFalse(connection.isOpen());
    }
  }

  @Test
  void a_fatal_error_closes_the_connection_and_is_thrown() throws IOException {
    byte[] fatal = error("FATAL", "57P01", "terminating connection due to administrator command");
    try (var server = answering(DESCRIPTION, concat(bindComplete(), intRow(1), fatal));
        var connection = server.connect()) {
      var failure = assertThrows(ServerException.class, () -> select(connection));
      assertEquals("57P01", failure.sqlState());
      assertFalse(failure.isConnectionUsable());
      assertFalse(connection.isOpen());
    }
  }

  @Test
  void a_server_that_ends_behind_its_answers_undoes_none_of_them() throws IOException {
    byte[] fatal = error("FATAL", "57P01", "terminating connection due to administrator command");
    try (var server = answering(DESCRIPTION, concat(ROWS, fatal));
        var connection = server.connect()) {
      assertEquals(List.of(1, 2), select(connection));
      assertFalse(connection.isOpen());
      assertEquals("57P01", Objects.requireNonNull(connection.closedBy()).sqlState());
      var later = assertThrows(ConnectionException.class, () -> select(connection));
      assertEquals("08003", later.sqlState());
      assertEquals(connection.closedBy(), later.getCause());
    }
  }

  @Test
  void a_server_that_ends_after_a_commit_and_before_it_is_ready_leaves_the_outcome_unknown()
      throws IOException {
    byte[] fatal = error("FATAL", "57P01", "terminating connection due to administrator command");
    try (var server =
            ScriptedServer.play(
                client -> {
                  client.awaitMessage('S');
                  client.send(parseComplete(), bindComplete(), complete("COMMIT"), fatal);
                  client.sleep();
                });
        var connection = server.connect()) {
      var pipeline = connection.pipeline();
      pipeline.add("/* the end */ commit");
      assertThrows(CommitOutcomeUnknown.class, pipeline::await);
    }
  }

  @Test
  @Timeout(10) // one limit, not a new one after each wait that ended a little early
  void a_silent_server_ends_in_a_timeout_that_names_the_limit() throws IOException {
    try (var server = ScriptedServer.play(ScriptedServer.Peer::sleep);
        var connection = server.connect(Duration.ofMillis(200))) {
      var failure = assertThrows(TimeoutException.class, () -> select(connection));
      Failures.assertMentions("limit 200 ms", failure);
      assertTrue(failure.wasSent());
      assertFalse(connection.isOpen());
    }
  }

  @Test
  @Timeout(10)
  void a_server_that_stops_reading_while_100_MB_are_written_ends_in_a_timeout() throws IOException {
    try (var server = ScriptedServer.play(ScriptedServer.Peer::sleep);
        var connection = server.connect(Duration.ofMillis(500));
        var pipeline = connection.pipeline()) {
      String megabyte = "-- " + "x".repeat(1 << 20);
      var failure =
          assertThrows(
              TimeoutException.class,
              () -> {
                for (int i = 0; i < 100; i++) {
                  pipeline.add(megabyte + i);
                }
                pipeline.await();
              });
      assertEquals("08006", failure.sqlState());
      assertFalse(connection.isOpen());
    }
  }

  @Test
  void a_server_that_answers_before_it_reads_on_does_not_stop_100_MB() throws IOException {
    // It answers each message with a notice of its size before it reads the next: whoever does not
    // read while writing is stuck when the buffers of both directions are full.
    try (var server =
            ScriptedServer.play(
                client -> {
                  for (int i = 0; i < 100; i++) {
                    client.awaitMessage('E');
                    String padding = "n".repeat(900_000);
                    client.send(
                        message('N', ScriptedServer.text("M" + padding), new byte[1]),
                        concat(parseComplete(), bindComplete(), complete("SELECT 0")));
                  }
                  client.awaitMessage('S');
                  client.send(ready('I'));
                  client.sleep();
                });
        var connection = server.connect();
        var pipeline = connection.pipeline()) {
      String megabyte = "-- " + "x".repeat(1 << 20);
      List<Pending> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        answers.add(pipeline.add(megabyte + i));
      }
      pipeline.await();
      assertTrue(answers.stream().allMatch(Pending::isDone));
    }
  }

  @Test
  void an_abort_from_another_thread_ends_the_wait() throws Exception {
    var asked = new CountDownLatch(1);
    try (var server =
            ScriptedServer.play(
                client -> {
                  client.awaitMessage('S');
                  asked.countDown();
                  client.sleep();
                });
        var connection = server.connect()) {
      var waiting =
          CompletableFuture.supplyAsync(
              () -> assertThrows(ConnectionException.class, () -> select(connection)));
      assertTrue(asked.await(20, TimeUnit.SECONDS));
      connection.abort();
      assertEquals("08006", waiting.get(20, TimeUnit.SECONDS).sqlState());
    }
  }

  @Test
  void an_interruption_closes_the_connection_and_says_so() throws Exception {
    var asked = new CountDownLatch(1);
    try (var server =
            ScriptedServer.play(
                client -> {
                  client.awaitMessage('S');
                  asked.countDown();
                  client.sleep();
                });
        var connection = server.connect()) {
      var failure = new CompletableFuture<WireException>();
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () ->
                      failure.complete(
                          assertThrows(ConnectionException.class, () -> select(connection))));
      assertTrue(asked.await(20, TimeUnit.SECONDS));
      thread.interrupt();
      Failures.assertMentions("interrupted", failure.get(20, TimeUnit.SECONDS));
      assertFalse(connection.isOpen());
    }
  }

  @Test
  void nobody_listening_is_a_connection_that_was_surely_not_used() {
    var config = ConnectionConfig.builder().host("127.0.0.1", 1).user("nobody").build();
    var failure = assertThrows(ConnectionException.class, () -> Connection.open(config));
    assertEquals("08001", failure.sqlState());
    assertFalse(failure.wasSent());
  }
}
