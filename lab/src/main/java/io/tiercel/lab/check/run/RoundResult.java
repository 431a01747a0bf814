package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.Findings;
import io.tiercel.lab.check.history.Lags;
import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.node.CachedNode.Hits;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What came of one round, or of several under the same fault. Confined to one thread.
final class RoundResult {
  private static final int TOLD = 3;

  private final Fault fault;
  private final Findings findings = new Findings();
  private final Lags lags = new Lags();
  private final Map<Level, Hits> hits = new EnumMap<>(Level.class);
  private int rounds;
  private long happened;
  private long transactions;
  private long reads;
  private long compared;
  private long failures;
  private List<String> firstFailures = List.of();

  RoundResult(Fault fault) {
    this.fault = fault;
  }

  void happened(int times) {
    happened += times;
  }

  void hits(Level level, Hits count) {
    hits.merge(level, count, Hits::plus);
  }

  void disturbed(Collection<String> told) {
    failures += told.size();
    firstFailures = told.stream().limit(TOLD).toList();
  }

  void compared(long rows) {
    compared += rows;
  }

  void examined(long committed, long read, Findings found, Lags seen) {
    rounds++;
    transactions += committed;
    reads += read;
    findings.addAll(found);
    lags.addAll(seen);
  }

  void add(RoundResult other) {
    rounds += other.rounds;
    happened += other.happened;
    transactions += other.transactions;
    reads += other.reads;
    compared += other.compared;
    failures += other.failures;
    firstFailures = firstFailures.isEmpty() ? other.firstFailures : firstFailures;
    other.hits.forEach(this::hits);
    findings.addAll(other.findings);
    lags.addAll(other.lags);
  }

  Fault fault() {
    return fault;
  }

  Findings findings() {
    return findings;
  }

  Lags lags() {
    return lags;
  }

  int rounds() {
    return rounds;
  }

  long happened() {
    return happened;
  }

  long transactions() {
    return transactions;
  }

  long reads() {
    return reads;
  }

  long hits() {
    return hits.values().stream().mapToLong(Hits::sum).sum();
  }

  Hits hits(Level level) {
    return hits.getOrDefault(level, Hits.NONE);
  }

  long compared() {
    return compared;
  }

  long failures() {
    return failures;
  }

  List<String> firstFailures() {
    return firstFailures;
  }
}
