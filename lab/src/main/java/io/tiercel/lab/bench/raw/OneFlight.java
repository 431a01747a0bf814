package io.tiercel.lab.bench.raw;

import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import io.tiercel.wire.buffer.WriteBuffer;
import java.io.IOException;

/// BEGIN, the order, its lines as one multi-row insert, COMMIT and a single Sync: one round trip.
/// Ids come from sequence blocks, one more round trip per block.
final class OneFlight {
  private static final String BEGIN = "begin";
  private static final String COMMIT = "commit";
  private static final String ORDER = "order";
  private static final String LINES = "lines";
  private static final String ORDER_IDS = "order_ids";
  private static final String LINE_IDS = "line_ids";
  private static final int ORDER_BLOCK = 50;
  private static final int LINE_BLOCK = 500;

  private final RawConnection connection;
  private final WriteBuffer out;
  private boolean isPrepared;
  private long nextOrderId;
  private int orderIdsLeft;
  private long nextLineId;
  private int lineIdsLeft;

  OneFlight(RawConnection connection) {
    this.connection = connection;
    this.out = connection.out();
  }

  Tally insertOrders(int units) throws IOException {
    prepareOnce();
    long cents = 0;
    for (int number = 0; number < units; number++) {
      if (orderIdsLeft == 0) {
        nextOrderId = firstOfBlock(ORDER_IDS, ORDER_BLOCK);
        orderIdsLeft = ORDER_BLOCK;
      }
      if (lineIdsLeft == 0) {
        nextLineId = firstOfBlock(LINE_IDS, LINE_BLOCK);
        lineIdsLeft = LINE_BLOCK;
      }
      insertOrder(number);
      cents += SampleOrders.centsWithLines(number, Task.LINES_PER_ORDER);
    }
    return new Tally((long) units * Task.ROWS_PER_ORDER, cents);
  }

  private void prepareOnce() throws IOException {
    if (isPrepared) {
      return;
    }
    connection.parse(BEGIN, "begin");
    connection.parse(COMMIT, "commit");
    connection.parse(ORDER_IDS, "select nextval('purchase_order_seq')");
    connection.parse(LINE_IDS, "select nextval('order_line_seq')");
    connection.parse(
        ORDER,
        "insert into purchase_order (id, version, customer_id, ordered_at, status, total)"
            + " values ($1, 0, $2, $3, $4, $5)");
    connection.parse(LINES, linesSql());
    connection.sync();
    connection.send();
    connection.awaitReady('1');
    isPrepared = true;
  }

  private static String linesSql() {
    var sql =
        new StringBuilder(
            "insert into order_line (id, order_id, product_id, quantity, price) values");
    for (int line = 0; line < Task.LINES_PER_ORDER; line++) {
      int p = 5 * line;
      sql.append(line == 0 ? " " : ", ");
      sql.append("($%d, $%d, $%d, $%d, $%d)".formatted(p + 1, p + 2, p + 3, p + 4, p + 5));
    }
    return sql.toString();
  }

  private long firstOfBlock(String query, int size) throws IOException {
    statement(query);
    connection.sync();
    connection.send();
    long last = 0;
    for (char type = connection.next(); type != 'Z'; type = connection.next()) {
      if (type == 'D') {
        last = connection.body().getLong(connection.body().position() + 6);
      }
    }
    return last - size + 1;
  }

  private void insertOrder(int number) throws IOException {
    statement(BEGIN);
    int order = bind(ORDER, 5);
    out.putInt(Long.BYTES).putLong(nextOrderId);
    RawCopy.putOrder(out, number);
    endBind(order);
    int lines = bind(LINES, 5 * Task.LINES_PER_ORDER);
    for (int line = 0; line < Task.LINES_PER_ORDER; line++) {
      putLine(number, line);
    }
    endBind(lines);
    statement(COMMIT);
    connection.sync();
    connection.send();
    int completed = connection.awaitReady('C');
    if (completed != 4) {
      throw new IOException("%d of 4 statements completed".formatted(completed));
    }
    nextOrderId++;
    orderIdsLeft--;
    lineIdsLeft -= Task.LINES_PER_ORDER;
  }

  private void putLine(int number, int line) {
    out.putInt(Long.BYTES).putLong(nextLineId++);
    out.putInt(Long.BYTES).putLong(nextOrderId);
    out.putInt(Long.BYTES).putLong(SampleOrders.productId(number, line));
    out.putInt(Integer.BYTES).putInt(SampleOrders.quantity(line));
    Numeric.putCents(out, SampleOrders.lineCents(number, line));
  }

  private void statement(String name) {
    endBind(bind(name, 0));
  }

  /// Begins a Bind of the unnamed portal, all parameters binary; their values follow.
  private int bind(String statement, int parameters) {
    int start = connection.begin('B');
    out.putByte(0).putCString(statement).putShort(1).putShort(1).putShort(parameters);
    return start;
  }

  private void endBind(int start) {
    out.putShort(1).putShort(1);
    connection.end(start);
    connection.execute();
  }
}
