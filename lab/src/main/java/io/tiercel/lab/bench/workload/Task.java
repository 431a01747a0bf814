package io.tiercel.lab.bench.workload;

/// A piece of work, done `units` times over by a [Contestant].
public enum Task {
  /// Inserts that many `SequenceOrder`s in one transaction. The tally counts rows and cents.
  PERSIST_SEQUENCE,
  /// The same with `IdentityOrder`s; the ids are known to the program afterwards.
  PERSIST_IDENTITY,
  /// The same with `Payment`s of two kinds in turns, each a row of the root's table and one of its
  /// kind's. The tally counts both and sums `SamplePayments.checksum`.
  PERSIST_JOINED,
  /// Per unit one transaction that loads [#UPDATES_PER_TRANSACTION] orders by id, raises each total
  /// by one cent and commits under optimistic locking. Ids run from 1 to [#UPDATABLE_ORDERS].
  UPDATE_VERSIONED,
  /// Per unit one transaction that inserts a purchase order with [#LINES_PER_ORDER] lines. The
  /// tally counts the rows of both and sums `SampleOrders.centsWithLines`.
  PERSIST_ORDER,
  /// Reads all `units` orders of `sequence_order` as objects with every column.
  READ_ENTITIES,
  /// Reads five of their columns as records.
  READ_RECORDS,
  /// Per unit one transaction that finds a placed order and touches its customer's name and each
  /// line's quantity, price and product name. Ids run from 1 to [#PLACED_ORDERS].
  FIND_WITH_RELATIONS,
  /// The same with an entity graph that names all of it.
  FIND_WITH_GRAPH,
  /// The same as [#FIND_WITH_RELATIONS] by [#SHARING_THREADS] virtual threads, which have
  /// [#SHARED_CONNECTIONS] connections.
  FIND_SHARED,
  /// Per unit one transaction that queries a customer by its name.
  QUERY_BY_NAME,
  /// Per unit one transaction that queries the ten placed orders of a customer. The tally counts
  /// them and sums their ids.
  ORDERS_OF_CUSTOMER,
  /// The same, and touches each line of them. The tally counts the lines and sums their cents.
  ORDERS_WITH_LINES,
  /// In a new JVM: opens a unit of as many entities and answers the first query.
  START_UP_5,
  /// See [#START_UP_5].
  START_UP_100,
  /// Reads all `units` rows of `number(i int, t text, j text)`: an int and two Strings each.
  READ_NUMBERS,
  /// The same through `java.sql`.
  JDBC_NUMBERS,
  /// Reads all `units` rows of `decoded` through `java.sql`, six columns of types that cost work.
  JDBC_DECODE,
  /// Inserts `units` rows into `batch_row` in one transaction, in batches of 1,024.
  JDBC_BATCH,
  /// The same in batches of 128.
  JDBC_SMALL_BATCH,
  /// Inserts `units` rows into `keyed_row` in one transaction, in batches of up to 10,240, and
  /// reads the generated keys. The tally sums the keys.
  JDBC_KEYED_BATCH,
  /// Per unit one prepared select of a customer by key.
  JDBC_SELECT,
  /// The same by [#SHARING_THREADS] virtual threads on one connection.
  JDBC_SHARED_SELECT,
  /// Per unit one transaction of ten inserts, ten updates and ten selects of single rows.
  JDBC_MIXED,
  /// The same in one flight by a driver that can; the others do it one by one.
  JDBC_PIPELINED,
  /// Copies `units` records into `batch_row` in one transaction, or by hand the same bytes.
  JDBC_COPY,
  /// Per unit a connection opened, a customer selected by key, the connection closed.
  JDBC_CONNECT,
  /// Per unit an EntityManager that finds an order out of the shared cache, and touches its
  /// customer's name and each line's quantity and price. Ids run from 1 to [#CACHED_ORDERS].
  CACHED_GRAPH,
  /// The same for reading only, by the provider's hint.
  CACHED_GRAPH_READ_ONLY,
  /// The same without the lines. The tally counts orders and sums ids and lengths of names.
  CACHED_FIND,
  /// [#CACHED_FIND] by two threads.
  CACHED_FIND_2,
  /// By four.
  CACHED_FIND_4,
  /// By eight.
  CACHED_FIND_8,
  /// By two hundred virtual threads.
  CACHED_FIND_VIRTUAL,
  /// Per unit an EntityManager that asks for a customer by its unique name.
  CACHED_UNIQUE,
  /// Per unit an EntityManager that queries the ten orders of a customer, with a cached result.
  CACHED_QUERY;

  /// See [#JDBC_SHARED_SELECT] and [#FIND_SHARED].
  public static final int SHARING_THREADS = 50;

  /// See [#FIND_SHARED].
  public static final int SHARED_CONNECTIONS = 8;

  /// The statements of each kind in [#JDBC_MIXED].
  public static final int MIXED_STATEMENTS = 10;

  /// The rows that [#JDBC_MIXED] updates and reads.
  public static final int MIXED_ROWS = 1_000;

  /// See [#UPDATE_VERSIONED].
  public static final int UPDATES_PER_TRANSACTION = 100;

  /// See [#UPDATE_VERSIONED].
  public static final int UPDATABLE_ORDERS = 10_000;

  /// See [#PERSIST_ORDER].
  public static final int LINES_PER_ORDER = 10;

  /// The rows of an order with its lines.
  public static final int ROWS_PER_ORDER = 1 + LINES_PER_ORDER;

  /// See [#FIND_WITH_RELATIONS].
  public static final int PLACED_ORDERS = 10_000;

  /// See [#CACHED_GRAPH].
  public static final int CACHED_ORDERS = 1_000;

  /// The id that the `unit`-th find of [#CACHED_GRAPH] and the like looks for.
  public static long cachedOrderId(int unit) {
    return unit * 7919L % CACHED_ORDERS + 1;
  }

  /// Whether the shared cache is what it is about.
  public boolean isCached() {
    return name().startsWith("CACHED_");
  }

  /// How many threads do it, where that is what it is about; else 1.
  public int threads() {
    return switch (this) {
      case CACHED_FIND_2 -> 2;
      case CACHED_FIND_4 -> 4;
      case CACHED_FIND_8 -> 8;
      case CACHED_FIND_VIRTUAL -> 200;
      default -> 1;
    };
  }

  /// The id that the `unit`-th find looks for: all over the table, the same for everyone.
  public static long placedOrderId(int unit) {
    return unit * 7919L % PLACED_ORDERS + 1;
  }

  /// The id of the customer that the `unit`-th select looks for.
  public static long customerId(int unit, int customers) {
    return unit * 7919L % customers + 1;
  }

  /// Where the part of a thread of [#JDBC_SHARED_SELECT] or [#FIND_SHARED] begins.
  public static int share(int units, int thread) {
    return (int) ((long) units * thread / SHARING_THREADS);
  }

  /// The row that the `i`-th statements of a transaction of [#JDBC_MIXED] are about.
  public static long mixedId(int unit, int i) {
    return (unit * 31L + i) % MIXED_ROWS + 1;
  }

  /// Whether it is about a database driver alone.
  public boolean isJdbc() {
    return switch (this) {
      case JDBC_NUMBERS,
          JDBC_DECODE,
          JDBC_BATCH,
          JDBC_SMALL_BATCH,
          JDBC_KEYED_BATCH,
          JDBC_SELECT,
          JDBC_SHARED_SELECT,
          JDBC_MIXED,
          JDBC_PIPELINED,
          JDBC_COPY,
          JDBC_CONNECT ->
          true;
      default -> false;
    };
  }

  /// The entities of the unit that it opens in a JVM of its own; 0 for all other tasks.
  public int startedEntities() {
    return switch (this) {
      case START_UP_5 -> 5;
      case START_UP_100 -> 100;
      default -> 0;
    };
  }

  /// The lowest id that the `unit`-th update transaction loads.
  public static long firstUpdatedId(int unit) {
    int pages = UPDATABLE_ORDERS / UPDATES_PER_TRANSACTION;
    return (long) (unit % pages) * UPDATES_PER_TRANSACTION + 1;
  }
}
