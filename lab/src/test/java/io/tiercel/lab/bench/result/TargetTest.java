package io.tiercel.lab.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Workload;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class TargetTest {
  @Test
  void the_best_peer_is_the_faster_of_the_other_providers_and_not_the_raw_limit() {
    var outcome =
        outcome(
            Workload.PERSIST_SEQUENCE,
            series(Peer.TIERCEL, 10, 10, 10),
            series(Peer.HIBERNATE, 100, 100, 100),
            series(Peer.ECLIPSELINK, 60, 60, 60),
            series(Peer.PGJDBC, 20, 20, 20),
            series(Peer.RAW, 7, 7, 7));
    var verdicts = verdicts(outcome);
    assertEquals(6, verdicts.get(0).actual(), 1e-9);
    assertTrue(verdicts.get(0).isMet());
    assertEquals(0.7, verdicts.get(1).actual(), 1e-9);
    assertTrue(verdicts.get(1).isMet());
  }

  @Test
  void a_ratio_is_taken_round_by_round() {
    // A slow second round for both: a ratio of medians would not know that they belong together.
    var outcome =
        outcome(
            Workload.UPDATE, series(Peer.TIERCEL, 10, 90, 10), series(Peer.HIBERNATE, 20, 180, 20));
    assertEquals(2, verdicts(outcome).getFirst().actual(), 1e-9);
  }

  @Test
  void a_target_is_missed_below_its_bound_and_when_it_was_not_measured() {
    var slow = outcome(Workload.UPDATE, series(Peer.TIERCEL, 10), series(Peer.HIBERNATE, 17));
    assertFalse(verdicts(slow).getFirst().isMet());
    var alone = outcome(Workload.UPDATE, series(Peer.TIERCEL, 10));
    assertFalse(verdicts(alone).getFirst().isMet());
    assertTrue(Double.isNaN(verdicts(alone).getFirst().actual()));
  }

  @Test
  void bytes_are_compared_with_the_provider_that_allocates_least() {
    var outcome =
        outcome(
            Workload.PERSIST_SEQUENCE,
            series(Peer.TIERCEL, 10, 10, 10),
            series(Peer.HIBERNATE, 100, 100, 100),
            series(Peer.ECLIPSELINK, 16, 16, 16),
            series(Peer.RAW, 7, 7, 7));
    var bytes = verdicts(outcome).getLast();
    assertEquals(0.625, bytes.actual(), 1e-9);
    assertFalse(bytes.isMet());
    var alone = outcome(Workload.PERSIST_SEQUENCE, series(Peer.TIERCEL, 10));
    assertFalse(verdicts(alone).getLast().isMet());
  }

  @Test
  void every_workload_with_a_target_names_it() {
    for (var target : Target.ALL) {
      assertTrue(Target.of(target.workload()).contains(target));
    }
    assertEquals(55 + 17, Target.ALL.size());
  }

  private static List<Target.Verdict> verdicts(Outcome outcome) {
    return Target.of(outcome.workload()).stream().map(target -> target.judge(outcome)).toList();
  }

  private static Outcome outcome(Workload workload, Series... series) {
    return new Outcome(workload, 1, List.of(series));
  }

  private static Series series(Peer peer, double... nanos) {
    var samples = DoubleStream.of(nanos).mapToObj(n -> new Sample(n, n, n, n, n)).toList();
    return new Series(peer, samples, 1, 1, Double.NaN);
  }
}
