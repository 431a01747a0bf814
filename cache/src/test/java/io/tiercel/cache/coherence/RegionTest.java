package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a region does beyond the orders of [EveryOrderTest].
class RegionTest {
  private static final long START = 100;

  private final Coherence coherence = new Coherence();
  private final Region<Integer, String> items =
      new Region<>(coherence, "item", new ConcurrentHashMap<>());
  private final Region<Integer, String> others =
      new Region<>(coherence, "other", new ConcurrentHashMap<>());
  private StreamSession session = coherence.session();

  private void follow() {
    session = coherence.follow(START, 10);
    session.settle(DatabaseSnapshot.parse("10:10:"));
  }

  private void apply(int xid, long lsn, Change... changes) {
    session.apply(xid, lsn, List.of(changes));
  }

  private void settled(long xmax) {
    session.settle(new DatabaseSnapshot(xmax, xmax, List.of()));
  }

  @Test
  void without_a_stream_nothing_is_stored() {
    assertFalse(items.offer(1, "one", coherence.beginFill(), 0));
  }

  @Test
  void nothing_is_stored_while_a_transaction_runs_that_the_stream_may_lack() {
    session = coherence.follow(START, 10);
    session.settle(DatabaseSnapshot.parse("9:12:9"));
    assertFalse(items.offer(1, "one", coherence.beginFill(), 0));
    session.settle(DatabaseSnapshot.parse("10:12:10"));
    assertTrue(items.offer(1, "one", coherence.beginFill(), 0));
  }

  @Test
  void a_new_stream_voids_what_was_stored_and_what_was_being_read() {
    follow();
    Fill before = coherence.beginFill();
    assertTrue(items.offer(1, "one", before, 0));
    follow();
    assertNull(items.get(1));
    assertFalse(items.offer(1, "one", before, 0));
    assertTrue(items.offer(1, "one", coherence.beginFill(), 0));
  }

  @Test
  void a_change_of_the_table_voids_all_of_it_and_nothing_else() {
    follow();
    Fill before = coherence.beginFill();
    items.offer(1, "one", before, 0);
    others.offer(1, "other", before, 0);
    apply(20, 200, new Change.OfTable(items));
    assertNull(items.get(1));
    assertEquals("other", others.get(1));
    assertFalse(items.offer(2, "two", before, 0));
    settled(21);
    assertTrue(items.offer(1, "now", coherence.beginFill(), 0));
    assertEquals("now", items.get(1));
  }

  @Test
  void a_change_that_this_node_made_without_knowing_the_rows_voids_the_table_at_its_commit() {
    follow();
    items.offer(1, "one", coherence.beginFill(), 0);
    OwnWrite write = coherence.beginWrite();
    write.writesAll(items);
    assertEquals("one", items.get(1));
    write.committed(20, 300);
    assertNull(items.get(1));
    assertTrue(items.offer(1, "now", coherence.beginFill(), 0));
  }

  @Test
  void an_awaited_change_that_comes_while_the_row_is_looked_up_is_no_hit() {
    var whileLookedUp = new AtomicReference<Runnable>(() -> {});
    Entries<Integer, String> rows = Entries.in(new ConcurrentHashMap<>());
    var lookedUp =
        new Entries<Integer, String>() {
          @Override
          public @Nullable Entry<String> get(Integer key) {
            Entry<String> found = rows.get(key);
            whileLookedUp.get().run();
            return found;
          }

          @Override
          public void remove(Integer key) {
            rows.remove(key);
          }

          @Override
          public @Nullable Entry<String> compute(Integer key, Entries.Change<String> change) {
            return rows.compute(key, change);
          }
        };
    var table = new Region<Integer, String>(coherence, "item", lookedUp);
    follow();
    table.offer(1, "one", coherence.beginFill(), 0);
    table.awaitStream(210); // this node has written who knows which rows, behind 200
    whileLookedUp.set(() -> apply(20, 220, new Change.OfKey<>(table, 1)));
    assertNull(table.get(1), "awaited");
    follow();
    whileLookedUp.set(() -> {});
    table.offer(1, "two", coherence.beginFill(), 0);
    table.suspend(Suspension.BREACH);
    whileLookedUp.set(
        () -> {
          apply(21, 300, new Change.OfKey<>(table, 1));
          table.resume(Suspension.BREACH);
        });
    assertNull(table.get(1), "suspended");
  }

  @Test
  void what_was_written_beside_a_change_of_unknown_rows_is_not_stored() {
    follow();
    OwnWrite one = coherence.beginWrite();
    one.writes(items, 1, "one");
    OwnWrite all = coherence.beginWrite();
    all.writesAll(items);
    all.committed(21, 300);
    one.committed(20, 300);
    assertNull(items.get(1));
  }

  @Test
  void what_was_served_is_not_followed_by_what_a_slower_reader_brings() {
    follow();
    session.meet(20, 200);
    settled(21);
    Fill slower = coherence.beginFill(); // its snapshot sees 20, and not 21
    assertTrue(items.offer(1, "with 20 and 21, ahead of the stream", coherence.beginFill(), 0));
    var change = new Change.OfKey<>(items, 1);
    change.mark(session, 200);
    change.drop(20, 200);
    assertNull(items.get(1));
    assertFalse(items.offer(1, "with 20", slower, 0));
    assertTrue(items.offer(1, "with 20 and 21", coherence.beginFill(), 0));
  }

  @Test
  void a_rollback_leaves_nothing_behind() {
    follow();
    items.offer(1, "one", coherence.beginFill(), 0);
    OwnWrite write = coherence.beginWrite();
    write.writes(items, 1, "never");
    assertFalse(items.offer(1, "one", coherence.beginFill(), 0));
    write.ended();
    assertNull(items.get(1));
    assertTrue(items.offer(1, "one", coherence.beginFill(), 0));
  }

  @Test
  void a_row_that_the_stream_never_confirms_goes_with_the_next_change() {
    follow();
    OwnWrite write = coherence.beginWrite();
    write.writes(items, 1, "claimed");
    write.committed(20, 300);
    assertEquals("claimed", items.get(1));
    // Before the end of our transaction: an older version of the row.
    apply(19, 250, new Change.OfKey<>(items, 1));
    assertEquals("claimed", items.get(1));
    apply(21, 301, new Change.OfKey<>(items, 1));
    assertNull(items.get(1));
  }

  @Test
  void the_answer_to_a_commit_may_come_after_more_commits_than_are_remembered() {
    follow();
    OwnWrite write = coherence.beginWrite();
    write.writes(items, 1, "ours");
    apply(20, 200, new Change.OfKey<>(items, 1));
    for (int i = 1; i <= 2000; i++) {
      apply(20 + i, 200 + i);
    }
    write.committed(20, 5000);
    assertNull(items.get(1));
  }

  /// The first of two transactions that write the row stores its state late: when the second one
  /// has written already.
  private OwnWrite secondOfTwo() {
    OwnWrite first = coherence.beginWrite();
    first.writes(items, 1, "first");
    OwnWrite second = coherence.beginWrite();
    second.writes(items, 1, "second");
    first.committed(20, 300);
    assertEquals("first", items.get(1));
    return second;
  }

  @Test
  void an_answer_that_comes_too_late_to_store_leaves_no_older_state() {
    follow();
    OwnWrite second = secondOfTwo();
    for (int i = 2; i <= 2000; i++) {
      apply(20 + i, 200 + i);
    }
    second.committed(21, 5000);
    assertNull(items.get(1));
  }

  @Test
  void a_commit_of_which_nobody_knows_leaves_no_older_state() {
    follow();
    secondOfTwo().ended();
    assertNull(items.get(1));
  }

  @Test
  void positions_are_waited_for() throws InterruptedException {
    follow();
    assertFalse(session.awaitApplied(200, 1));
    Thread applier = Thread.ofVirtual().start(() -> apply(20, 200));
    assertTrue(session.awaitApplied(200, 60_000_000_000L));
    applier.join();
    assertEquals(200, session.applied());
  }

  /// A map may tell that there is nothing under a key while somebody stores it: Caffeine does, to
  /// who asks it to compute only if there is.
  @Test
  void a_change_waits_for_who_is_storing_the_row_of_before() throws InterruptedException {
    var admitting = new CountDownLatch(1);
    var mayStore = new CountDownLatch(1);
    FillRule slow =
        (invalidated, fill) -> {
          boolean isAdmitted = FillRule.SETTLED.admits(invalidated, fill);
          admitting.countDown();
          awaitUninterruptibly(mayStore);
          return isAdmitted;
        };
    var slowly = new Coherence(slow, 1 << 4);
    session = slowly.follow(START, 10);
    session.settle(DatabaseSnapshot.parse("10:10:"));
    Cache<Integer, Entry<String>> stored = Caffeine.newBuilder().maximumSize(10).build();
    var region = new Region<Integer, String>(slowly, "item", stored.asMap());
    Fill before = slowly.beginFill();
    Thread reader = Thread.ofPlatform().start(() -> region.offer(1, "old", before, 0));
    awaitUninterruptibly(admitting);
    Thread applier = Thread.ofPlatform().start(() -> apply(20, 200, new Change.OfKey<>(region, 1)));
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (applier.isAlive() && applier.getState() != Thread.State.BLOCKED) {
      assertTrue(System.nanoTime() < deadline, () -> "the applier is " + applier.getState());
      Thread.onSpinWait();
    }
    mayStore.countDown();
    reader.join();
    applier.join();
    assertNull(region.get(1));
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
