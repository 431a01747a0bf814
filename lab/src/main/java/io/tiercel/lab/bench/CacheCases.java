package io.tiercel.lab.bench;

import io.tiercel.lab.bench.jpa.CacheLag;
import io.tiercel.lab.bench.jpa.CacheLevels;
import io.tiercel.lab.bench.server.BenchDatabase;
import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.lab.bench.server.TaskState;
import io.tiercel.lab.bench.tier.CollectorPauses;
import io.tiercel.lab.bench.tier.InsertRate;
import io.tiercel.lab.bench.tier.WarmRestart;
import io.tiercel.lab.bench.workload.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What `bench cache` measures of our shared cache alone, or beside a store.
final class CacheCases {
  static final String LAG = "lag";
  static final String LEVELS = "levels";
  static final String RESTART = "restart";
  static final String INSERTS = "inserts";
  static final String PAUSES = "pauses";

  /// What `--only` may name.
  static final List<String> NAMES = List.of(LAG, LEVELS, RESTART, INSERTS, PAUSES);

  /// Of these.
  private static final List<String> ON_A_SERVER = List.of(LAG, LEVELS, RESTART, PAUSES);

  /// Transactions a second.
  private static final int[] LAG_RATES = {100, 1_000, 10_000};

  /// Of these at which there is a promise.
  private static final int PROMISED_RATE = 1_000;

  private static final int LEVEL_FINDS = 200_000;
  private static final int RESTART_ROWS = 1_000_000;
  private static final int INSERTED_ROWS = 1_000_000;
  private static final List<Integer> PAUSE_ROWS = List.of(1_000_000, 5_000_000);
  private static final int QUICK = 10;

  private final BenchOptions options;
  private final PrintWriter out;
  private final List<Promise> promises = new ArrayList<>();

  CacheCases(BenchOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /// Those that were asked for.
  ///
  /// @return whether all that is promised of them was kept
  boolean run() throws IOException, SQLException, InterruptedException {
    if (options.isAsked(INSERTS)) {
      inserts();
    }
    if (ON_A_SERVER.stream().anyMatch(options::isAsked)) {
      try (var server = BenchServer.open(options.url())) {
        runOn(server);
      }
    }
    if (!promises.isEmpty()) {
      out.println();
      promises.forEach(out::println);
      out.flush();
    }
    return promises.stream().allMatch(Promise::isKept);
  }

  private void runOn(BenchServer server) throws IOException, SQLException, InterruptedException {
    if (options.isAsked(LAG)) {
      lags(server);
    }
    if (options.isAsked(LEVELS)) {
      levels(server);
    }
    if (options.isAsked(RESTART)) {
      restart(server);
    }
    if (options.isAsked(PAUSES)) {
      pauses(server);
    }
  }

  private void inserts() throws IOException, InterruptedException {
    int rows = fewer(INSERTED_ROWS);
    out.println();
    out.println(
        "%,d records inserted with sequential keys, beside a thread that reads any of them:"
            .formatted(rows));
    out.flush();
    var result = InsertRate.measure(rows, options.rounds().timed());
    result.lines().forEach(out::println);
    out.flush();
    promises.add(Promise.atLeast(INSERTS, "times as fast as Berkeley DB JE", 3, result.ratio()));
    promises.add(
        Promise.atMost(INSERTS, "full collections of the tier's JVM", 0, result.fullCollections()));
  }

  private void lags(BenchServer server) throws SQLException, InterruptedException {
    out.println();
    out.println("How long a changed row was still served after its writer had his answer:");
    try (var database = BenchDatabase.create(server, LAG, false)) {
      TaskState.fill(database, Task.CACHED_FIND, 0);
      try (var lag = new CacheLag(database.endpoint())) {
        for (int rate : LAG_RATES) {
          var result = lag.at(rate, duration());
          out.println(result);
          out.flush();
          if (rate == PROMISED_RATE) {
            promises.add(Promise.atMost(LAG, "ms of lag p99 at 1,000 tx/s", 100, result.p99()));
          }
        }
      }
    }
  }

  /// For how long a lag is measured, and pauses.
  private Duration duration() {
    return options.isQuick() ? Duration.ofSeconds(3) : Duration.ofSeconds(15);
  }

  private int fewer(int many) {
    return options.isQuick() ? many / QUICK : many;
  }

  private void levels(BenchServer server) throws SQLException {
    out.println();
    out.println("What an EntityManager with a find of a stored order and its customer takes:");
    try (var database = BenchDatabase.create(server, LEVELS, true)) {
      TaskState.fill(database, Task.CACHED_FIND, 0);
      try (var levels = new CacheLevels(database.endpoint())) {
        levels.measure(options.rounds().timed(), fewer(LEVEL_FINDS)).forEach(out::println);
        out.flush();
      }
    }
  }

  private void restart(BenchServer server) throws IOException, SQLException, InterruptedException {
    out.println();
    try (var database = BenchDatabase.create(server, RESTART, true)) {
      var result = WarmRestart.measure(database.endpoint(), fewer(RESTART_ROWS));
      out.println(result);
      out.flush();
      promises.add(
          Promise.atMost(RESTART, "s from the start to verified hits", 2, result.firstSeconds()));
    }
  }

  private void pauses(BenchServer server) throws IOException, SQLException, InterruptedException {
    out.println();
    out.println("The collector's pauses of a node that has so many rows stored:");
    out.flush();
    var rows = PAUSE_ROWS.stream().map(this::fewer).toList();
    try (var database = BenchDatabase.create(server, PAUSES, true)) {
      var result = CollectorPauses.measure(database.endpoint(), rows, duration());
      result.lines().forEach(out::println);
      out.flush();
      promises.add(
          Promise.atMost(PAUSES, "times the pauses (p50) of a node without", 1.25, result.ratio()));
      promises.add(
          Promise.atMost(
              PAUSES, "full collections with the rows in the tier", 0, result.fullCollections()));
    }
  }
}
