package io.tiercel.lab.tour;

import io.tiercel.lab.data.TaskResult;
import io.tiercel.lab.proxy.MessageCounts;
import java.util.List;
import java.util.Optional;

/// What one task cost one contender.
///
/// @param firstNanos the first run on a fresh start of the contender
/// @param nanos the timed runs after warm-up
/// @param counts messages and round trips of one run, counted between client and server
/// @param log what the server executed in that run; empty when it does not say
record Measurement(
    Contender contender,
    TaskResult result,
    long firstNanos,
    List<Long> nanos,
    MessageCounts counts,
    Optional<List<StatementLog.Entry>> log) {
  Measurement {
    nanos = List.copyOf(nanos);
  }

  double firstMillis() {
    return firstNanos / 1e6;
  }

  double medianMillis() {
    var sorted = nanos.stream().sorted().toList();
    return sorted.get(sorted.size() / 2) / 1e6;
  }

  double minMillis() {
    return nanos.stream().mapToLong(Long::longValue).min().orElseThrow() / 1e6;
  }

  double maxMillis() {
    return nanos.stream().mapToLong(Long::longValue).max().orElseThrow() / 1e6;
  }

  Optional<Long> rows() {
    return log.map(entries -> entries.stream().mapToLong(StatementLog.Entry::rows).sum());
  }
}
