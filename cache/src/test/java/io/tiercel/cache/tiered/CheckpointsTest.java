package io.tiercel.cache.tiered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.DatabaseSnapshot;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.tier.TierSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a stream that was lost leaves to the next one: the anchor that it has not brought.
class CheckpointsTest {
  private static final String ANCHOR = "anchor";
  private static final long POSITION = 100;

  private final TierSettings settings;

  CheckpointsTest(@TempDir(factory = InMemory.class) Path directory) {
    settings = new TierSettings(directory, 1 << 20).withSlot("node");
  }

  /// One life of a node, without rows.
  private static final class Life implements AutoCloseable {
    final Coherence coherence = new Coherence();
    final Tier tier;
    final Checkpoints checkpoints;

    Life(TierSettings settings) {
      tier = new Tier(settings, coherence);
      assertTrue(tier.open("database"));
      checkpoints = new Checkpoints(tier, List.of());
      checkpoints.opened();
    }

    /// The stream begins.
    ///
    /// @param resumed where the slot was confirmed
    StreamSession follow(long resumed) {
      assertTrue(checkpoints.begins());
      boolean unused = checkpoints.find(resumed);
      StreamSession session = coherence.prepare(0, 1, 0);
      checkpoints.begin(session);
      coherence.follow(session);
      return session;
    }

    /// The stream has come up.
    static void settle(StreamSession session) {
      session.settle(new DatabaseSnapshot(1, 1, List.of()));
    }

    @Override
    public void close() {
      tier.close();
    }
  }

  private void leaveCheckpoint() {
    try (Life life = new Life(settings)) {
      StreamSession session = life.follow(Checkpoints.NOT_RESUMED);
      Life.settle(session);
      assertTrue(life.checkpoints.lookAhead(ANCHOR, POSITION, false));
      life.checkpoints.anchored(session, ANCHOR, POSITION);
      assertEquals(POSITION, life.checkpoints.secure(session, false));
    }
  }

  @Test
  void a_stream_that_was_lost_before_it_came_up_does_not_excuse_the_next_one_from_the_anchor() {
    leaveCheckpoint();
    try (Life life = new Life(settings)) {
      StreamSession lost = life.follow(POSITION);
      assertFalse(life.checkpoints.isPutBack(lost), "before it has come up");
      life.coherence.lost();
      StreamSession next = life.follow(POSITION);
      Life.settle(next);
      assertTrue(life.checkpoints.isPutBack(next));
    }
  }

  @Test
  void the_anchor_may_come_by_a_later_stream() {
    leaveCheckpoint();
    try (Life life = new Life(settings)) {
      StreamSession lost = life.follow(POSITION);
      life.coherence.lost();
      StreamSession next = life.follow(POSITION);
      life.checkpoints.anchored(lost, ANCHOR, POSITION);
      life.checkpoints.anchored(next, ANCHOR, POSITION);
      Life.settle(next);
      assertFalse(life.checkpoints.isPutBack(next));
    }
  }

  /// Not all may have been deleted when it was lost.
  @Test
  void what_is_of_another_history_stays_so_when_the_stream_is_lost() {
    leaveCheckpoint();
    try (Life life = new Life(settings)) {
      StreamSession lost = life.follow(POSITION);
      Life.settle(lost);
      assertTrue(life.checkpoints.isPutBack(lost));
      life.coherence.lost();
      StreamSession next = life.follow(POSITION);
      Life.settle(next);
      assertTrue(life.checkpoints.isPutBack(next));
      assertFalse(life.checkpoints.lookAhead("another", POSITION, false), "before all is deleted");
      life.checkpoints.verified(next);
      assertTrue(life.checkpoints.lookAhead("another", POSITION, false));
      life.checkpoints.anchored(next, "another", POSITION + 100);
      life.coherence.lost();
      StreamSession last = life.follow(POSITION);
      life.checkpoints.anchored(last, "another", POSITION + 100);
      Life.settle(last);
      assertFalse(life.checkpoints.isPutBack(last));
    }
  }
}
