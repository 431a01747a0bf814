package io.tiercel.lab.bench.result;

import io.tiercel.lab.bench.workload.Peer;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// One peer's runs of one workload in order of rounds.
///
/// @param statements per unit, counted in an untimed run
/// @param roundTrips per unit, counted likewise
/// @param liveHeapBytes what was reachable halfway through a large result; NaN if not looked at
public record Series(
    Peer peer, List<Sample> samples, double statements, double roundTrips, double liveHeapBytes) {
  /// Copies the list.
  public Series {
    samples = List.copyOf(samples);
  }

  /// One figure over all rounds.
  public Spread spread(ToDoubleFunction<Sample> figure) {
    return Spread.of(samples.stream().mapToDouble(figure));
  }

  /// Units a second.
  public Spread rate() {
    return spread(sample -> 1e9 / sample.nanos());
  }
}
