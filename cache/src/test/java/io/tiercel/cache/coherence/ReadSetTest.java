package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What ends a value that was made of stored rows. Each check is made twice, for a read set
/// remembers what it has validated.
class ReadSetTest {
  private static final long START = 100;

  private final Coherence coherence = new Coherence();
  private final ConcurrentHashMap<Integer, Entry<String>> entries = new ConcurrentHashMap<>();
  private final Region<Integer, String> items = new Region<>(coherence, "item", entries);
  private final Region<Integer, String> others =
      new Region<>(coherence, "other", new ConcurrentHashMap<>());
  private StreamSession session = coherence.session();

  @BeforeEach
  void follow() {
    session = coherence.follow(START, 10);
    session.settle(DatabaseSnapshot.parse("10:10:"));
    assertTrue(items.offer(1, "one", coherence.beginFill(), 0));
    assertTrue(items.offer(2, "two", coherence.beginFill(), 0));
    assertTrue(others.offer(1, "other", coherence.beginFill(), 0));
  }

  private ReadSet read() {
    var recorder = new ReadSet.Recorder(coherence);
    assertEquals("one", recorder.row(items, 1));
    assertEquals("other", recorder.row(others, 1));
    ReadSet made = recorder.done();
    assertIsCurrent(made);
    return made;
  }

  private static void assertIsCurrent(ReadSet set) {
    assertTrue(set.isCurrent());
    assertTrue(set.isCurrent());
  }

  private static void assertHasEnded(ReadSet set) {
    assertFalse(set.isCurrent());
    assertFalse(set.isCurrent());
  }

  @Test
  void what_happens_to_other_rows_leaves_it() {
    ReadSet set = read();
    session.apply(20, 200, List.of(new Change.OfKey<>(items, 2)));
    assertIsCurrent(set);
    items.evict(2);
    assertIsCurrent(set);
    session.advance(300);
    assertIsCurrent(set);
  }

  @Test
  void that_a_row_was_forgotten_leaves_it() {
    ReadSet set = read();
    entries.remove(1);
    assertIsCurrent(set);
  }

  @Test
  void a_change_that_is_applied_ends_it() {
    ReadSet set = read();
    session.apply(20, 200, List.of(new Change.OfKey<>(items, 1)));
    assertHasEnded(set);
  }

  @Test
  void a_change_of_the_table_ends_it() {
    ReadSet set = read();
    session.apply(20, 200, List.of(new Change.OfTable(others)));
    assertHasEnded(set);
  }

  @Test
  void evicting_its_row_or_all_rows_ends_it() {
    ReadSet set = read();
    items.evict(1);
    assertHasEnded(set);
    assertTrue(items.offer(1, "one", coherence.beginFill(), 0));
    set = read();
    others.evictAll();
    assertHasEnded(set);
  }

  @Test
  void a_commit_of_this_node_ends_it_when_it_is_answered_and_not_before() {
    ReadSet set = read();
    OwnWrite write = coherence.beginWrite();
    write.writes(items, 1, "own");
    assertIsCurrent(set);
    write.beginCommit();
    assertIsCurrent(set);
    write.committed(20, 200);
    assertHasEnded(set);
  }

  @Test
  void a_row_that_is_being_written_here_is_not_taken() {
    OwnWrite write = coherence.beginWrite();
    write.writes(items, 1, "own");
    assertNull(new ReadSet.Recorder(coherence).row(items, 1));
    // What another transaction, which wrote before this one, has stored meanwhile.
    entries.put(1, Entry.read("one", coherence.beginFill(), 0));
    assertNull(new ReadSet.Recorder(coherence).row(items, 1));
    write.committed(20, 200);
    var recorder = new ReadSet.Recorder(coherence);
    assertEquals("own", recorder.row(items, 1));
    assertIsCurrent(recorder.done());
  }

  @Test
  void a_row_whose_change_has_left_its_mark_and_not_yet_removed_it_is_not_taken() {
    var change = new Change.OfKey<>(items, 1);
    session.meet(20, 200);
    assertEquals("two", new ReadSet.Recorder(coherence).row(items, 2), "another row is");
    change.mark(session, 200);
    assertNull(new ReadSet.Recorder(coherence).row(items, 1));
    change.drop(20, 200);
    session.advance(200);
    assertNull(new ReadSet.Recorder(coherence).row(items, 1), "it is gone");
  }

  @Test
  void a_change_that_was_met_and_not_marked_when_its_row_was_read_ends_it() {
    var change = new Change.OfKey<>(items, 1);
    session.meet(20, 200);
    ReadSet set = read();
    change.mark(session, 200);
    change.drop(20, 200);
    session.advance(200);
    assertHasEnded(set);
  }

  @Test
  void it_is_none_while_its_table_is_suspended_or_waits_for_the_stream() {
    ReadSet set = read();
    items.suspend(Suspension.CHECK);
    assertFalse(set.isCurrent());
    items.resume(Suspension.CHECK);
    assertIsCurrent(set);
    others.awaitStream(500);
    assertFalse(set.isCurrent());
    session.advance(500);
    assertIsCurrent(set);
  }

  @Test
  void it_ends_with_its_stream() {
    ReadSet set = read();
    coherence.lost();
    assertHasEnded(set);
    follow();
    assertHasEnded(set);
    assertNull(new ReadSet.Recorder(set).row(items, 1), "nothing is added to it");
  }

  @Test
  void it_ends_with_any_other_part() {
    var recorder = new ReadSet.Recorder(coherence);
    assertNotNull(recorder.row(items, 1));
    var isHit = new AtomicBoolean(true);
    Entry<String> entry = Entry.read("result", coherence.beginFill(), 0);
    assertTrue(recorder.part(isHit::get, entry));
    ReadSet set = recorder.done();
    assertIsCurrent(set);
    isHit.set(false);
    assertHasEnded(set);
    follow();
    assertFalse(new ReadSet.Recorder(coherence).part(isHit::get, entry), "of another stretch");
  }

  @Test
  void what_is_added_counts_and_leaves_what_was_there() {
    ReadSet before = read();
    var recorder = new ReadSet.Recorder(before);
    assertEquals("two", recorder.row(items, 2));
    ReadSet set = recorder.done();
    assertEquals(3, set.size());
    assertIsCurrent(set);
    session.apply(20, 200, List.of(new Change.OfKey<>(items, 2)));
    assertHasEnded(set);
    assertIsCurrent(before);
  }
}
