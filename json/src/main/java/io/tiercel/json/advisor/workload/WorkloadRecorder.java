package io.tiercel.json.advisor.workload;

import io.tiercel.wire.StatementEvent;
import io.tiercel.wire.StatementListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts the statements of connections that have it as their
/// [io.tiercel.wire.ConnectionConfig#statementListener()]. A call is one look into a map and one
/// addition; what the statements do is read later, by whoever asks for the [#snapshot]. Generated
/// SQL has its paths as literals and its values as parameters, so the texts are few and have no
/// values in them. Safe for any number of threads.
public final class WorkloadRecorder implements StatementListener {
  private static final double SECONDS_PER_DAY = 86_400;

  private final int maxStatements;
  private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();
  private final LongAdder others = new LongAdder();
  private final long start = System.nanoTime();

  /// Up to 5,000 statements.
  public WorkloadRecorder() {
    this(5_000);
  }

  /// @param maxStatements so many texts are kept; calls of others are counted together
  public WorkloadRecorder(int maxStatements) {
    this.maxStatements = maxStatements;
  }

  @Override
  public void executed(StatementEvent event) {
    LongAdder known = calls.get(event.sql());
    if (known != null) {
      known.increment();
    } else if (calls.size() < maxStatements) {
      calls.computeIfAbsent(event.sql(), sql -> new LongAdder()).increment();
    } else {
      others.increment();
    }
  }

  /// The calls of statements that found no place.
  public long others() {
    return others.sum();
  }

  /// The statements so far, at the rate of the time since the recorder was made.
  public List<ObservedStatement> snapshot() {
    return snapshot(Duration.ofNanos(Math.max(1, System.nanoTime() - start)));
  }

  List<ObservedStatement> snapshot(Duration time) {
    double days = time.toNanos() / 1e9 / SECONDS_PER_DAY;
    return calls.entrySet().stream()
        .map(
            entry ->
                new ObservedStatement(
                    entry.getKey(),
                    entry.getValue().sum() / days,
                    null,
                    ObservedStatement.Source.RECORDED))
        .toList();
  }
}
