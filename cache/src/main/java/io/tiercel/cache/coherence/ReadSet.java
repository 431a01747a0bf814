package io.tiercel.cache.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a value was made of: rows of regions, and other stored values. As long as nothing has
/// happened to any of them the value shows what they do, and none has to be looked up for that: the
/// read set of an optimistic transaction, which is validated by each use of the value.
///
/// A row is known by the marks of its stripe: a change of another key of the stripe ends the value
/// as well, which costs a use and never correctness. That a row was forgotten for want of room ends
/// nothing. Safe for any thread.
public final class ReadSet {
  /// What a row takes of [#marks].
  private static final int MARKS = 2;

  /// A stored value that tells by itself what happens to it.
  @FunctionalInterface
  public interface Part {
    /// Whether it is what it was when it was read, in every commit that was applied and in those of
    /// this node that were answered.
    boolean isHit();
  }

  /// What may happen to a table as a whole.
  ///
  /// @param admitted the least of its rows; likewise `epoch`
  private record TablePart(Region<?, ?> region, long admitted, long epoch) {}

  private final Coherence coherence;
  private final StreamSession session;
  private final int[] stripes;

  /// Of each stripe the last commit on the stream, then that of this node, from before the row was
  /// read.
  private final long[] marks;

  private final List<TablePart> tables;
  private final List<Part> parts;
  private final long snapshots;

  // Where the stream and the node's own commits were when the marks were last found unchanged, read
  // before the marks were. Two threads may mix what they write: each number is of before a
  // validation that has passed, and the later one of these is of after both.
  private volatile long validApplied = -1;
  private volatile long validOwn = -1;

  private ReadSet(Recorder from) {
    coherence = from.coherence;
    session = from.session;
    stripes = Arrays.copyOf(from.stripes, from.count);
    marks = Arrays.copyOf(from.marks, from.count * MARKS);
    tables = List.copyOf(from.tables);
    parts = List.copyOf(from.parts);
    snapshots = from.snapshots;
  }

  /// Whether nothing has happened to anything in it: it shows every commit that [was
  /// applied][StreamSession#applied], and every one of this node that was answered.
  public boolean isCurrent() {
    if (coherence.session() != session) {
      return false;
    }
    for (int i = 0; i < tables.size(); i++) {
      TablePart table = tables.get(i);
      if (!table.region().isCurrent(session, table.admitted(), table.epoch())) {
        return false;
      }
    }
    return areMarksUnchanged() && arePartsHits();
  }

  private boolean areMarksUnchanged() {
    // Marks are set before the numbers change that tell of it.
    long applied = session.applied();
    long own = coherence.ownMarks();
    if (applied == validApplied && own == validOwn) {
      return true;
    }
    for (int i = 0; i < stripes.length; i++) {
      if (session.invalidated(stripes[i]) != marks[i * MARKS]
          || coherence.ownEpoch(stripes[i]) != marks[i * MARKS + 1]) {
        return false;
      }
    }
    validApplied = applied;
    validOwn = own;
    return true;
  }

  private boolean arePartsHits() {
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).isHit()) {
        return false;
      }
    }
    return true;
  }

  /// A value that was made of this, as the levels of consistency look at it. That it was read after
  /// some commit of the node is not known of all its parts, so the stream has to have come up.
  public <V> Entry<V> entry(V value) {
    return new Entry<>(value, session, 0, Long.MIN_VALUE, 0, snapshots, 0);
  }

  /// How many rows and other values there are.
  public int size() {
    return stripes.length + parts.size();
  }

  /// Takes down what is read for a value. Confined to one thread.
  public static final class Recorder {
    private final Coherence coherence;
    private final StreamSession session;
    private int[] stripes = new int[8];
    private long[] marks = new long[8 * MARKS];
    private int count;
    private final List<TablePart> tables = new ArrayList<>(2);
    private final List<Part> parts = new ArrayList<>(1);
    private long snapshots;

    /// For a value that is made anew.
    public Recorder(Coherence coherence) {
      this.coherence = coherence;
      this.session = coherence.session();
    }

    /// For a value to which more is added.
    public Recorder(ReadSet before) {
      coherence = before.coherence;
      session = before.session;
      count = before.stripes.length;
      stripes = before.stripes.clone();
      marks = before.marks.clone();
      tables.addAll(before.tables);
      parts.addAll(before.parts);
      snapshots = before.snapshots;
    }

    /// A row; null when it is not stored, or is being changed just now, and then the value cannot
    /// be made of what is stored.
    public <K, V> @Nullable V row(Region<K, V> region, K key) {
      int stripe = region.stripe(key);
      // In this order: what changes a mark after it was looked at is found by each validation, and
      // what had changed it before has also removed the row, or stored another, when it is read.
      long own = coherence.ownEpoch(stripe);
      long invalidated = session.invalidated(stripe);
      if (coherence.pending(stripe) != 0) {
        return null;
      }
      long applied = session.applied();
      boolean isQuiet = session.lastMet() <= applied;
      Entry<V> entry = region.entry(key);
      if (entry == null || entry.session() != session) {
        return null;
      }
      if (!isQuiet && invalidated > entry.admitted()) {
        // The commit that has left the mark may be about to remove the row.
        return null;
      }
      add(stripe, invalidated, own);
      add(region, entry);
      return entry.value();
    }

    private void add(int stripe, long invalidated, long own) {
      if (count == stripes.length) {
        stripes = Arrays.copyOf(stripes, 2 * count + 1);
        marks = Arrays.copyOf(marks, stripes.length * MARKS);
      }
      stripes[count] = stripe;
      marks[count * MARKS] = invalidated;
      marks[count * MARKS + 1] = own;
      count++;
    }

    private void add(Region<?, ?> region, Entry<?> entry) {
      snapshots = Math.max(snapshots, entry.snapshots());
      for (int i = 0; i < tables.size(); i++) {
        TablePart known = tables.get(i);
        if (known.region() == region) {
          tables.set(
              i,
              new TablePart(
                  region,
                  Math.min(known.admitted(), entry.admitted()),
                  Math.min(known.epoch(), entry.epoch())));
          return;
        }
      }
      tables.add(new TablePart(region, entry.admitted(), entry.epoch()));
    }

    /// Another stored value, which is a hit; false when it belongs to another stretch of the stream
    /// than the rest.
    public boolean part(Part part, Entry<?> entry) {
      if (entry.session() != session) {
        return false;
      }
      snapshots = Math.max(snapshots, entry.snapshots());
      parts.add(part);
      return true;
    }

    /// Something else that the value owes to.
    public void part(Part part) {
      parts.add(part);
    }

    /// What was taken down.
    public ReadSet done() {
      return new ReadSet(this);
    }
  }
}
