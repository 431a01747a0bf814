package io.tiercel.lab.bench;

import io.tiercel.lab.bench.result.Outcome;
import io.tiercel.lab.bench.result.Sample;
import io.tiercel.lab.bench.result.Series;
import io.tiercel.lab.bench.server.BenchDatabase;
import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.lab.bench.server.ServerCpu;
import io.tiercel.lab.bench.server.TaskState;
import io.tiercel.lab.bench.worker.Measurement;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Line;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import io.tiercel.lab.bench.workload.Workload;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.proxy.CountingProxy;
import io.tiercel.lab.proxy.DelayProxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Runs one workload with all its peers, round by round: in every round each peer runs once, in an
/// order that turns by one from round to round, each from the same state of the database. A result
/// that the database does not confirm ends the comparison.
///
/// Then, untimed, each peer runs once more through a proxy that counts. Confined to one thread.
final class Comparison {
  /// One way of the delayed line.
  static final Duration DELAY = Duration.ofMillis(1);

  /// How long a cache may take until it answers all of a counted run.
  private static final Duration FILLING = Duration.ofSeconds(5);

  /// A counted run is a small one, large enough to show what a block of ids or a batch saves.
  private static final int MAX_COUNTED_TRANSACTIONS = 100;

  private final BenchServer server;
  private final ServerCpu serverCpu;
  private final Workers workers;
  private final Rounds rounds;
  private final Consumer<String> progress;

  /// How often: rounds that are thrown away, then rounds that count; and whether runs are small.
  record Rounds(int warmUp, int timed, boolean isQuick) {}

  Comparison(BenchServer server, Workers workers, Rounds rounds, Consumer<String> progress)
      throws SQLException {
    this.server = server;
    this.serverCpu = server.cpu();
    this.workers = workers;
    this.rounds = rounds;
    this.progress = progress;
  }

  Outcome run(Workload workload, List<Peer> peers) throws IOException, SQLException {
    int units = workload.units(rounds.isQuick());
    try (var stage = new Stage(workload, peers, units)) {
      var samples = new Samples();
      for (int round = -rounds.warmUp(); round < rounds.timed(); round++) {
        progress.accept(
            round < 0
                ? "%s: warming up".formatted(workload.title())
                : "%s: round %d of %d".formatted(workload.title(), round + 1, rounds.timed()));
        for (var peer : turned(peers, round)) {
          var sample = stage.timedRun(peer);
          if (round >= 0) {
            samples.add(peer, sample);
          }
        }
      }
      var series = new ArrayList<Series>();
      for (var peer : peers) {
        progress.accept("%s: counting, %s".formatted(workload.title(), peer.label()));
        series.add(stage.counted(peer, samples.of(peer)));
      }
      return new Outcome(workload, units, series);
    }
  }

  private static List<Peer> turned(List<Peer> peers, int round) {
    var turned = new ArrayList<>(peers);
    Collections.rotate(turned, -Math.floorMod(round, peers.size()));
    return turned;
  }

  /// What the timed rounds gave, by peer.
  private static final class Samples {
    private final Map<Peer, List<Sample>> samples = new EnumMap<>(Peer.class);

    void add(Peer peer, Sample sample) {
      of(peer).add(sample);
    }

    List<Sample> of(Peer peer) {
      return samples.computeIfAbsent(peer, absent -> new ArrayList<>());
    }
  }

  /// The databases and proxies of one workload.
  private final class Stage implements AutoCloseable {
    private final Workload workload;
    private final int units;
    private final Map<Peer, BenchDatabase> databases = new EnumMap<>(Peer.class);
    private final DelayProxy delay;
    private final CountingProxy counter;

    Stage(Workload workload, List<Peer> peers, int units) throws IOException, SQLException {
      this.workload = workload;
      this.units = units;
      var address = new InetSocketAddress(server.endpoint().host(), server.endpoint().port());
      delay = DelayProxy.to(address, DELAY);
      counter = CountingProxy.to(address);
      boolean isAsynchronous = workload.line() != Line.LOOPBACK;
      if (workload.isWriting()) {
        for (var peer : peers) {
          var name = peer.name().toLowerCase(Locale.ROOT);
          databases.put(peer, BenchDatabase.create(server, name, isAsynchronous));
        }
      } else {
        var shared = BenchDatabase.create(server, "read", isAsynchronous);
        peers.forEach(peer -> databases.put(peer, shared));
        TaskState.fill(shared, workload.task(), units);
      }
    }

    private BenchDatabase database(Peer peer) {
      return Objects.requireNonNull(databases.get(peer));
    }

    private Endpoint timedEndpoint(Peer peer) {
      var direct = database(peer).endpoint();
      return workload.line() == Line.DELAYED ? via(direct, delay.address()) : direct;
    }

    private static Endpoint via(Endpoint endpoint, InetSocketAddress proxy) {
      return endpoint.via(proxy.getAddress().getHostAddress(), proxy.getPort());
    }

    Sample timedRun(Peer peer) throws IOException, SQLException {
      TaskState.reset(database(peer), workload.task());
      var before = serverCpu.nanos();
      var measurement = workers.run(peer, timedEndpoint(peer), workload.task(), units);
      var after = serverCpu.nanos();
      check(peer, measurement, units);
      return new Sample(
          measurement.nanos() / (double) units,
          measurement.cpuNanos() / (double) units,
          difference(before, after) / units,
          measurement.allocatedBytes() / (double) units,
          measurement.firstRowNanos());
    }

    private void check(Peer peer, Measurement measurement, int unitsDone)
        throws IOException, SQLException {
      var truth = TaskState.truth(database(peer), workload.task(), unitsDone);
      if (!truth.equals(measurement.tally())) {
        throw wrongResult(workload, peer, measurement.tally(), truth);
      }
    }

    Series counted(Peer peer, List<Sample> samples) throws IOException, SQLException {
      int countedUnits = countedUnits();
      var endpoint = via(database(peer).endpoint(), counter.address());
      // Connecting, describing statements and looking up types is not what is asked for.
      run(peer, endpoint, countedUnits);
      if (workload.task().isCached()) {
        fill(peer, endpoint, countedUnits);
      }
      var before = counter.counts();
      run(peer, endpoint, countedUnits);
      var counts = counter.counts().since(before);
      return new Series(
          peer,
          samples,
          counts.statements() / (double) countedUnits,
          counts.roundTrips() / (double) countedUnits,
          liveHeapBytes(peer));
    }

    /// A cache stores nothing that it cannot prove yet: for us that takes a probe of the change
    /// stream, one a second on a quiet server, and a small run is over sooner. So it is run until
    /// it sends nothing, or this peer's never will.
    private void fill(Peer peer, Endpoint endpoint, int units) throws IOException, SQLException {
      long deadline = System.nanoTime() + FILLING.toNanos();
      long sent = Long.MAX_VALUE;
      while (sent > 0 && System.nanoTime() < deadline) {
        var before = counter.counts();
        run(peer, endpoint, units);
        sent = counter.counts().since(before).statements();
      }
    }

    private int countedUnits() {
      return switch (workload.task()) {
        case UPDATE_VERSIONED,
            PERSIST_ORDER,
            FIND_WITH_RELATIONS,
            FIND_WITH_GRAPH,
            FIND_SHARED,
            QUERY_BY_NAME,
            ORDERS_OF_CUSTOMER,
            ORDERS_WITH_LINES,
            JDBC_SELECT,
            JDBC_SHARED_SELECT,
            JDBC_MIXED,
            JDBC_PIPELINED,
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
            Math.min(units, MAX_COUNTED_TRANSACTIONS);
        default -> units;
      };
    }

    private void run(Peer peer, Endpoint endpoint, int someUnits) throws IOException, SQLException {
      TaskState.reset(database(peer), workload.task());
      check(peer, workers.run(peer, endpoint, workload.task(), someUnits), someUnits);
    }

    private double liveHeapBytes(Peer peer) throws IOException, SQLException {
      if (workload.task() != Task.READ_NUMBERS && workload.task() != Task.JDBC_NUMBERS) {
        return Double.NaN;
      }
      var measurement = workers.of(peer).runForHeap(timedEndpoint(peer), workload.task(), units);
      check(peer, measurement, units);
      return Math.max(measurement.liveHeapBytes(), 0);
    }

    @Override
    public void close() throws IOException, SQLException {
      workers.closeConnections();
      delay.close();
      counter.close();
      for (var database : databases.values()) {
        database.close();
      }
    }
  }

  private static CommandFailure wrongResult(
      Workload workload, Peer peer, Tally claimed, Tally truth) {
    return new CommandFailure(
        "wrong result of %s at %s: it claims %d rows with checksum %d, the database says %d and %d"
            .formatted(
                peer.label(),
                workload.title(),
                claimed.rows(),
                claimed.checksum(),
                truth.rows(),
                truth.checksum()),
        null);
  }

  private static double difference(OptionalLong before, OptionalLong after) {
    return before.isPresent() && after.isPresent()
        ? after.getAsLong() - before.getAsLong()
        : Double.NaN;
  }
}
