package io.tiercel.lab.bench.raw;

import io.tiercel.lab.bench.model.OrderStatus;
import io.tiercel.lab.bench.model.OrderSummary;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;

/// Reads results in binary and makes the objects the tasks ask for, column by column in a known
/// order: no metadata, no codecs, no NULLs.
final class RawReader {
  private static final long EPOCH_MICROS =
      Instant.parse("2000-01-01T00:00:00Z").getEpochSecond() * 1_000_000;
  private static final String ORDERS =
      "select id, version, customer_id, ordered_at, status, total, note from sequence_order";
  private static final String SUMMARIES =
      "select id, customer_id, ordered_at, status, total from sequence_order";
  private static final String NUMBERS = "select i, t, j from number";

  private final RawConnection connection;

  RawReader(RawConnection connection) {
    this.connection = connection;
  }

  Tally orders() throws IOException {
    query(ORDERS);
    var orders = new ArrayList<SequenceOrder>();
    long cents = 0;
    while (nextRow()) {
      var row = connection.body();
      row.getShort();
      var order =
          new SequenceOrder(
              getLong(row),
              getInt(row),
              getLong(row),
              getInstant(row),
              OrderStatus.valueOf(getString(row)),
              getAmount(row),
              getString(row));
      orders.add(order);
      cents += order.getTotal().unscaledValue().longValue();
    }
    return new Tally(orders.size(), cents);
  }

  Tally summaries() throws IOException {
    query(SUMMARIES);
    var orders = new ArrayList<OrderSummary>();
    long cents = 0;
    while (nextRow()) {
      var row = connection.body();
      row.getShort();
      var order =
          new OrderSummary(
              getLong(row),
              getLong(row),
              getInstant(row),
              OrderStatus.valueOf(getString(row)),
              getAmount(row));
      orders.add(order);
      cents += order.total().unscaledValue().longValue();
    }
    return new Tally(orders.size(), cents);
  }

  Tally numbers(int units, Milestones milestones) throws IOException {
    query(NUMBERS);
    long count = 0;
    long checksum = 0;
    while (nextRow()) {
      var row = connection.body();
      row.getShort();
      checksum += getInt(row);
      checksum += getString(row).length();
      checksum += getString(row).length();
      milestones.read(++count, units);
    }
    return new Tally(count, checksum);
  }

  private void query(String sql) throws IOException {
    var out = connection.out();
    connection.parse("", sql);
    int bind = connection.begin('B');
    out.putByte(0).putByte(0).putShort(0).putShort(0).putShort(1).putShort(1);
    connection.end(bind);
    connection.execute();
    connection.sync();
    connection.send();
  }

  /// Steps to the next DataRow; false after ReadyForQuery.
  private boolean nextRow() throws IOException {
    while (true) {
      switch (connection.next()) {
        case 'D' -> {
          return true;
        }
        case 'Z' -> {
          return false;
        }
        default -> {}
      }
    }
  }

  private static int getInt(ByteBuffer row) {
    row.getInt();
    return row.getInt();
  }

  private static long getLong(ByteBuffer row) {
    row.getInt();
    return row.getLong();
  }

  private static Instant getInstant(ByteBuffer row) {
    long micros = getLong(row) + EPOCH_MICROS;
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L);
  }

  private static BigDecimal getAmount(ByteBuffer row) {
    row.getInt();
    return Numeric.getAmount(row);
  }

  private String getString(ByteBuffer row) {
    return connection.text(row.getInt());
  }
}
