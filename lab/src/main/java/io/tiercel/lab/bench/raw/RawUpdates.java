package io.tiercel.lab.bench.raw;

import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// Loads the orders and writes them all back with one `update … from unnest`.
final class RawUpdates {
  private static final String SELECT =
      "select id, version, customer_id, ordered_at, status, total, note from sequence_order"
          + " where id between ? and ?";
  private static final String UPDATE =
      "update sequence_order o set total = u.total, version = u.version + 1"
          + " from unnest(?::bigint[], ?::int[], ?::numeric[]) as u(id, version, total)"
          + " where o.id = u.id and o.version = u.version";
  private static final BigDecimal ONE_CENT = new BigDecimal("0.01");

  private final Connection connection;
  private final Long[] ids = new Long[Task.UPDATES_PER_TRANSACTION];
  private final Integer[] versions = new Integer[Task.UPDATES_PER_TRANSACTION];
  private final BigDecimal[] totals = new BigDecimal[Task.UPDATES_PER_TRANSACTION];

  RawUpdates(Connection connection) {
    this.connection = connection;
  }

  Tally run(int units) throws SQLException {
    long rows = 0;
    try (var select = connection.prepareStatement(SELECT);
        var update = connection.prepareStatement(UPDATE)) {
      for (int unit = 0; unit < units; unit++) {
        load(select, Task.firstUpdatedId(unit));
        setArray(update, 1, "bigint", ids);
        setArray(update, 2, "int", versions);
        setArray(update, 3, "numeric", totals);
        int updated = update.executeUpdate();
        if (updated != Task.UPDATES_PER_TRANSACTION) {
          throw new IllegalStateException("updated %d rows".formatted(updated));
        }
        connection.commit();
        rows += updated;
      }
    }
    return new Tally(rows, rows);
  }

  private void load(PreparedStatement select, long first) throws SQLException {
    select.setLong(1, first);
    select.setLong(2, first + Task.UPDATES_PER_TRANSACTION - 1);
    try (var rows = select.executeQuery()) {
      for (int i = 0; rows.next(); i++) {
        ids[i] = rows.getLong(1);
        versions[i] = rows.getInt(2);
        totals[i] = rows.getBigDecimal(6).add(ONE_CENT);
      }
    }
  }

  private void setArray(PreparedStatement update, int index, String type, Object[] values)
      throws SQLException {
    Array array = connection.createArrayOf(type, values);
    update.setArray(index, array);
  }
}
