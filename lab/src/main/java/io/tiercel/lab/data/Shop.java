package io.tiercel.lab.data;

import java.sql.SQLException;

/// Does the six tasks in one way. A task leaves the data as it found them, versions apart, so that
/// it can be repeated. Confined to one thread.
@FunctionalInterface
public interface Shop {
  /// Throws whatever the way of access throws; [SQLException] when it is JDBC.
  TaskResult run(ShopTask task) throws SQLException;
}
