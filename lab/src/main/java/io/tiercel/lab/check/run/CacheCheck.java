package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.Anomaly;
import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.node.CachedNode;
import io.tiercel.lab.check.node.InvalidatedMap;
import io.tiercel.lab.check.node.NodeOptions;
import io.tiercel.lab.check.node.ProviderNode;
import io.tiercel.lab.check.server.CheckServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;

/// Puts the shared cache to proof: first the usual protocols, which must be seen to fail, then the
/// provider, round by round, with every fault in turns until the time is over. Confined to one
/// thread.
public final class CacheCheck {
  /// How long each protocol that must fail has for that.
  private static final Duration FAILURE_LIMIT = Duration.ofMinutes(2);

  /// Losing the stream is what faults are for; held, or the logging library forgets the level.
  private static final Logger CACHE_LOG = Logger.getLogger("io.tiercel.cache");

  private final CheckServer server;
  private final Duration round;
  private final NodeOptions options;
  private final PrintWriter out;
  private Keys keys = new Keys(2);

  private CacheCheck(CheckServer server, Duration round, NodeOptions options, PrintWriter out) {
    this.server = server;
    this.options = options;
    this.round = round;
    this.out = out;
  }

  /// Runs it and prints what it finds.
  ///
  /// @param time for the provider, starts and comparisons included; every fault gets a round at
  ///     least
  /// @param round how long everybody works before they are compared
  /// @param options of the provider's nodes; those with a tier are closed and opened again, one
  ///     before each round
  /// @return whether nothing was found, and the other protocols were seen to fail
  public static boolean run(
      Duration time,
      Duration round,
      NodeOptions options,
      List<Level> levels,
      List<Fault> faults,
      PrintWriter out)
      throws IOException, SQLException, InterruptedException {
    CACHE_LOG.setLevel(java.util.logging.Level.OFF);
    try (var server = CheckServer.start()) {
      out.println("server    PostgreSQL " + server.ask("show server_version"));
      out.flush();
      var check = new CacheCheck(server, round, options, out);
      boolean hasFailed = true;
      for (var rule : InvalidatedMap.Rule.values()) {
        hasFailed &= check.seesFail(rule);
      }
      return check.provider(time, levels, faults) && hasFailed;
    }
  }

  private boolean seesFail(InvalidatedMap.Rule rule) throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + FAILURE_LIMIT.toNanos();
    var sum = new RoundResult(Fault.SLOW_STANDBY);
    try (var node = new InvalidatedMap(rule, server)) {
      while (wrong(sum) == 0 && System.nanoTime() < deadline) {
        sum.add(
            new Round(server, List.of(node), NodeOptions.USUAL, Fault.SLOW_STANDBY, nextKeys())
                .run(round));
      }
    }
    out.println(CheckTable.seen(rule, sum));
    out.flush();
    return wrong(sum) > 0;
  }

  private static long wrong(RoundResult result) {
    return result.findings().count(Anomaly.WRONG_FOR_GOOD);
  }

  private Keys nextKeys() {
    keys = keys.next();
    return keys;
  }

  /// It comes back with what it has on disk, where it is still right.
  private void restart(List<CachedNode> nodes, int number) {
    var level = nodes.get(number).level();
    nodes.get(number).close();
    nodes.set(number, ProviderNode.open(server, level, options));
  }

  private boolean provider(Duration time, List<Level> levels, List<Fault> faults)
      throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    Map<Fault, RoundResult> results = new EnumMap<>(Fault.class);
    List<CachedNode> nodes = new ArrayList<>();
    try {
      for (var level : levels) {
        nodes.add(ProviderNode.open(server, level, options));
      }
      for (int i = 0; i < faults.size() || System.nanoTime() < deadline; i++) {
        if (options.hasTier()) {
          restart(nodes, i % nodes.size());
        }
        var fault = faults.get(i % faults.size());
        var result = new Round(server, nodes, options, fault, nextKeys()).run(round);
        results.computeIfAbsent(fault, RoundResult::new).add(result);
      }
    } finally {
      nodes.forEach(CachedNode::close);
    }
    CheckTable.lines(levels, List.copyOf(results.values())).forEach(out::println);
    out.flush();
    return results.values().stream().allMatch(CheckTable::isClean);
  }
}
