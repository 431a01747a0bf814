package io.tiercel.lab.tour;

import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.JdbcStep;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/// JDBC by hand over pgjdbc: what an application could do at best without a persistence provider
/// and without leaving the JDBC API.
record JdbcContender() implements Contender {
  private static final int ROWS_PER_BATCH = 1_000;

  /// About as many rows as the transactions of the others have.
  private static final int ROWS_PER_TRANSACTION = 5_000;

  private static final Map<String, String> REWRITE = Map.of("reWriteBatchedInserts", "true");

  @Override
  public String name() {
    return "JDBC by hand";
  }

  @Override
  public String slug() {
    return "jdbc";
  }

  @Override
  public String description() {
    return "pgjdbc %s by hand, executeBatch of %d rows, reWriteBatchedInserts"
        .formatted(org.postgresql.util.DriverInfo.DRIVER_VERSION, ROWS_PER_BATCH);
  }

  @Override
  public void createSchema(DataSet data, ServerAddress database) throws SQLException {
    try (Connection connection = TourServer.connect(database, Map.of())) {
      Sql.update(connection, data.ddl());
    }
  }

  @Override
  public void load(DataSet data, ServerAddress database, Progress progress) throws SQLException {
    try (Connection connection = TourServer.connect(database, REWRITE)) {
      connection.setAutoCommit(false);
      for (JdbcStep step : data.jdbcSteps()) {
        try (PreparedStatement insert = connection.prepareStatement(step.sql())) {
          fill(step, connection, insert, progress);
        }
      }
    }
  }

  private static void fill(
      JdbcStep step, Connection connection, PreparedStatement insert, Progress progress)
      throws SQLException {
    for (int from = 0; from < step.count(); from += ROWS_PER_BATCH) {
      int to = Math.min(step.count(), from + ROWS_PER_BATCH);
      for (int i = from; i < to; i++) {
        step.bind().bind(insert, i);
        insert.addBatch();
      }
      insert.executeBatch();
      if (to == step.count() || to % ROWS_PER_TRANSACTION == 0) {
        connection.commit();
      }
      progress.add(step.what(), to - from);
    }
  }

  @Override
  public OpenShop open(DataSet data, ServerAddress database) throws SQLException {
    Connection connection = TourServer.connect(database, REWRITE);
    Shop shop = data.jdbcShop(connection);
    return new OpenShop() {
      @Override
      public Shop shop() {
        return shop;
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }
}
