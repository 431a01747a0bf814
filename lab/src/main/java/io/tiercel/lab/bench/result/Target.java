package io.tiercel.lab.bench.result;

import static io.tiercel.lab.bench.workload.Peer.PGJDBC;
import static io.tiercel.lab.bench.workload.Peer.PGJDBC_TUNED;
import static io.tiercel.lab.bench.workload.Peer.TIERCEL_TUNED;

import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// What the project promises of a workload, and how it is read off an [Outcome]. `--gate` fails
/// when one of these is missed.
///
/// @param claim what is promised, for people, in front of the bound
/// @param isAtLeast whether `bound` is the least that will do, or the most
/// @param measure the figure; empty when somebody who is needed was absent
public record Target(
    Workload workload,
    String claim,
    boolean isAtLeast,
    double bound,
    Function<Outcome, OptionalDouble> measure) {
  private static final String BEST_PEER = "times as fast as the best peer";
  private static final double NANOS_PER_MILLISECOND = 1e6;
  private static final double MEGABYTE = 1 << 20;

  /// Of what the best peer allocates.
  private static final double SHARE_OF_BYTES = 0.5;

  private static final List<Target> OF_EACH =
      List.of(
          speedup(Workload.PERSIST_SEQUENCE, 5),
          shareOfRaw(Workload.PERSIST_SEQUENCE, 0.7),
          speedup(Workload.PERSIST_IDENTITY, 10),
          shareOfRaw(Workload.PERSIST_IDENTITY, 0.7),
          speedup(Workload.PERSIST_JOINED, 3),
          speedup(Workload.UPDATE, 2),
          speedup(Workload.ORDER_ASYNC, 1.6),
          speedup(Workload.ORDER_SYNC, 1.1),
          speedup(Workload.ORDER_DELAYED, 5),
          // One each, and one more whenever a block of ids is used up.
          new Target(
              Workload.ORDER_DELAYED, "round trips per order", false, 1.05, Target::roundTrips),
          speedup(Workload.READ_ENTITIES, 1.8),
          speedup(Workload.READ_RECORDS, 1),
          speedup(Workload.FIND, 1.3),
          speedup(Workload.FIND_GRAPH, 2),
          speedup(Workload.FIND_SHARED, 1.2),
          speedup(Workload.QUERY_NAME, 1),
          speedup(Workload.CUSTOMER_ORDERS, 1),
          speedup(Workload.CUSTOMER_LINES, 1),
          speedup(Workload.START_UP_5, 1.67),
          speedup(Workload.START_UP_100, 1.67),
          clientCpu(Peer.PGJDBC, "pgjdbc's default", 0.35),
          clientCpu(Peer.PGJDBC_FETCH, "pgjdbc's best mode", 0.8),
          new Target(
              Workload.WIRE,
              "bytes allocated, to pgjdbc's best mode",
              false,
              0.5,
              outcome -> median(outcome, Peer.PGJDBC_FETCH, Sample::bytes)),
          new Target(Workload.WIRE, "MB of live heap halfway", false, 8, Target::liveHeapMegabytes),
          new Target(
              Workload.DRIVER_NUMBERS,
              "MB of live heap halfway",
              false,
              5,
              Target::liveHeapMegabytes),
          new Target(
              Workload.DRIVER_NUMBERS,
              "ms until the first row",
              false,
              20,
              Target::firstRowMilliseconds),
          lessThan(Workload.DRIVER_NUMBERS, "client CPU", PGJDBC, 0.38, Sample::clientCpuNanos),
          lessThan(Workload.DRIVER_NUMBERS, "bytes allocated", PGJDBC, 0.51, Sample::bytes),
          lessThan(Workload.DRIVER_NUMBERS, "time", PGJDBC_TUNED, 1.0, Sample::nanos),
          lessThan(
              Workload.DRIVER_NUMBERS, "client CPU", PGJDBC_TUNED, 0.8, Sample::clientCpuNanos),
          lessThan(Workload.DRIVER_DECODE, "client CPU", PGJDBC, 0.6, Sample::clientCpuNanos),
          lessThan(Workload.DRIVER_DECODE, "bytes allocated", PGJDBC, 0.5, Sample::bytes),
          fasterThan(Workload.DRIVER_BATCH, PGJDBC, 4.4),
          fasterThan(Workload.DRIVER_BATCH, PGJDBC_TUNED, 1.6),
          fasterThan(TIERCEL_TUNED, Workload.DRIVER_BATCH, PGJDBC, 4.4),
          fasterThan(TIERCEL_TUNED, Workload.DRIVER_BATCH, PGJDBC_TUNED, 1.6),
          fasterThan(Workload.DRIVER_SMALL_BATCH, PGJDBC, 4.4),
          fasterThan(Workload.DRIVER_SMALL_BATCH, PGJDBC_TUNED, 1.6),
          fasterThan(TIERCEL_TUNED, Workload.DRIVER_SMALL_BATCH, PGJDBC, 4.4),
          fasterThan(TIERCEL_TUNED, Workload.DRIVER_SMALL_BATCH, PGJDBC_TUNED, 1.6),
          fasterThan(Workload.DRIVER_KEYED_BATCH, PGJDBC, 2.7),
          fasterThan(Workload.DRIVER_KEYED_DELAYED, PGJDBC, 3.0),
          fasterThan(Workload.DRIVER_SELECT, PGJDBC, 0.97),
          fasterThan(Workload.DRIVER_SHARED_SELECT, PGJDBC, 2.5),
          fasterThan(Workload.DRIVER_MIXED_DELAYED, PGJDBC, 0.95),
          new Target(
              Workload.DRIVER_PIPELINED_DELAYED,
              "ms per transaction",
              false,
              8,
              Target::milliseconds),
          new Target(
              Workload.DRIVER_PIPELINED_DELAYED,
              "round trips per transaction",
              false,
              2,
              Target::roundTrips),
          speedup(Workload.CACHE_GRAPH, 6),
          bytes(Workload.CACHE_GRAPH, 1_500),
          speedup(Workload.CACHE_READ_ONLY, 5),
          bytes(Workload.CACHE_READ_ONLY, 200),
          speedup(Workload.CACHE_UNIQUE, 4),
          speedup(Workload.CACHE_QUERY, 5),
          shareOfRaw(Workload.DRIVER_COPY, 0.9),
          fasterThan(Workload.DRIVER_CONNECT, PGJDBC, 1.5));

  /// All promises.
  public static final List<Target> ALL =
      Stream.concat(
              OF_EACH.stream(),
              Arrays.stream(Workload.values())
                  .filter(workload -> workload.isIn(Workload.Group.JPA))
                  .map(Target::bytesToBestPeer))
          .toList();

  /// The promises about one workload.
  public static List<Target> of(Workload workload) {
    return ALL.stream().filter(target -> target.workload() == workload).toList();
  }

  /// The promise about the other providers, where there is one.
  public static Optional<Target> ofProviders(Workload workload) {
    return of(workload).stream().filter(target -> target.claim().equals(BEST_PEER)).findFirst();
  }

  private static Target speedup(Workload workload, double bound) {
    return new Target(workload, BEST_PEER, true, bound, Target::speedup);
  }

  private static Target bytes(Workload workload, double bound) {
    return new Target(
        workload,
        "bytes allocated a " + workload.unit(),
        false,
        bound,
        outcome ->
            outcome.of(Peer.TIERCEL).stream()
                .mapToDouble(series -> series.spread(Sample::bytes).median())
                .findFirst());
  }

  /// To the provider that allocates least.
  private static Target bytesToBestPeer(Workload workload) {
    return new Target(
        workload,
        "of the bytes that the best peer allocates",
        false,
        SHARE_OF_BYTES,
        outcome ->
            Arrays.stream(Peer.values())
                .filter(Peer::isOtherProvider)
                .flatMap(peer -> outcome.ratio(Peer.TIERCEL, peer, Sample::bytes).stream())
                .mapToDouble(Spread::median)
                .max());
  }

  private static OptionalDouble speedup(Outcome outcome) {
    return Arrays.stream(Peer.values())
        .filter(Peer::isOtherProvider)
        .flatMap(peer -> outcome.ratio(peer, Peer.TIERCEL, Sample::nanos).stream())
        .mapToDouble(Spread::median)
        .min();
  }

  private static Target shareOfRaw(Workload workload, double bound) {
    return new Target(
        workload,
        "of the speed of raw binary COPY",
        true,
        bound,
        outcome ->
            outcome
                .ratio(Peer.RAW, Peer.TIERCEL, Sample::nanos)
                .map(ratio -> OptionalDouble.of(ratio.median()))
                .orElse(OptionalDouble.empty()));
  }

  private static Target fasterThan(Workload workload, Peer reference, double bound) {
    return fasterThan(
        Peer.TIERCEL, workload, reference, "times as fast as " + reference.label(), bound);
  }

  private static Target fasterThan(Peer ours, Workload workload, Peer reference, double bound) {
    String claim = "%s, times as fast as %s".formatted(ours.label(), reference.label());
    return fasterThan(ours, workload, reference, claim, bound);
  }

  private static Target fasterThan(
      Peer ours, Workload workload, Peer reference, String claim, double bound) {
    return new Target(
        workload,
        claim,
        true,
        bound,
        outcome ->
            outcome
                .ratio(reference, ours, Sample::nanos)
                .map(ratio -> OptionalDouble.of(ratio.median()))
                .orElse(OptionalDouble.empty()));
  }

  private static Target lessThan(
      Workload workload,
      String what,
      Peer reference,
      double bound,
      ToDoubleFunction<Sample> figure) {
    return new Target(
        workload,
        "%s, to %s".formatted(what, reference.label()),
        false,
        bound,
        outcome -> median(outcome, reference, figure));
  }

  private static Target clientCpu(Peer reference, String name, double bound) {
    return new Target(
        Workload.WIRE,
        "client CPU, to " + name,
        false,
        bound,
        outcome -> median(outcome, reference, Sample::clientCpuNanos));
  }

  private static OptionalDouble median(
      Outcome outcome, Peer reference, ToDoubleFunction<Sample> figure) {
    return outcome
        .ratio(Peer.TIERCEL, reference, figure)
        .map(ratio -> OptionalDouble.of(ratio.median()))
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble milliseconds(Outcome outcome) {
    return outcome.of(Peer.TIERCEL).stream()
        .mapToDouble(
            series ->
                Spread.of(series.samples().stream().mapToDouble(Sample::nanos)).median()
                    / NANOS_PER_MILLISECOND)
        .findFirst();
  }

  private static OptionalDouble firstRowMilliseconds(Outcome outcome) {
    return outcome.of(Peer.TIERCEL).stream()
        .mapToDouble(
            series -> series.spread(Sample::firstRowNanos).median() / NANOS_PER_MILLISECOND)
        .findFirst();
  }

  private static OptionalDouble roundTrips(Outcome outcome) {
    return outcome.of(Peer.TIERCEL).stream().mapToDouble(Series::roundTrips).findFirst();
  }

  private static OptionalDouble liveHeapMegabytes(Outcome outcome) {
    return outcome.of(Peer.TIERCEL).stream()
        .mapToDouble(series -> series.liveHeapBytes() / MEGABYTE)
        .findFirst();
  }

  /// How the outcome stands to the promise.
  public Verdict judge(Outcome outcome) {
    var actual = measure.apply(outcome);
    if (actual.isEmpty()) {
      return new Verdict(this, Double.NaN, false);
    }
    double value = actual.getAsDouble();
    return new Verdict(this, value, isAtLeast ? value >= bound : value <= bound);
  }

  /// A target with what was measured.
  ///
  /// @param actual NaN when it could not be measured, which counts as missed
  public record Verdict(Target target, double actual, boolean isMet) {}
}
