package io.tiercel.lab.bench.hand;

import io.tiercel.lab.bench.model.OrderStatus;
import io.tiercel.lab.bench.model.OrderSummary;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;

/// The reading tasks by JDBC. Confined to one thread.
final class HandReads {
  private static final int FETCH_SIZE = 10_000;

  private static final String ORDERS =
      "select id, version, customer_id, ordered_at, status, total, note from sequence_order";
  private static final String SUMMARIES =
      "select id, customer_id, ordered_at, status, total from sequence_order";
  private static final String ORDER_AND_CUSTOMER =
      "select o.id, c.name from placed_order o join customer c on c.id = o.customer_id"
          + " where o.id = ?";
  private static final String LINES_AND_PRODUCTS =
      "select l.id, l.quantity, l.price, p.name from placed_line l"
          + " join product p on p.id = l.product_id where l.order_id = ?";

  private final Connection connection;

  HandReads(Connection connection) {
    this.connection = connection;
  }

  Tally entities() throws SQLException {
    var orders = new ArrayList<SequenceOrder>();
    long cents = 0;
    try (var statement = fetching(ORDERS);
        var rows = statement.executeQuery()) {
      while (rows.next()) {
        var order = order(rows);
        orders.add(order);
        cents += cents(order.getTotal());
      }
    }
    return new Tally(orders.size(), cents);
  }

  /// The current row of a query for all columns in the table's order.
  static SequenceOrder order(ResultSet rows) throws SQLException {
    return new SequenceOrder(
        rows.getLong(1),
        rows.getInt(2),
        rows.getLong(3),
        rows.getObject(4, OffsetDateTime.class).toInstant(),
        OrderStatus.valueOf(rows.getString(5)),
        rows.getBigDecimal(6),
        rows.getString(7));
  }

  Tally records() throws SQLException {
    var orders = new ArrayList<OrderSummary>();
    long cents = 0;
    try (var statement = fetching(SUMMARIES);
        var rows = statement.executeQuery()) {
      while (rows.next()) {
        var order =
            new OrderSummary(
                rows.getLong(1),
                rows.getLong(2),
                rows.getObject(3, OffsetDateTime.class).toInstant(),
                OrderStatus.valueOf(rows.getString(4)),
                rows.getBigDecimal(5));
        orders.add(order);
        cents += cents(order.total());
      }
    }
    return new Tally(orders.size(), cents);
  }

  private PreparedStatement fetching(String sql) throws SQLException {
    var statement = connection.prepareStatement(sql);
    statement.setFetchSize(FETCH_SIZE);
    return statement;
  }

  private static long cents(BigDecimal amount) {
    return amount.movePointRight(2).longValueExact();
  }

  Tally find(int units) throws SQLException {
    long rows = 0;
    long checksum = 0;
    try (var order = connection.prepareStatement(ORDER_AND_CUSTOMER);
        var lines = connection.prepareStatement(LINES_AND_PRODUCTS)) {
      for (int unit = 0; unit < units; unit++) {
        long id = Task.placedOrderId(unit);
        checksum += customerNameLength(order, id);
        lines.setLong(1, id);
        try (var found = lines.executeQuery()) {
          while (found.next()) {
            rows++;
            checksum += found.getInt(2) * cents(found.getBigDecimal(3));
            checksum += found.getString(4).length();
          }
        }
        connection.commit();
      }
    }
    return new Tally(rows, checksum);
  }

  private static int customerNameLength(PreparedStatement order, long id) throws SQLException {
    order.setLong(1, id);
    try (var found = order.executeQuery()) {
      found.next();
      return found.getString(2).length();
    }
  }
}
