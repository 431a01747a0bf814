package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.UsageException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PortalTest {
  private Connection connection;

  @BeforeEach
  void open() {
    connection = Databases.open(TestServer.v18().defaultDatabase());
  }

  @AfterEach
  void close() {
    connection.close();
  }

  private Portal numbers(int count) {
    return connection.portal(connection.prepare("select generate_series(1, $1::int)"), count);
  }

  @Test
  void a_result_is_read_in_pieces_outside_a_transaction() {
    List<Integer> numbers = new ArrayList<>();
    int pieces = 0;
    try (Portal portal = numbers(2500)) {
      do {
        pieces++;
      } while (portal.fetch(1000, row -> numbers.add(row.getInt(0))));
      assertTrue(portal.isDone());
      assertFalse(portal.fetch(1, row -> numbers.add(0)));
    }
    assertEquals(3, pieces);
    assertEquals(2500, numbers.size());
    assertEquals(2500, numbers.getLast());
    assertEquals(TransactionStatus.IDLE, connection.transactionStatus());
  }

  @Test
  void outside_a_transaction_an_open_portal_has_the_connection_for_itself() {
    Portal portal = numbers(10);
    assertTrue(portal.fetch(3, row -> {}));
    assertThrows(UsageException.class, () -> connection.execute("select 1"));
    portal.close();
    assertEquals(1, connection.query("select 1", row -> {}));
  }

  @Test
  void in_a_transaction_other_statements_go_between_the_pieces() {
    connection.execute("begin");
    int[] read = new int[1];
    try (Portal first = numbers(10);
        Portal second = numbers(10)) {
      assertTrue(first.fetch(4, row -> read[0]++));
      assertTrue(second.fetch(4, row -> read[0]++));
      assertEquals(1, connection.query("select 1", row -> {}));
      assertTrue(first.fetch(4, row -> read[0]++));
      assertFalse(first.fetch(4, row -> read[0]++));
    }
    connection.execute("commit");
    assertEquals(14, read[0]);
  }

  @Test
  void a_failure_between_the_pieces_ends_the_portal() {
    try (Portal portal =
        connection.portal(connection.prepare("select 10 / (5 - i) from generate_series(1, 9) i"))) {
      assertTrue(portal.fetch(2, row -> {}));
      assertThrows(ServerException.class, () -> portal.fetch(100, row -> {}));
      assertTrue(portal.isDone());
    }
    assertEquals(1, connection.query("select 1", row -> {}));
  }

  @Test
  void a_consumer_that_throws_ends_the_portal() {
    try (Portal portal = numbers(10)) {
      assertThrows(
          IllegalStateException.class,
          () ->
              portal.fetch(
                  5,
                  row -> {
                    throw new IllegalStateException("enough");
                  }));
    }
    assertEquals(1, connection.query("select 1", row -> {}));
  }
}
