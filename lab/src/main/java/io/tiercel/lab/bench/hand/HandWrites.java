package io.tiercel.lab.bench.hand;

import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The writing tasks by JDBC batches. Confined to one thread.
final class HandWrites {
  private static final int BATCH = 1_000;
  private static final BigDecimal ONE_CENT = new BigDecimal("0.01");

  private static final String INSERT_SEQUENCE =
      "insert into sequence_order (id, version, customer_id, ordered_at, status, total, note)"
          + " values (?, 0, ?, ?, ?, ?, ?)";
  private static final String INSERT_IDENTITY =
      "insert into identity_order (version, customer_id, ordered_at, status, total, note)"
          + " values (0, ?, ?, ?, ?, ?)";
  private static final String SELECT_RANGE =
      "select id, version, customer_id, ordered_at, status, total, note from sequence_order"
          + " where id between ? and ?";
  private static final String UPDATE =
      "update sequence_order set total = ?, version = ? where id = ? and version = ?";
  private static final String INSERT_ORDER =
      "insert into purchase_order (id, version, customer_id, ordered_at, status, total)"
          + " values (?, 0, ?, ?, ?, ?)";
  private static final String INSERT_LINE =
      "insert into order_line (id, order_id, product_id, quantity, price) values (?, ?, ?, ?, ?)";

  private final Connection connection;
  private final IdBlock sequenceOrderIds;
  private final IdBlock orderIds;
  private final IdBlock lineIds;

  HandWrites(Connection connection) {
    this.connection = connection;
    sequenceOrderIds = new IdBlock(connection, "sequence_order_seq", 1_000);
    orderIds = new IdBlock(connection, "purchase_order_seq", 50);
    lineIds = new IdBlock(connection, "order_line_seq", 500);
  }

  Tally insertWithSequence(int units) throws SQLException {
    long cents = 0;
    try (var insert = connection.prepareStatement(INSERT_SEQUENCE)) {
      for (int number = 0; number < units; number++) {
        insert.setLong(1, sequenceOrderIds.next());
        setOrder(insert, 2, number);
        insert.setString(6, SampleOrders.note(number));
        insert.addBatch();
        cents += SampleOrders.cents(number);
        if ((number + 1) % BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
    return new Tally(units, cents);
  }

  Tally insertWithIdentity(int units) throws SQLException {
    long cents = 0;
    long ids = 0;
    try (var insert =
        connection.prepareStatement(INSERT_IDENTITY, Statement.RETURN_GENERATED_KEYS)) {
      for (int number = 0; number < units; number++) {
        setOrder(insert, 1, number);
        insert.setString(5, SampleOrders.note(number));
        insert.addBatch();
        cents += SampleOrders.cents(number);
        if ((number + 1) % BATCH == 0) {
          ids += executeAndCountKeys(insert);
        }
      }
      ids += executeAndCountKeys(insert);
    }
    return new Tally(ids, cents);
  }

  private static long executeAndCountKeys(PreparedStatement insert) throws SQLException {
    insert.executeBatch();
    long ids = 0;
    try (var keys = insert.getGeneratedKeys()) {
      while (keys.next()) {
        ids += keys.getLong("id") > 0 ? 1 : 0;
      }
    }
    return ids;
  }

  /// Customer, time, status and total from parameter `first` on.
  private static void setOrder(PreparedStatement insert, int first, int number)
      throws SQLException {
    insert.setLong(first, SampleOrders.customerId(number));
    insert.setObject(first + 1, SampleOrders.orderedAt(number).atOffset(ZoneOffset.UTC));
    insert.setString(first + 2, SampleOrders.status(number).name());
    insert.setBigDecimal(first + 3, SampleOrders.total(number));
  }

  Tally update(int units) throws SQLException {
    long rows = 0;
    try (var select = connection.prepareStatement(SELECT_RANGE);
        var update = connection.prepareStatement(UPDATE)) {
      for (int unit = 0; unit < units; unit++) {
        select.setLong(1, Task.firstUpdatedId(unit));
        select.setLong(2, Task.firstUpdatedId(unit) + Task.UPDATES_PER_TRANSACTION - 1);
        for (var order : orders(select)) {
          update.setBigDecimal(1, order.getTotal().add(ONE_CENT));
          update.setInt(2, order.getVersion() + 1);
          update.setLong(3, order.getId());
          update.setInt(4, order.getVersion());
          update.addBatch();
          rows++;
        }
        requireOneEach(update.executeBatch());
        connection.commit();
      }
    }
    return new Tally(rows, rows);
  }

  private static List<SequenceOrder> orders(PreparedStatement select) throws SQLException {
    var orders = new ArrayList<SequenceOrder>();
    try (var rows = select.executeQuery()) {
      while (rows.next()) {
        orders.add(HandReads.order(rows));
      }
    }
    return orders;
  }

  private static void requireOneEach(int[] counts) {
    if (Arrays.stream(counts).anyMatch(count -> count != 1)) {
      throw new IllegalStateException("a versioned update met a row that had changed");
    }
  }

  Tally insertOrders(int units) throws SQLException {
    long cents = 0;
    try (var order = connection.prepareStatement(INSERT_ORDER);
        var line = connection.prepareStatement(INSERT_LINE)) {
      for (int number = 0; number < units; number++) {
        long orderId = orderIds.next();
        order.setLong(1, orderId);
        setOrder(order, 2, number);
        order.executeUpdate();
        for (int i = 0; i < Task.LINES_PER_ORDER; i++) {
          addLine(line, orderId, number, i);
        }
        line.executeBatch();
        connection.commit();
        cents += SampleOrders.centsWithLines(number, Task.LINES_PER_ORDER);
      }
    }
    return new Tally((long) units * Task.ROWS_PER_ORDER, cents);
  }

  private void addLine(PreparedStatement line, long orderId, int number, int i)
      throws SQLException {
    line.setLong(1, lineIds.next());
    line.setLong(2, orderId);
    line.setLong(3, SampleOrders.productId(number, i));
    line.setInt(4, SampleOrders.quantity(i));
    line.setBigDecimal(5, BigDecimal.valueOf(SampleOrders.lineCents(number, i), 2));
    line.addBatch();
  }
}
