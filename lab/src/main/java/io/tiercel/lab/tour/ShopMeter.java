package io.tiercel.lab.tour;

import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.ShopTask;
import io.tiercel.lab.data.TaskResult;
import io.tiercel.lab.proxy.CountingProxy;
import io.tiercel.lab.proxy.MessageCounts;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Runs the tasks of a shop with every contender, times them, and counts them.
///
/// Timed runs go straight to the server and are interleaved, one contender after the other in every
/// round, so that whatever else the machine does meets them all. Counted runs go through a proxy
/// and are not timed; the second is counted, when statements are prepared as they stay.
final class ShopMeter {
  private static final int WARM_UP_ROUNDS = 4;
  private static final int TIMED_ROUNDS = 7;

  private final DataSet data;
  private final Map<Contender, TourDatabase> databases;
  private final TourServer server;

  ShopMeter(DataSet data, Map<Contender, TourDatabase> databases, TourServer server) {
    this.data = data;
    this.databases = databases;
    this.server = server;
  }

  /// One task, by all contenders. Throws [CommandFailure] when they do not agree on the result.
  @FunctionalInterface
  interface Listener {
    void measured(ShopTask task, List<Measurement> measurements);
  }

  void run(Listener listener) throws SQLException, IOException {
    var timed = new LinkedHashMap<Contender, Contender.OpenShop>();
    var counted = new LinkedHashMap<Contender, Contender.OpenShop>();
    try (CountingProxy proxy = CountingProxy.to(server.address().socketAddress());
        Connection admin = server.connect()) {
      Optional<StatementLog> log = StatementLog.open(admin);
      for (Map.Entry<Contender, TourDatabase> entry : databases.entrySet()) {
        ServerAddress address = entry.getValue().address();
        timed.put(entry.getKey(), entry.getKey().open(data, address));
        counted.put(entry.getKey(), entry.getKey().open(data, address.through(proxy.address())));
      }
      for (ShopTask task : ShopTask.values()) {
        listener.measured(task, measure(task, timed, counted, proxy, log));
      }
    } finally {
      closeAll(timed);
      closeAll(counted);
    }
  }

  private List<Measurement> measure(
      ShopTask task,
      Map<Contender, Contender.OpenShop> timed,
      Map<Contender, Contender.OpenShop> counted,
      CountingProxy proxy,
      Optional<StatementLog> log)
      throws SQLException {
    var nanos = new LinkedHashMap<Contender, List<Long>>();
    var results = new LinkedHashMap<Contender, TaskResult>();
    for (int round = 0; round < 1 + WARM_UP_ROUNDS + TIMED_ROUNDS; round++) {
      for (Map.Entry<Contender, Contender.OpenShop> entry : timed.entrySet()) {
        long start = System.nanoTime();
        TaskResult result = entry.getValue().shop().run(task);
        long elapsed = System.nanoTime() - start;
        nanos.computeIfAbsent(entry.getKey(), c -> new ArrayList<>()).add(elapsed);
        results.put(entry.getKey(), result);
      }
      checkAgreement(task, results);
    }
    var measurements = new ArrayList<Measurement>();
    for (Contender contender : timed.keySet()) {
      List<Long> times = Objects.requireNonNull(nanos.get(contender));
      Counted run = count(task, contender, counted, proxy, log);
      measurements.add(
          new Measurement(
              contender,
              Objects.requireNonNull(results.get(contender)),
              times.getFirst(),
              times.subList(1 + WARM_UP_ROUNDS, times.size()),
              run.counts,
              run.log));
    }
    return measurements;
  }

  private record Counted(MessageCounts counts, Optional<List<StatementLog.Entry>> log) {}

  private Counted count(
      ShopTask task,
      Contender contender,
      Map<Contender, Contender.OpenShop> counted,
      CountingProxy proxy,
      Optional<StatementLog> log)
      throws SQLException {
    var shop = Objects.requireNonNull(counted.get(contender)).shop();
    String database = Objects.requireNonNull(databases.get(contender)).name();
    shop.run(task);
    if (log.isPresent()) {
      log.get().reset(database);
    }
    MessageCounts before = proxy.counts();
    shop.run(task);
    MessageCounts counts = proxy.counts().since(before);
    return new Counted(
        counts, log.isPresent() ? Optional.of(log.get().read(database)) : Optional.empty());
  }

  private static void checkAgreement(ShopTask task, Map<Contender, TaskResult> results) {
    var first = results.entrySet().iterator().next();
    for (Map.Entry<Contender, TaskResult> other : results.entrySet()) {
      List<String> expected = first.getValue().lines();
      List<String> found = other.getValue().lines();
      if (!found.equals(expected)) {
        int line = 0;
        while (line < Math.min(expected.size(), found.size())
            && expected.get(line).equals(found.get(line))) {
          line++;
        }
        throw new CommandFailure(
            """
            %s and %s do not agree on "%s"
              line %d, %s: %s
              line %d, %s: %s"""
                .formatted(
                    first.getKey().name(),
                    other.getKey().name(),
                    task.title(),
                    line + 1,
                    first.getKey().name(),
                    line < expected.size() ? expected.get(line) : "(missing)",
                    line + 1,
                    other.getKey().name(),
                    line < found.size() ? found.get(line) : "(missing)"),
            null);
      }
    }
  }

  private static void closeAll(Map<Contender, Contender.OpenShop> shops) throws SQLException {
    for (Contender.OpenShop shop : shops.values()) {
      shop.close();
    }
  }
}
