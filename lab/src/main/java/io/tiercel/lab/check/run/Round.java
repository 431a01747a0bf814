package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.Anomaly;
import io.tiercel.lab.check.history.Examination;
import io.tiercel.lab.check.history.Findings;
import io.tiercel.lab.check.history.History;
import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.node.CachedNode;
import io.tiercel.lab.check.node.NodeOptions;
import io.tiercel.lab.check.node.ShelfTable;
import io.tiercel.lab.check.node.StoredItem;
import io.tiercel.lab.check.server.CheckServer;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.wire.replication.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// Readers, writers and a fault at the same time; then, when nobody writes any more and every node
/// has come up with the stream, the history and all stored rows are held against the tables.
final class Round {
  private static final int FOREIGN_WRITERS = 2;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /// After a failure, before the next try.
  private static final long BREATH_NANOS = 10_000_000;

  private final CheckServer server;
  private final List<CachedNode> nodes;
  private final NodeOptions options;
  private final Fault fault;
  private final Keys keys;
  private final History history = new History();
  private final Stop stop = new Stop();
  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private final RoundResult result;

  Round(CheckServer server, List<CachedNode> nodes, NodeOptions options, Fault fault, Keys keys) {
    this.server = server;
    this.options = options;
    this.nodes = nodes;
    this.fault = fault;
    this.keys = keys;
    result = new RoundResult(fault);
  }

  RoundResult run(Duration duration) throws SQLException, InterruptedException {
    server.execute(
        "insert into item select n, '', 0, 0, n - n %% 2, 'item ' || n from generate_series(%d, %d) n"
            .formatted(keys.first(), keys.last()),
        Notes.FILL,
        // Few, so that they may be kept whole, and what the last round has not moved.
        "delete from coin",
        "delete from line where shelf_id = 0",
        "insert into coin select n, '', n - n %% 2 from generate_series(%d, %d) n"
            .formatted(keys.first(), keys.last()),
        "insert into shelf select n from generate_series(%d, %d) n"
            .formatted(keys.first(), keys.last()));
    server.execute(Crates.FILL);
    for (var node : nodes) {
      require(node.awaitReady(LIMIT), "node %s has not begun to follow".formatted(node.level()));
      // An eventual read may lack what was inserted just now, and workers ask for it.
      awaitMarker(node);
    }
    List<CachedNode.Hits> hitsBefore = nodes.stream().map(CachedNode::hits).toList();
    var script = new FaultScript(server, options, stop::isSet);
    startWorkers();
    start("fault", () -> runFault(script));
    LockSupport.parkNanos(duration.toNanos());
    end();
    result.happened(script.happened());
    for (int i = 0; i < nodes.size(); i++) {
      result.hits(nodes.get(i).level(), nodes.get(i).hits().minus(hitsBefore.get(i)));
    }
    settleDown();
    examine();
    return result;
  }

  private static void require(boolean holds, String failure) {
    if (!holds) {
      throw new CommandFailure(failure + " within " + LIMIT.toSeconds() + " s", null);
    }
  }

  private void startWorkers() {
    for (int i = 0; i < FOREIGN_WRITERS; i++) {
      start("foreign writer", () -> repeat(this::writeForeign));
    }
    for (int i = 0; i < nodes.size(); i++) {
      var reader = new NodeReader(nodes.get(i), i, history, keys);
      start("reader", () -> repeat(reader));
      var writer = new NodeWriter(nodes, i, history, keys);
      start("writer", () -> repeat(writer));
    }
  }

  private void start(String name, Runnable work) {
    threads.add(Thread.ofPlatform().name("check " + name).start(work));
  }

  private void runFault(FaultScript script) {
    try {
      script.run(fault);
    } catch (SQLException | RuntimeException e) {
      failures.add("%s: %s".formatted(fault.title(), e));
    }
  }

  private void repeat(Work work) {
    while (!stop.isSet()) {
      try {
        work.once(stop);
      } catch (Exception e) {
        // Faults break connections; where there is none, it counts.
        failures.add(told(e));
        LockSupport.parkNanos(BREATH_NANOS);
      }
    }
  }

  private static String told(Exception failure) {
    var text = new StringBuilder(failure.toString());
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      text.append("; ").append(cause);
    }
    return text.toString();
  }

  private void writeForeign(Stop until) throws SQLException {
    try (var connection = server.connect()) {
      var writer = new ForeignWriter(fault, history, keys, connection);
      while (!until.isSet()) {
        writer.write();
      }
    }
  }

  private void end() throws InterruptedException {
    stop.set();
    for (var thread : threads) {
      thread.join(LIMIT);
      if (thread.isAlive()) {
        var stack = List.of(thread.getStackTrace());
        throw new CommandFailure(
            "%s hangs in %s".formatted(thread.getName(), stack),
            "This is a bug; please report it.");
      }
    }
    result.disturbed(failures);
  }

  /// What a killed server has left prepared goes; every node has the whole stream.
  private void settleDown() throws SQLException, InterruptedException {
    try (var connection = server.connect();
        var statement = connection.createStatement()) {
      var prepared = new ArrayList<String>();
      try (var names = statement.executeQuery("select gid from pg_prepared_xacts")) {
        while (names.next()) {
          prepared.add(names.getString(1));
        }
      }
      for (var name : prepared) {
        statement.execute("rollback prepared '%s'".formatted(name));
      }
    }
    for (var node : nodes) {
      require(node.awaitReady(LIMIT), "node %s has not come back".formatted(node.level()));
      awaitMarker(node);
    }
  }

  /// A stream that breaks while it is waited for brings the marker of the next try.
  private void awaitMarker(CachedNode node) throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      server.execute("update ballast set n = n + 1 where id = 1");
      long marker = Lsn.parse(server.ask("select pg_current_wal_insert_lsn()")).value();
      server.execute("update ballast set n = n + 1 where id = 1");
      if (node.awaitApplied(marker, Duration.ofSeconds(5))) {
        return;
      }
      require(System.nanoTime() < deadline, "node %s did not come up".formatted(node.level()));
    }
  }

  private void examine() throws SQLException, InterruptedException {
    try (var connection = server.connect()) {
      var table = items(connection);
      var logs = logs(table, connection);
      var examination = Examination.of(history, logs);
      var findings = examination.findings();
      for (int i = 0; i < nodes.size(); i++) {
        compare(nodes.get(i), table, findings);
        comparePairs(nodes.get(i), table, findings);
        compareParts(nodes.get(i), logs, findings);
        compareTables(nodes.get(i), connection, findings);
      }
      result.examined(history.committed(), history.reads(), findings, examination.lags());
    }
  }

  private Map<Integer, TableItem> items(Connection connection) throws SQLException {
    var items = new HashMap<Integer, TableItem>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select id, log, version, stamp from item where id between %d and %d"
                    .formatted(keys.first(), keys.last()))) {
      while (rows.next()) {
        items.put(rows.getInt(1), new TableItem(rows.getString(2), rows.getInt(3), rows.getInt(4)));
      }
    }
    return items;
  }

  /// By what histories call them.
  private Map<Integer, String> logs(Map<Integer, TableItem> table, Connection connection)
      throws SQLException {
    var logs = new HashMap<Integer, String>();
    table.forEach((key, item) -> logs.put(Part.ROW.of(key), item.log()));
    for (var part : Part.values()) {
      if (part != Part.ROW) {
        ShelfTable.read(connection, part, keys.first(), keys.last())
            .forEach((key, log) -> logs.put(part.of(key), log));
      }
    }
    return logs;
  }

  /// Only what was served from memory counts as compared.
  private void compareParts(CachedNode node, Map<Integer, String> table, Findings findings) {
    for (var part : Part.values()) {
      for (int key : keys.all().toArray()) {
        if (part == Part.ROW) {
          continue;
        }
        var before = node.hits();
        var shown = node.part(part, key);
        var served = node.hits().minus(before);
        result.compared(served.collections() + served.results() > 0 ? 1 : 0);
        var expected = table.getOrDefault(part.of(key), "");
        if (shown.isPresent() && !shown.get().equals(expected)) {
          findings.add(
              Anomaly.WRONG_FOR_GOOD,
              "%s of %d at node %s (%d): %s"
                  .formatted(
                      part,
                      key,
                      node.level(),
                      nodes.indexOf(node),
                      history.writersBehind(shown.get(), expected)));
        }
      }
    }
  }

  private void compare(CachedNode node, Map<Integer, TableItem> table, Findings findings)
      throws SQLException, InterruptedException {
    for (int key : keys.all().toArray()) {
      var stored = node.stored(key).map(Round::asInTable);
      if (stored.isEmpty()) {
        continue;
      }
      result.compared(1);
      var expected = table.get(key);
      if (expected != null && !stored.get().equals(expected)) {
        awaitMarker(node);
        boolean isStill = node.stored(key).map(Round::asInTable).equals(stored);
        findings.add(
            Anomaly.WRONG_FOR_GOOD,
            "item %d at node %s (%d) is stored as version %d, stamp %d; the table has %d and %d; %s; %s"
                .formatted(
                    key,
                    node.level(),
                    nodes.indexOf(node),
                    stored.get().version(),
                    stored.get().stamp(),
                    expected.version(),
                    expected.stamp(),
                    history.writersBehind(stored.get().log(), expected.log()),
                    isStill ? "and stays" : "but is gone after another commit"));
      }
    }
  }

  private void comparePairs(CachedNode node, Map<Integer, TableItem> table, Findings findings) {
    for (int key : keys.all().filter(each -> each % 2 == 0).toArray()) {
      var stored = node.pair(key);
      result.compared(stored.size());
      for (int i = 0; i < stored.size(); i++) {
        var expected = table.get(key + i);
        var is = asInTable(stored.get(i));
        if (expected != null && !is.equals(expected)) {
          findings.add(
              Anomaly.WRONG_FOR_GOOD,
              "a result at node %s has item %d with version %d, stamp %d; the table has %d and %d"
                  .formatted(
                      node.level(),
                      key + i,
                      is.version(),
                      is.stamp(),
                      expected.version(),
                      expected.stamp()));
        }
      }
    }
  }

  private static TableItem asInTable(StoredItem stored) {
    return new TableItem(stored.log(), stored.version(), stored.stamp());
  }

  private void compareTables(CachedNode node, Connection connection, Findings findings)
      throws SQLException {
    var check = node.checkTables(connection);
    result.compared(check.compared());
    check
        .wrong()
        .forEach(
            wrong ->
                findings.add(
                    Anomaly.WRONG_FOR_GOOD, "at node %s, %s".formatted(node.level(), wrong)));
  }

  private record TableItem(String log, int version, int stamp) {}
}
