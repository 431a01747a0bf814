package io.tiercel.lab.bench.workload;

import static io.tiercel.lab.bench.workload.Peer.ECLIPSELINK;
import static io.tiercel.lab.bench.workload.Peer.HIBERNATE;
import static io.tiercel.lab.bench.workload.Peer.PGJDBC;
import static io.tiercel.lab.bench.workload.Peer.PGJDBC_FETCH;
import static io.tiercel.lab.bench.workload.Peer.PGJDBC_TUNED;
import static io.tiercel.lab.bench.workload.Peer.R2DBC;
import static io.tiercel.lab.bench.workload.Peer.RAW;
import static io.tiercel.lab.bench.workload.Peer.TIERCEL;
import static io.tiercel.lab.bench.workload.Peer.TIERCEL_TUNED;
import static io.tiercel.lab.bench.workload.Peer.VERTX;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A task at a line in a size: one block of the tables that the benchmarks print.
public enum Workload {
  PERSIST_SEQUENCE(
      "persist-sequence",
      "persist %,d orders, ids from a sequence, one transaction",
      Task.PERSIST_SEQUENCE,
      Line.LOOPBACK,
      100_000,
      20_000,
      "order"),
  PERSIST_IDENTITY(
      "persist-identity",
      "persist %,d orders, identity ids, one transaction",
      Task.PERSIST_IDENTITY,
      Line.LOOPBACK,
      100_000,
      20_000,
      "order"),
  PERSIST_JOINED(
      "persist-joined",
      "persist %,d payments of two kinds, joined tables, ids from a sequence, one transaction",
      Task.PERSIST_JOINED,
      Line.LOOPBACK,
      100_000,
      20_000,
      "payment"),
  UPDATE(
      "update",
      "%,d transactions: load 100 orders, change each, versions checked, asynchronous commit",
      Task.UPDATE_VERSIONED,
      Line.LOOPBACK_ASYNC,
      300,
      50,
      "transaction"),
  ORDER_ASYNC(
      "order-async",
      "%,d transactions: an order with ten lines, asynchronous commit",
      Task.PERSIST_ORDER,
      Line.LOOPBACK_ASYNC,
      2_000,
      400,
      "transaction"),
  ORDER_SYNC(
      "order-sync",
      "%,d transactions: an order with ten lines, synchronous commit",
      Task.PERSIST_ORDER,
      Line.LOOPBACK,
      1_000,
      200,
      "transaction"),
  ORDER_DELAYED(
      "order-delayed",
      "%,d transactions: an order with ten lines, server 1 ms away each way",
      Task.PERSIST_ORDER,
      Line.DELAYED,
      200,
      50,
      "transaction"),
  READ_ENTITIES(
      "read-entities",
      "read %,d orders as entities",
      Task.READ_ENTITIES,
      Line.LOOPBACK,
      200_000,
      50_000,
      "entity"),
  READ_RECORDS(
      "read-records",
      "read %,d orders as records (constructor expression)",
      Task.READ_RECORDS,
      Line.LOOPBACK,
      200_000,
      50_000,
      "record"),
  FIND(
      "find",
      "%,d transactions: find an order by id, touch customer, ten lines, their products",
      Task.FIND_WITH_RELATIONS,
      Line.LOOPBACK,
      2_000,
      300,
      "transaction"),
  FIND_GRAPH(
      "find-graph",
      "%,d transactions: the same with an entity graph",
      Task.FIND_WITH_GRAPH,
      Line.LOOPBACK,
      2_000,
      300,
      "transaction"),
  FIND_SHARED(
      "find-shared",
      "%,d transactions: the same without, by 50 virtual threads on 8 connections",
      Task.FIND_SHARED,
      Line.LOOPBACK,
      4_000,
      600,
      "transaction"),
  QUERY_NAME(
      "query-name",
      "%,d transactions: query a customer by its name, an indexed column",
      Task.QUERY_BY_NAME,
      Line.LOOPBACK,
      4_000,
      600,
      "transaction"),
  CUSTOMER_ORDERS(
      "customer-orders",
      "%,d transactions: query the ten orders of a customer",
      Task.ORDERS_OF_CUSTOMER,
      Line.LOOPBACK,
      4_000,
      600,
      "transaction"),
  CUSTOMER_LINES(
      "customer-lines",
      "%,d transactions: the same, and touch their hundred lines",
      Task.ORDERS_WITH_LINES,
      Line.LOOPBACK,
      1_000,
      150,
      "transaction"),
  START_UP_5(
      "start-up-5",
      "open a unit of 5 entities in a new JVM, answer the first query",
      Task.START_UP_5,
      Line.LOOPBACK,
      1,
      1,
      "start"),
  START_UP_100(
      "start-up-100",
      "open a unit of 100 entities in a new JVM, answer the first query",
      Task.START_UP_100,
      Line.LOOPBACK,
      1,
      1,
      "start"),
  WIRE(
      "wire",
      "read %,d rows of number(i int, t text, j text), the driver alone",
      Task.READ_NUMBERS,
      Line.LOOPBACK,
      2_000_000,
      500_000,
      "row"),
  DRIVER_NUMBERS(
      "numbers",
      "read %,d rows of number(i int, t text, j text), autocommit, driver's defaults",
      Task.JDBC_NUMBERS,
      Line.LOOPBACK,
      2_000_000,
      500_000,
      "row"),
  DRIVER_DECODE(
      "decode",
      "read %,d rows of timestamptz, numeric, uuid, jsonb, int4[], bytea, prepared",
      Task.JDBC_DECODE,
      Line.LOOPBACK,
      200_000,
      50_000,
      "row"),
  DRIVER_BATCH(
      "batch-1024",
      "insert %,d rows, executeBatch of 1,024, one transaction",
      Task.JDBC_BATCH,
      Line.LOOPBACK_ASYNC,
      100_000,
      20_000,
      "row"),
  DRIVER_SMALL_BATCH(
      "batch-128",
      "insert %,d rows, executeBatch of 128, one transaction",
      Task.JDBC_SMALL_BATCH,
      Line.LOOPBACK_ASYNC,
      100_000,
      20_000,
      "row"),
  DRIVER_KEYED_BATCH(
      "batch-keys",
      "insert %,d rows in one transaction, their generated keys read",
      Task.JDBC_KEYED_BATCH,
      Line.LOOPBACK_ASYNC,
      100_000,
      20_000,
      "row"),
  DRIVER_KEYED_DELAYED(
      "batch-keys-delayed",
      "insert %,d rows in one executeBatch, keys read, server 1 ms away each way",
      Task.JDBC_KEYED_BATCH,
      Line.DELAYED,
      10_000,
      10_000,
      "row"),
  DRIVER_SELECT(
      "select",
      "%,d prepared selects by key, one thread",
      Task.JDBC_SELECT,
      Line.LOOPBACK,
      20_000,
      5_000,
      "select"),
  DRIVER_SHARED_SELECT(
      "select-shared",
      "%,d prepared selects by key, 50 virtual threads on one connection",
      Task.JDBC_SHARED_SELECT,
      Line.LOOPBACK,
      20_000,
      5_000,
      "select"),
  DRIVER_MIXED_DELAYED(
      "mixed-delayed",
      "%,d transactions of 10 inserts, 10 updates, 10 selects, server 1 ms away each way",
      Task.JDBC_MIXED,
      Line.DELAYED,
      30,
      10,
      "transaction"),
  DRIVER_PIPELINED_DELAYED(
      "pipelined-delayed",
      "%,d such transactions in one flight each (pgjdbc: one by one), server 1 ms away each way",
      Task.JDBC_PIPELINED,
      Line.DELAYED,
      100,
      20,
      "transaction"),
  DRIVER_COPY(
      "copy-records",
      "copy %,d records into a table, one transaction",
      Task.JDBC_COPY,
      Line.LOOPBACK_ASYNC,
      500_000,
      100_000,
      "row"),
  DRIVER_CONNECT(
      "connect",
      "%,d times connect with SCRAM, select by key, close",
      Task.JDBC_CONNECT,
      Line.LOOPBACK,
      200,
      50,
      "connection"),
  CACHE_GRAPH(
      "cache-graph",
      "%,d times find a cached order, touch its customer and ten lines",
      Task.CACHED_GRAPH,
      Line.LOOPBACK,
      200_000,
      3_000,
      "find"),
  CACHE_READ_ONLY(
      "cache-read-only",
      "%,d times the same for reading only",
      Task.CACHED_GRAPH_READ_ONLY,
      Line.LOOPBACK,
      500_000,
      3_000,
      "find"),
  CACHE_FIND(
      "cache-find",
      "%,d times find a cached order, touch its customer",
      Task.CACHED_FIND,
      Line.LOOPBACK,
      200_000,
      20_000,
      "find"),
  CACHE_FIND_2(
      "cache-find-2",
      "%,d times the same, by 2 threads",
      Task.CACHED_FIND_2,
      Line.LOOPBACK,
      200_000,
      20_000,
      "find"),
  CACHE_FIND_4(
      "cache-find-4",
      "%,d times the same, by 4 threads",
      Task.CACHED_FIND_4,
      Line.LOOPBACK,
      200_000,
      20_000,
      "find"),
  CACHE_FIND_8(
      "cache-find-8",
      "%,d times the same, by 8 threads",
      Task.CACHED_FIND_8,
      Line.LOOPBACK,
      200_000,
      20_000,
      "find"),
  CACHE_FIND_VIRTUAL(
      "cache-find-200",
      "%,d times the same, by 200 virtual threads",
      Task.CACHED_FIND_VIRTUAL,
      Line.LOOPBACK,
      200_000,
      20_000,
      "find"),
  CACHE_UNIQUE(
      "cache-unique",
      "%,d times a customer by its unique name",
      Task.CACHED_UNIQUE,
      Line.LOOPBACK,
      500_000,
      4_000,
      "query"),
  CACHE_QUERY(
      "cache-query",
      "%,d times the ten orders of a customer, result cached",
      Task.CACHED_QUERY,
      Line.LOOPBACK,
      100_000,
      3_000,
      "query");

  /// The commands that run workloads.
  public enum Group {
    WRITE,
    READ,
    DRIVER,
    /// The persistence providers alone, in everything they do without a shared cache.
    JPA,
    /// The persistence providers with their shared caches.
    CACHE
  }

  private final String title;
  private final String description;
  private final Task task;
  private final Line line;
  private final int fullUnits;
  private final int quickUnits;
  private final String unit;

  Workload(
      String title,
      String description,
      Task task,
      Line line,
      int fullUnits,
      int quickUnits,
      String unit) {
    this.title = title;
    this.description = description;
    this.task = task;
    this.line = line;
    this.fullUnits = fullUnits;
    this.quickUnits = quickUnits;
    this.unit = unit;
  }

  /// As `--only` and reports name it.
  public String title() {
    return title;
  }

  /// What is done, for people.
  public String description(int units) {
    return description.formatted(units);
  }

  public Task task() {
    return task;
  }

  public Line line() {
    return line;
  }

  /// What figures are per.
  public String unit() {
    return unit;
  }

  /// How many units one run does.
  public int units(boolean isQuick) {
    return isQuick ? quickUnits : fullUnits;
  }

  /// Whether it writes; otherwise it reads and all peers share one database.
  public boolean isWriting() {
    return switch (task) {
      case PERSIST_SEQUENCE,
          PERSIST_IDENTITY,
          PERSIST_JOINED,
          UPDATE_VERSIONED,
          PERSIST_ORDER,
          JDBC_BATCH,
          JDBC_SMALL_BATCH,
          JDBC_KEYED_BATCH,
          JDBC_MIXED,
          JDBC_PIPELINED,
          JDBC_COPY ->
          true;
      case READ_ENTITIES,
          READ_RECORDS,
          FIND_WITH_RELATIONS,
          FIND_WITH_GRAPH,
          FIND_SHARED,
          QUERY_BY_NAME,
          ORDERS_OF_CUSTOMER,
          ORDERS_WITH_LINES,
          START_UP_5,
          START_UP_100,
          READ_NUMBERS,
          JDBC_NUMBERS,
          JDBC_DECODE,
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
          false;
    };
  }

  /// Whether a command runs it.
  public boolean isIn(Group group) {
    return switch (group) {
      case DRIVER -> task.isJdbc();
      case CACHE -> task.isCached();
      case JPA -> peers().contains(HIBERNATE) && !task.isCached();
      case WRITE -> !task.isJdbc() && isWriting();
      case READ ->
          !task.isJdbc() && !isWriting() && task.startedEntities() == 0 && !task.isCached();
    };
  }

  /// Who takes part.
  public List<Peer> peers() {
    return switch (task) {
      case READ_NUMBERS -> List.of(TIERCEL, PGJDBC, PGJDBC_FETCH, RAW);
      case FIND_WITH_RELATIONS -> List.of(TIERCEL, HIBERNATE, ECLIPSELINK, PGJDBC);
      case PERSIST_JOINED,
          FIND_WITH_GRAPH,
          FIND_SHARED,
          QUERY_BY_NAME,
          ORDERS_OF_CUSTOMER,
          ORDERS_WITH_LINES,
          START_UP_5,
          START_UP_100,
          CACHED_GRAPH,
          CACHED_GRAPH_READ_ONLY,
          CACHED_FIND,
          CACHED_FIND_2,
          CACHED_FIND_4,
          CACHED_FIND_8,
          CACHED_FIND_VIRTUAL,
          CACHED_UNIQUE,
          CACHED_QUERY ->
          List.of(TIERCEL, HIBERNATE, ECLIPSELINK);
      case JDBC_BATCH, JDBC_SMALL_BATCH ->
          List.of(TIERCEL, TIERCEL_TUNED, PGJDBC, PGJDBC_TUNED, VERTX, R2DBC);
      case JDBC_NUMBERS, JDBC_DECODE, JDBC_KEYED_BATCH ->
          List.of(TIERCEL, PGJDBC, PGJDBC_TUNED, VERTX, R2DBC);
      case JDBC_SELECT, JDBC_SHARED_SELECT, JDBC_MIXED, JDBC_PIPELINED, JDBC_CONNECT ->
          List.of(TIERCEL, PGJDBC, VERTX, R2DBC);
      case JDBC_COPY -> List.of(TIERCEL, RAW);
      default -> List.of(TIERCEL, HIBERNATE, ECLIPSELINK, PGJDBC, RAW);
    };
  }

  /// Who could be expected to take part and why they cannot.
  public Map<Peer, String> absences() {
    return task == Task.JDBC_COPY
        ? new TreeMap<>(
            Map.of(
                PGJDBC, "copies bytes, not records; they are the raw limit here",
                R2DBC, "copies bytes, not records",
                VERTX, "has no COPY"))
        : Map.of();
  }
}
