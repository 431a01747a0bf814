package io.tiercel.lab.check.history;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Holds a history against the tables. The rows name the order of all commits, so what a read shows
/// is a number of tokens, and every guarantee a least number that it must show: no search for
/// cycles is needed. Confined to one thread.
public final class Examination {
  /// Of [Level#BOUNDED].
  public static final Duration BOUND = Duration.ofMillis(200);

  private final History history;
  private final Map<Integer, RowTruth> rows = new HashMap<>();
  private final Findings findings = new Findings();
  private final Lags lags = new Lags();

  private Examination(History history, Map<Integer, String> table) {
    this.history = history;
    table.forEach((key, row) -> rows.put(key, new RowTruth(row, history.writes())));
  }

  /// Examines everything.
  ///
  /// @param table by key what the rows are when all is over
  public static Examination of(History history, Map<Integer, String> table) {
    var examination = new Examination(history, table);
    examination.writes();
    examination.strongReads();
    history.logs().forEach(examination::reads);
    examination.rows.values().forEach(row -> row.collectLags(examination.lags));
    return examination;
  }

  /// What must not be.
  public Findings findings() {
    return findings;
  }

  /// For how long foreign writes were not seen by eventual reads after their answer.
  public Lags lags() {
    return lags;
  }

  private void writes() {
    for (var entry : history.writes().entrySet()) {
      boolean isThere = rows.values().stream().anyMatch(row -> row.place(entry.getKey()) >= 0);
      var write = entry.getValue();
      if (write.end() == Write.End.COMMITTED && !isThere) {
        findings.add(Anomaly.LOST_WRITE, write.token());
      } else if (write.end() == Write.End.ROLLED_BACK && isThere) {
        findings.add(Anomaly.UNDEAD_WRITE, write.token());
      }
    }
  }

  /// Whoever begins a strong read after one has ended must see as much.
  private void strongReads() {
    for (var log : history.logs()) {
      for (int i = 0; log.level() == Level.STRONG && i < log.size(); i++) {
        row(log.key(i)).strongReads.raise(log.end(i), log.tokens(i));
      }
    }
  }

  private RowTruth row(int key) {
    var row = rows.get(key);
    if (row == null) {
      throw new IllegalStateException(
          "%s was read and is not in the table".formatted(Part.told(key)));
    }
    return row;
  }

  private void reads(ReadLog log) {
    Map<Long, Map<Integer, Integer>> read = new HashMap<>();
    for (int i = 0; i < log.size(); i++) {
      var row = row(log.key(i));
      if (!row.wasEver(log.tokens(i), log.hash(i))) {
        findings.add(Anomaly.NEVER_COMMITTED, told(log, i, log.tokens(i)));
        continue;
      }
      var node = row.nodes.get(log.node());
      if (node != null) {
        require(Anomaly.NODE_WRITE_UNSEEN, log, i, node.at(log.start(i)));
      }
      var session = row.sessions.get(log.session(i));
      if (session != null && log.session(i) != 0) {
        require(Anomaly.OWN_WRITE_UNSEEN, log, i, session.at(log.start(i)));
      }
      byLevel(log, i, row, read.computeIfAbsent(log.session(i), absent -> new HashMap<>()));
    }
  }

  private void byLevel(ReadLog log, int i, RowTruth row, Map<Integer, Integer> readBefore) {
    long start = log.start(i);
    switch (log.level()) {
      case EVENTUAL -> row.seen(log.tokens(i), start);
      case BOUNDED ->
          require(Anomaly.BEYOND_BOUND, log, i, row.everybody.at(start - BOUND.toNanos()));
      case SESSION -> {
        require(Anomaly.WENT_BACK, log, i, readBefore.getOrDefault(log.key(i), 0));
        readBefore.merge(log.key(i), log.tokens(i), Math::max);
      }
      case STRONG -> {
        require(Anomaly.STALE_STRONG, log, i, row.everybody.at(start));
        require(Anomaly.STRONG_WENT_BACK, log, i, row.strongReads.at(start));
      }
      case SNAPSHOT -> {
        // Only what it has read together has a promise.
      }
    }
    if (log.transaction(i) != ReadLog.ALONE) {
      together(log, i, row);
    }
  }

  /// With the read before it, if that was of the same snapshot.
  private void together(ReadLog log, int i, RowTruth second) {
    int other = i - 1;
    if (other < 0 || log.transaction(i) != log.transaction(other)) {
      return;
    }
    var first = row(log.key(other));
    for (int place = 0; place < second.writes().length; place++) {
      int otherPlace = first.place(Write.numberOf(second.writes()[place].token()));
      if (otherPlace >= 0 && (place < log.tokens(i)) != (otherPlace < log.tokens(other))) {
        findings.add(
            Anomaly.FRACTURED,
            "%s, of the same transaction: %s".formatted(told(log, i, place), told(log, other, 0)));
        return;
      }
    }
  }

  private void require(Anomaly anomaly, ReadLog log, int i, int tokens) {
    if (log.tokens(i) < tokens) {
      findings.add(anomaly, told(log, i, tokens));
    }
  }

  private static String told(ReadLog log, int i, int expected) {
    return "%s read of %s at node %d shows %d tokens, expected at least %d"
        .formatted(log.level(), Part.told(log.key(i)), log.node(), log.tokens(i), expected);
  }
}
