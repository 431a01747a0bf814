package io.tiercel.lab.bench.result;

import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What one workload gave. Every peer has the same number of rounds, and runs of one round happened
/// next to each other, so ratios are taken round by round: what slows the machine down for a while
/// slows both.
public record Outcome(Workload workload, int units, List<Series> series) {
  /// Copies the list.
  public Outcome {
    series = List.copyOf(series);
  }

  /// The series of a peer, if it took part.
  public Optional<Series> of(Peer peer) {
    return series.stream().filter(candidate -> candidate.peer() == peer).findFirst();
  }

  /// `figure` of `peer` divided by that of `reference`, round by round; empty if either was absent.
  public Optional<Spread> ratio(Peer peer, Peer reference, ToDoubleFunction<Sample> figure) {
    return of(peer).flatMap(above -> of(reference).map(below -> ratio(above, below, figure)));
  }

  private static Spread ratio(Series above, Series below, ToDoubleFunction<Sample> figure) {
    int rounds = Math.min(above.samples().size(), below.samples().size());
    return Spread.of(
        IntStream.range(0, rounds)
            .mapToDouble(
                i ->
                    figure.applyAsDouble(above.samples().get(i))
                        / figure.applyAsDouble(below.samples().get(i))));
  }
}
