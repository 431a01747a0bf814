package io.tiercel.lab.bench.hand;

import java.sql.Connection;
import java.sql.SQLException;

/// Ids from a sequence that grows by a block at a time: `nextval` is the block's last id.
final class IdBlock {
  private final Connection connection;
  private final String nextval;
  private final int size;
  private long next;
  private int left;

  IdBlock(Connection connection, String sequence, int size) {
    this.connection = connection;
    this.nextval = "select nextval('" + sequence + "')";
    this.size = size;
  }

  long next() throws SQLException {
    if (left == 0) {
      try (var statement = connection.prepareStatement(nextval);
          var row = statement.executeQuery()) {
        row.next();
        next = row.getLong(1) - size + 1;
        left = size;
      }
    }
    left--;
    return next++;
  }
}
