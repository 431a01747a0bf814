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
      case FIND_WITH_RELATIONS,
          FIND_WITH_GRAPH,
          FIND_SHARED,
          QUERY_BY_NAME,
          ORDERS_OF_CUSTOMER,
          ORDERS_WITH_LINES,
          JDBC_SELECT,
          JDBC_SHARED_SELECT,
          JDBC_CONNECT,
          CACHED_GRAPH,
          CACHED_GRAPH_READ_ONLY,
          CACHED_FIND,
          CACHED_FIND_2,
          CACHED_FIND_4,
          CACHED_FIND_8,
          CACHED_FIND_VIRTUAL,
          CACHED_UNIQUE,
          CACHED_QUERY ->
          fillPlacedOrders(database);
      case JDBC_DECODE -> fillDecoded(database, units);
      case READ_NUMBERS, JDBC_NUMBERS -> {
        database.execute("truncate number");
        database.execute(
            """
            insert into number select n, 'number ' || n, '{"n": ' || n || '}'
            from generate_series(1, %d) n\
            """
                .formatted(units));
        database.execute("vacuum analyze number");
      }
      default -> {}
    }
  }

  private static void fillDecoded(BenchDatabase database, int units) throws SQLException {
    database.execute("truncate decoded");
    database.execute(
        """
        insert into decoded
        select n, timestamptz '2020-01-01 00:00:00Z' + n * interval '1 second', n / 1000000.0,
          gen_random_uuid(), jsonb_build_object('n', n, 'name', 'number ' || n),
          array[n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7],
          decode(repeat(lpad(to_hex(n), 8, '0'), 16), 'hex')
        from generate_series(1, %d) n\
        """
            .formatted(units));
    database.execute("vacuum analyze decoded");
  }

  private static void insertSequenceOrders(BenchDatabase database, int count) throws SQLException {
    try (var insert = database.connection().prepareStatement(INSERT_SEQUENCE_ORDERS)) {
      insert.setInt(1, count);
      insert.executeUpdate();
    }
  }

  /// Nobody writes to these tables, so once is enough.
  private static void fillPlacedOrders(BenchDatabase database) throws SQLException {
    if (!isEmpty(database, "placed_line")) {
      return;
    }
    database.execute(
        """
        insert into customer select n, 'Customer ' || n from generate_series(1, %d) n;
        insert into product select n, 'Product ' || n from generate_series(1, %d) n;
        insert into placed_order select n, 0, n * 31 %% %d + 1 from generate_series(1, %d) n;
        insert into placed_line
        select n, (n - 1) / %d + 1, n * 17 %% %d + 1, n %% 5 + 1, (n * 13 %% 10000 + 1) / 100.0
        from generate_series(1, %d) n\
        """
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

  private static boolean isEmpty(BenchDatabase database, String table) throws SQLException {
    try (var statement = database.connection().createStatement();
        var row = statement.executeQuery("select 1 from " + table + " limit 1")) {
      return !row.next();
    }
  }

  /// Brings the tables that the task writes back to where every run starts.
  public static void reset(BenchDatabase database, Task task) throws SQLException {
    switch (task) {
      case PERSIST_SEQUENCE -> database.execute("truncate sequence_order");
      case PERSIST_IDENTITY -> database.execute("truncate identity_order");
      case PERSIST_JOINED -> database.execute("truncate payment, card_payment, transfer_payment");
      case PERSIST_ORDER -> database.execute("truncate purchase_order, order_line");
      case UPDATE_VERSIONED -> {
        database.execute("truncate sequence_order");
        insertSequenceOrders(database, Task.UPDATABLE_ORDERS);
        database.execute("vacuum analyze sequence_order");
      }
      case JDBC_BATCH, JDBC_SMALL_BATCH, JDBC_COPY -> database.execute("truncate batch_row");
      case JDBC_KEYED_BATCH -> database.execute("truncate keyed_row restart identity");
      case JDBC_MIXED, JDBC_PIPELINED ->
          database.execute(
              """
              truncate mixed_a, mixed_b;
              insert into mixed_b select n, 0 from generate_series(1, %d) n\
              """
                  .formatted(Task.MIXED_ROWS));
      default -> {}
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
      case PERSIST_JOINED ->
          """
          select count(*) + count(c.id) + count(t.id),
            sum(amount * 100 + coalesce(expiry_month, 0) + coalesce(length(reference), 0))
          from payment p left join card_payment c on c.id = p.id
          left join transfer_payment t on t.id = p.id\
          """;
      case PERSIST_ORDER ->
          """
          select count(*) + sum(lines), sum(total * 100 + line_cents)
          from purchase_order o
          join (select order_id, count(*) lines, sum(quantity * price * 100) line_cents
                from order_line group by order_id) l on l.order_id = o.id\
          """;
      case UPDATE_VERSIONED ->
          "select sum(version), sum(total * 100) - %d from sequence_order"
              .formatted(SampleOrders.sumOfCents(Task.UPDATABLE_ORDERS));
      case FIND_WITH_RELATIONS, FIND_WITH_GRAPH, FIND_SHARED ->
          """
          select sum(lines), sum(checksum + length(c.name))
          from generate_series(0, %d - 1) unit
          join placed_order o on o.id = unit * 7919::bigint %% %d + 1
          join customer c on c.id = o.customer_id
          join (select order_id, count(*) lines,
                       sum(quantity * price * 100 + length(p.name)) checksum
                from placed_line join product p on p.id = product_id
                group by order_id) l on l.order_id = o.id\
          """
              .formatted(units, Task.PLACED_ORDERS);
      case CACHED_GRAPH, CACHED_GRAPH_READ_ONLY ->
          """
          select sum(lines), sum(checksum + length(c.name))
          from generate_series(0, %d - 1) unit
          join placed_order o on o.id = unit * 7919::bigint %% %d + 1
          join customer c on c.id = o.customer_id
          join (select order_id, count(*) lines, sum(quantity * price * 100) checksum
                from placed_line group by order_id) l on l.order_id = o.id\
          """
              .formatted(units, Task.CACHED_ORDERS);
      case CACHED_FIND, CACHED_FIND_2, CACHED_FIND_4, CACHED_FIND_8, CACHED_FIND_VIRTUAL ->
          """
          select count(*), sum(o.id + length(c.name))
          from generate_series(0, %d - 1) unit
          join placed_order o on o.id = unit * 7919::bigint %% %d + 1
          join customer c on c.id = o.customer_id\
          """
              .formatted(units, Task.CACHED_ORDERS);
      case CACHED_UNIQUE -> ofCustomers("count(*), sum(c.id)", "", units);
      case CACHED_QUERY ->
          ofCustomers("count(*), sum(o.id)", "join placed_order o on o.customer_id = c.id", units);
      case QUERY_BY_NAME -> ofCustomers("count(*), sum(c.id)", "", units);
      case ORDERS_OF_CUSTOMER ->
          ofCustomers("count(*), sum(o.id)", "join placed_order o on o.customer_id = c.id", units);
      case ORDERS_WITH_LINES ->
          ofCustomers(
              "count(*), sum(quantity * price * 100)",
              "join placed_order o on o.customer_id = c.id join placed_line l on l.order_id = o.id",
              units);
      case START_UP_5, START_UP_100 -> "select count(*), sum(id) from part_0";
      case JDBC_BATCH, JDBC_SMALL_BATCH, JDBC_COPY ->
          "select count(*), sum(a::bigint + c + length(b)) from batch_row";
      case JDBC_KEYED_BATCH -> "select count(*), sum(id) from keyed_row";
      case JDBC_SELECT, JDBC_SHARED_SELECT, JDBC_CONNECT ->
          ofCustomers("count(*), sum(length(c.name))", "", units);
      case JDBC_MIXED, JDBC_PIPELINED ->
          "select (select count(*) from mixed_a), (select sum(v) from mixed_b)";
      case JDBC_DECODE ->
          """
          select count(*), sum(extract(epoch from at)::bigint + (n * 1000000)::bigint
            + length(u::text) + length(j::text) + (select sum(e) from unnest(a) e) + length(b))
          from decoded\
          """;
      case READ_NUMBERS, JDBC_NUMBERS ->
          "select count(*), sum(i::bigint + length(t) + length(j)) from number";
    };
  }

  /// A query over the customers of the units and what is joined to them.
  private static String ofCustomers(String selected, String joins, int units) {
    return """
    select %s
    from generate_series(0, %d - 1) unit
    join customer c on c.id = unit * 7919::bigint %% %d + 1 %s\
    """
        .formatted(selected, units, SampleOrders.CUSTOMERS, joins);
  }
}
