package io.tiercel.lab.bench;

import io.tiercel.lab.bench.jpa.CacheLag;
import io.tiercel.lab.bench.jpa.CacheLevels;
import io.tiercel.lab.bench.server.BenchDatabase;
import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.lab.bench.server.TaskState;
import io.tiercel.lab.bench.tier.WarmRestart;
import io.tiercel.lab.bench.workload.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/// What `bench cache` measures of our shared cache alone, or beside a store.
final class CacheCases {
  static final String LAG = "lag";
  static final String LEVELS = "levels";
  static final String RESTART = "restart";

  /// What `--only` may name.
  static final List<String> NAMES = List.of(LAG, LEVELS, RESTART);

  /// Transactions a second.
  private static final int[] LAG_RATES = {100, 1_000, 10_000};

  private static final int LEVEL_FINDS = 200_000;
  private static final int RESTART_ROWS = 1_000_000;
  private static final int QUICK = 10;

  private final BenchOptions options;
  private final PrintWriter out;

  CacheCases(BenchOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /// Those that were asked for.
  void run() throws IOException, SQLException, InterruptedException {
    if (NAMES.stream().noneMatch(options::isAsked)) {
      return;
    }
    try (var server = BenchServer.open(options.url())) {
      if (options.isAsked(LAG)) {
        lags(server);
      }
      if (options.isAsked(LEVELS)) {
        levels(server);
      }
      if (options.isAsked(RESTART)) {
        restart(server);
      }
    }
  }

  private void lags(BenchServer server) throws SQLException, InterruptedException {
    out.println();
    out.println("How long a changed row was still served after its writer had his answer:");
    try (var database = BenchDatabase.create(server, LAG, false)) {
      TaskState.fill(database, Task.CACHED_FIND, 0);
      try (var lag = new CacheLag(database.endpoint())) {
        for (int rate : LAG_RATES) {
          out.println(lag.at(rate, duration()));
          out.flush();
        }
      }
    }
  }

  /// For how long a lag is measured.
  private Duration duration() {
    return options.isQuick() ? Duration.ofSeconds(3) : Duration.ofSeconds(15);
  }

  private void levels(BenchServer server) throws SQLException {
    out.println();
    out.println("What an EntityManager with a find of a stored order and its customer takes:");
    try (var database = BenchDatabase.create(server, LEVELS, true)) {
      TaskState.fill(database, Task.CACHED_FIND, 0);
      try (var levels = new CacheLevels(database.endpoint())) {
        int finds = options.isQuick() ? LEVEL_FINDS / QUICK : LEVEL_FINDS;
        levels.measure(options.rounds().timed(), finds).forEach(out::println);
        out.flush();
      }
    }
  }

  private void restart(BenchServer server) throws IOException, SQLException, InterruptedException {
    out.println();
    int rows = options.isQuick() ? RESTART_ROWS / QUICK : RESTART_ROWS;
    try (var database = BenchDatabase.create(server, RESTART, true)) {
      out.println(WarmRestart.measure(database.endpoint(), rows));
      out.flush();
    }
  }
}
