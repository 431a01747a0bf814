package io.tiercel.lab.bench.server;

import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.sql.SQLException;

/// What must be in the database before a task, and what the database says about it afterwards. The
/// check is SQL over the tables, so it owes nothing to the contestant that did the work.
public final class TaskState {
  private static final String INSERT_SEQUENCE_ORDERS =
      "insert into sequence_order (id, version, customer_id, ordered_at, status, total, note)"
          + " select n + 1, 0, "
          + SampleOrders.SQL_VALUES
          + " from generate_series(0, ? - 1) n";

  private TaskState() {}

  /// Fills the tables that the task only reads. Once per database.
  public static void fill(BenchDatabase database, Task task, int units) throws SQLException {
    switch (task) {
      case READ_ENTITIES, READ_RECORDS -> {
        database.execute("truncate sequence_order");
        insertSequenceOrders(database, units);
        database.execute("vacuum analyze sequence_order");
      }
      case FIND_WITH_RELATIONS -> fillPlacedOrders(database);
      case READ_NUMBERS -> {
        database.execute("truncate number");
        database.execute(
            """
            insert into number select n, 'number ' || n, '{"n": ' || n || '}'
            from generate_series(1, %d) n"""
                .formatted(units));
        database.execute("vacuum analyze number");
      }
      case PERSIST_SEQUENCE, PERSIST_IDENTITY, UPDATE_VERSIONED, PERSIST_ORDER -> {}
    }
  }

  private static void insertSequenceOrders(BenchDatabase database, int count) throws SQLException {
    try (var insert = database.connection().prepareStatement(INSERT_SEQUENCE_ORDERS)) {
      insert.setInt(1, count);
      insert.executeUpdate();
    }
  }

  private static void fillPlacedOrders(BenchDatabase database) throws SQLException {
    database.execute("truncate placed_line, placed_order, customer, product");
    database.execute(
        """
        insert into customer select n, 'Customer ' || n from generate_series(1, %d) n;
        insert into product select n, 'Product ' || n from generate_series(1, %d) n;
        insert into placed_order select n, 0, n * 31 %% %d + 1 from generate_series(1, %d) n;
        insert into placed_line
        select n, (n - 1) / %d + 1, n * 17 %% %d + 1, n %% 5 + 1, (n * 13 %% 10000 + 1) / 100.0
        from generate_series(1, %d) n"""
            .formatted(
                SampleOrders.CUSTOMERS,
                SampleOrders.PRODUCTS,
                SampleOrders.CUSTOMERS,
                Task.PLACED_ORDERS,
                Task.LINES_PER_ORDER,
                SampleOrders.PRODUCTS,
                Task.PLACED_ORDERS * Task.LINES_PER_ORDER));
    database.execute("vacuum analyze customer");
    database.execute("vacuum analyze product");
    database.execute("vacuum analyze placed_order");
    database.execute("vacuum analyze placed_line");
  }

  /// Brings the tables that the task writes back to where every run starts.
  public static void reset(BenchDatabase database, Task task) throws SQLException {
    switch (task) {
      case PERSIST_SEQUENCE -> database.execute("truncate sequence_order");
      case PERSIST_IDENTITY -> database.execute("truncate identity_order");
      case PERSIST_ORDER -> database.execute("truncate purchase_order, order_line");
      case UPDATE_VERSIONED -> {
        database.execute("truncate sequence_order");
        insertSequenceOrders(database, Task.UPDATABLE_ORDERS);
        database.execute("vacuum analyze sequence_order");
      }
      case READ_ENTITIES, READ_RECORDS, FIND_WITH_RELATIONS, READ_NUMBERS -> {}
    }
  }

  /// What the tables say that the contestant should have seen.
  public static Tally truth(BenchDatabase database, Task task, int units) throws SQLException {
    try (var statement = database.connection().createStatement();
        var row = statement.executeQuery(truthSql(task, units))) {
      row.next();
      return new Tally(row.getLong(1), row.getBigDecimal(2).longValueExact());
    }
  }

  private static String truthSql(Task task, int units) {
    return switch (task) {
      case PERSIST_SEQUENCE, READ_ENTITIES, READ_RECORDS ->
          "select count(*), sum(total * 100) from sequence_order";
      case PERSIST_IDENTITY -> "select count(*), sum(total * 100) from identity_order";
      case PERSIST_ORDER ->
          """
          select count(*) + sum(lines), sum(total * 100 + line_cents)
          from purchase_order o
          join (select order_id, count(*) lines, sum(quantity * price * 100) line_cents
                from order_line group by order_id) l on l.order_id = o.id""";
      case UPDATE_VERSIONED ->
          "select sum(version), sum(total * 100) - %d from sequence_order"
              .formatted(SampleOrders.sumOfCents(Task.UPDATABLE_ORDERS));
      case FIND_WITH_RELATIONS ->
          """
          select sum(lines), sum(checksum + length(c.name))
          from generate_series(0, %d - 1) unit
          join placed_order o on o.id = unit * 7919::bigint %% %d + 1
          join customer c on c.id = o.customer_id
          join (select order_id, count(*) lines,
                       sum(quantity * price * 100 + length(p.name)) checksum
                from placed_line join product p on p.id = product_id
                group by order_id) l on l.order_id = o.id"""
              .formatted(units, Task.PLACED_ORDERS);
      case READ_NUMBERS -> "select count(*), sum(i::bigint + length(t) + length(j)) from number";
    };
  }
}
