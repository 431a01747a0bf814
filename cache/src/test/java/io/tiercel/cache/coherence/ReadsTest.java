package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What each level serves, beyond the orders of [EveryOrderTest].
class ReadsTest {
  private final Coherence coherence = new Coherence();
  private final Region<Integer, String> items =
      new Region<>(coherence, "item", new ConcurrentHashMap<>());
  private StreamSession session = coherence.session();

  @BeforeEach
  void store() {
    session = coherence.follow(100, 10);
    session.settle(DatabaseSnapshot.parse("10:10:"));
    items.offer(1, "one", coherence.beginFill(), 100);
  }

  @Test
  void eventual_serves_what_is_there() {
    assertNotNull(new EventualReads().hit(items, 1));
    assertNull(new EventualReads().hit(items, 2));
  }

  @Test
  void bounded_serves_as_long_as_a_probe_is_young_enough() {
    var clock = new AtomicLong(1000);
    var reads = new BoundedReads(coherence, 50, clock::get);
    assertNull(reads.hit(items, 1), "nothing was proved yet");
    session.proved(1000, 0);
    clock.set(1050);
    assertNotNull(reads.hit(items, 1));
    clock.set(1051);
    assertNull(reads.hit(items, 1));
    session.proved(1040, 0);
    session.proved(1020, 0); // the answer to an earlier probe, late
    clock.set(1090);
    assertNotNull(reads.hit(items, 1));
    clock.set(1091);
    assertNull(reads.hit(items, 1));
    coherence.lost();
    clock.set(1050);
    assertNull(reads.hit(items, 1));
    assertThrows(IllegalArgumentException.class, () -> new BoundedReads(coherence, 0));
  }

  @Test
  void bounded_keeps_its_bound_when_the_count_of_nanoseconds_goes_around() {
    var clock = new AtomicLong(Long.MAX_VALUE - 10);
    var reads = new BoundedReads(coherence, 50, clock::get);
    session.proved(clock.get(), 0);
    clock.addAndGet(50);
    assertTrue(clock.get() < 0);
    assertNotNull(reads.hit(items, 1));
    clock.incrementAndGet();
    assertNull(reads.hit(items, 1));
    session.proved(clock.get() - 20, 0);
    assertNotNull(reads.hit(items, 1));
    clock.addAndGet(31);
    assertNull(reads.hit(items, 1));
  }

  @Test
  void a_session_waits_for_what_it_has_written_elsewhere() throws InterruptedException {
    var elsewhere = new SessionReads(coherence, 0);
    elsewhere.seen(300);
    var here = new SessionReads(coherence, 0);
    here.resume(elsewhere.token());
    assertNull(here.hit(items, 1));
    session.apply(20, 300, List.of());
    assertNotNull(here.hit(items, 1));
  }

  @Test
  void a_session_sees_what_it_has_written_at_once_and_nothing_older() throws InterruptedException {
    items.offer(2, "two", coherence.beginFill(), 100);
    OwnWrite write = coherence.beginWrite();
    write.writes(items, 1, "ours");
    write.committed(20, 300);
    var ours = new SessionReads(coherence, 0);
    ours.committed(write, 20, 300);
    Entry<String> hit = ours.hit(items, 1);
    assertEquals("ours", hit == null ? null : hit.value());
    // A trigger of ours may have written it.
    assertNull(ours.hit(items, 2));
    items.offer(3, "three", coherence.beginFill(), 300);
    assertNotNull(ours.hit(items, 3), "read after our commit");
  }

  @Test
  void a_session_is_served_nothing_older_than_what_it_has_read() throws InterruptedException {
    OwnWrite write = coherence.beginWrite();
    write.writes(items, 1, "ours");
    write.committed(20, 300);
    var ours = new SessionReads(coherence, 0);
    ours.committed(write, 20, 300);
    items.offer(3, "three", coherence.beginFill(), 300);
    ours.seen(400);
    assertNull(ours.hit(items, 1), "somebody may have written it after us");
    assertNull(ours.hit(items, 3), "stored after our commit, and maybe before what we read");
    session.apply(20, 300, List.of(new Change.OfKey<>(items, 1)));
    session.advance(400);
    assertNotNull(ours.hit(items, 3));
  }

  @Test
  void strong_asks_for_the_position_at_each_hit() throws InterruptedException {
    var position = new AtomicLong(100);
    var reads = new StrongReads(coherence, position::get, 0);
    assertNotNull(reads.hit(items, 1));
    position.set(200);
    assertNull(reads.hit(items, 1));
    session.advance(200);
    assertNotNull(reads.hit(items, 1));
  }

  @Test
  void a_snapshot_is_served_nothing_that_it_does_not_see() throws InterruptedException {
    Fill before = coherence.beginFill();
    var snapshot = new SnapshotReads(before, 150, 0);
    assertNull(snapshot.hit(items, 1), "the stream has not come up");
    session.advance(150);
    assertNotNull(snapshot.hit(items, 1));
    session.apply(20, 200, List.of(new Change.OfKey<>(items, 1)));
    session.settle(DatabaseSnapshot.parse("21:21:"));
    items.offer(1, "newer", coherence.beginFill(), 200);
    assertNull(snapshot.hit(items, 1));
    assertNotNull(new SnapshotReads(coherence.beginFill(), 200, 0).hit(items, 1));
  }

  @Test
  void a_snapshot_is_served_nothing_of_which_it_is_not_known_what_it_shows()
      throws InterruptedException {
    items.offer(2, "two", coherence.beginFill(), 0);
    items.offer(3, "three", coherence.beginFill(), 500);
    var snapshot = new SnapshotReads(coherence.beginFill(), 100, 0);
    assertNull(snapshot.hit(items, 2));
    assertNull(snapshot.hit(items, 3), "it may show what was committed after the snapshot");
  }

  @Test
  void a_snapshot_is_served_what_was_stored_before_it_was_placed() throws InterruptedException {
    items.offer(2, "two", coherence.beginFill(), 0);
    var snapshot = SnapshotReads.placed(coherence.beginFill(), () -> 100, 0);
    items.offer(3, "three", coherence.beginFill(), 0);
    assertNotNull(snapshot.hit(items, 2));
    assertNull(snapshot.hit(items, 3), "it may show what was committed after the snapshot");
    assertNotNull(SnapshotReads.placed(coherence.beginFill(), () -> 100, 0).hit(items, 3));
  }
}
