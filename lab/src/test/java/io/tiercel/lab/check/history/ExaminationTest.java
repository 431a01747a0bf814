package io.tiercel.lab.check.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every anomaly is found where it is, and only there.
class ExaminationTest {
  private static final int ROW = 7;
  private static final int NODE = 0;
  private static final int OTHER_NODE = 1;

  private final History history = new History();

  private Write committed(int node, long session) {
    var write = history.write(node, session);
    write.committed();
    return write;
  }

  private Findings examine(String row) {
    return Examination.of(history, Map.of(ROW, row)).findings();
  }

  private void finds(Anomaly anomaly, String row) {
    var findings = examine(row);
    assertEquals(1, findings.count(anomaly), findings::toString);
    assertEquals(1, findings.total(), findings::toString);
  }

  private static void read(ReadLog log, long session, String row) {
    long now = System.nanoTime();
    log.add(session, ROW, now, now + 1, row);
  }

  private static String tokens(Write... writes) {
    var row = new StringBuilder();
    for (var write : writes) {
      row.append(write.token());
    }
    return row.toString();
  }

  @Test
  void a_current_read_is_right_at_every_level() {
    var first = committed(NODE, 1);
    var second = committed(Write.FOREIGN, 0);
    for (var level : Level.values()) {
      read(history.log(level, NODE), 1, tokens(first, second));
    }
    assertEquals(0, examine(tokens(first, second)).total());
  }

  @Test
  void what_was_never_committed_is_found() {
    var first = committed(Write.FOREIGN, 0);
    var aborted = history.write(Write.FOREIGN, 0);
    aborted.rolledBack();
    read(history.log(Level.EVENTUAL, NODE), 1, tokens(first, aborted));
    finds(Anomaly.NEVER_COMMITTED, tokens(first));
  }

  @Test
  void a_hole_is_found() {
    var first = committed(Write.FOREIGN, 0);
    var second = committed(Write.FOREIGN, 0);
    read(history.log(Level.EVENTUAL, NODE), 1, tokens(second));
    finds(Anomaly.NEVER_COMMITTED, tokens(first, second));
  }

  @Test
  void lost_and_undead_writes_are_found() {
    var first = committed(Write.FOREIGN, 0);
    var aborted = history.write(Write.FOREIGN, 0);
    aborted.rolledBack();
    var unknown = history.write(Write.FOREIGN, 0);
    var findings = examine(tokens(aborted, unknown));
    assertEquals(1, findings.count(Anomaly.LOST_WRITE), first::token);
    assertEquals(1, findings.count(Anomaly.UNDEAD_WRITE));
    assertEquals(2, findings.total());
  }

  @Test
  void an_own_write_must_be_seen_by_its_session_on_any_node() {
    var write = committed(NODE, 1);
    read(history.log(Level.SESSION, OTHER_NODE), 2, "");
    assertEquals(0, examine(tokens(write)).total());
    read(history.log(Level.SESSION, OTHER_NODE), 1, "");
    finds(Anomaly.OWN_WRITE_UNSEEN, tokens(write));
  }

  @Test
  void a_write_must_be_seen_by_every_session_of_its_node() {
    var write = committed(NODE, 1);
    read(history.log(Level.EVENTUAL, NODE), 2, "");
    finds(Anomaly.NODE_WRITE_UNSEEN, tokens(write));
  }

  @Test
  void a_session_must_not_go_back() {
    var write = committed(Write.FOREIGN, 0);
    var log = history.log(Level.SESSION, NODE);
    read(log, 1, tokens(write));
    read(log, 2, "");
    assertEquals(0, examine(tokens(write)).total());
    read(log, 1, "");
    finds(Anomaly.WENT_BACK, tokens(write));
  }

  @Test
  void a_bounded_read_may_be_as_stale_as_the_bound_and_no_more() {
    var write = committed(Write.FOREIGN, 0);
    var log = history.log(Level.BOUNDED, NODE);
    long bound = Examination.BOUND.toNanos();
    log.add(1, ROW, write.answered() + bound, write.answered() + bound, "");
    assertEquals(0, examine(tokens(write)).total());
    log.add(1, ROW, write.answered() + bound + 1, write.answered() + bound + 2, "");
    finds(Anomaly.BEYOND_BOUND, tokens(write));
  }

  @Test
  void a_strong_read_must_show_what_was_answered_before() {
    var write = committed(Write.FOREIGN, 0);
    var log = history.log(Level.STRONG, NODE);
    log.add(1, ROW, write.answered() - 1, write.answered() + 1, "");
    assertEquals(0, examine(tokens(write)).total());
    log.add(1, ROW, write.answered() + 1, write.answered() + 2, "");
    finds(Anomaly.STALE_STRONG, tokens(write));
  }

  @Test
  void a_strong_read_must_show_what_an_earlier_one_has_shown() {
    // Its COMMIT was answered to nobody, so only the reads order it.
    var write = history.write(Write.FOREIGN, 0);
    history.log(Level.STRONG, NODE).add(1, ROW, 10, 20, tokens(write));
    history.log(Level.STRONG, OTHER_NODE).add(2, ROW, 15, 25, "");
    assertEquals(0, examine(tokens(write)).total());
    history.log(Level.STRONG, OTHER_NODE).add(2, ROW, 21, 25, "");
    finds(Anomaly.STRONG_WENT_BACK, tokens(write));
  }

  @Test
  void a_snapshot_must_not_show_half_a_transaction() {
    var write = committed(Write.FOREIGN, 0);
    var log = history.log(Level.SNAPSHOT, NODE);
    int whole = log.newTransaction();
    log.add(1, ROW, 1, 2, tokens(write), whole);
    log.add(1, ROW + 1, 1, 2, tokens(write), whole);
    int half = log.newTransaction();
    log.add(1, ROW, 1, 2, tokens(write), half);
    log.add(1, ROW + 1, 1, 2, "", half);
    var table = Map.of(ROW, tokens(write), ROW + 1, tokens(write));
    var findings = Examination.of(history, table).findings();
    assertEquals(1, findings.count(Anomaly.FRACTURED), findings::toString);
    assertEquals(1, findings.total());
  }

  @Test
  void a_lag_is_the_time_until_the_last_read_that_lacked_the_write() {
    var write = committed(Write.FOREIGN, 0);
    var log = history.log(Level.EVENTUAL, NODE);
    log.add(1, ROW, write.answered() + 3_000_000, write.answered() + 3_000_001, "");
    log.add(1, ROW, write.answered() + 9_000_000, write.answered() + 9_000_001, tokens(write));
    var lags = Examination.of(history, Map.of(ROW, tokens(write))).lags();
    assertEquals(3.0, lags.millis(0.5));
    assertTrue(Double.isNaN(new Lags().millis(0.5)));
  }
}
