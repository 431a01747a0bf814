package io.tiercel.cache.tier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Bytes by key, on local disk and off the heap, bounded. Records are appended to segments, which
/// are mapped files of one size; a table outside of the heap leads from a key to its record. When
/// all segments are full, the oldest is emptied while the next one is written: what was read since
/// it was put stays, the rest goes.
///
/// What it returns is what was put, or nothing: each record has a check sum that is verified
/// whenever it is read. After a crash what was not whole is not there; what was removed may be
/// there again. So who opens a tier anew has to check what it finds: only records with a [Stamp]
/// are kept.
///
/// Nothing is forced to disk: a power failure loses what the operating system had not written.
///
/// With a [slot][TierSettings#slot] what is removed, or replaced, is marked in its place, so that a
/// later run finds what was there at a [Checkpoint] and not removed since.
///
/// Safe for any number of threads. Writers wait for each other, readers for nobody. A reader may
/// miss a record while another one is removed. When the disk is full or fails, the tier is
/// [off][#offReason]: it says so in one log line, and is empty from then on. After [#close] it is
/// empty as well.
public final class TierStore implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.tiercel.cache.tier");
  private static final long FIRST_CAPACITY = 1 << 12;

  /// Of a record, as a part of a segment.
  private static final int LARGEST_PART = 4;

  /// In the place of what is known of a record, and of its stamp. The first number, which is
  /// written first, tells a checkpoint enough.
  static final long[] NOTHING = new long[(RecordLayout.KEY - RecordLayout.ADMISSION) / Long.BYTES];

  /// While a number of it is written, which takes nanoseconds.
  private static final int MAX_ATTEMPTS = 100;

  private final TierSettings settings;
  private final DirectoryLock directory;
  private final Arena arena = Arena.ofShared();
  private final ReentrantLock writer = new ReentrantLock();
  private final SegmentLog log;
  private final Cleaner cleaner;
  private final CheckpointFile checkpoints;
  private final boolean marksRemoved;
  private final String machine = CheckpointFile.machine();
  private final @Nullable Checkpoint checkpoint;

  private volatile OffHeapIndex index = new OffHeapIndex(FIRST_CAPACITY);
  private volatile @Nullable String offReason;
  private volatile boolean closed;

  // Guarded by writer.
  private byte[] scratch = new byte[1 << 10];
  private long found;
  private long corrupt;
  private long discarded;

  private TierStore(
      TierSettings settings, DirectoryLock directory, String identity, Retention retention)
      throws IOException {
    this.settings = settings;
    this.directory = directory;
    byte[] owner = SegmentHeader.owner(identity);
    log = new SegmentLog(settings, arena, owner);
    marksRemoved = settings.slot() != null;
    cleaner = new Cleaner(log, retention, this::mark);
    checkpoints = new CheckpointFile(settings.directory(), owner);
    try {
      checkpoint = foundCheckpoint();
      var recovery = new Recovery(settings, owner, log, checkpoint);
      index = recovery.run();
      found = index.size();
      corrupt = recovery.corrupt();
      discarded = recovery.discarded();
    } catch (IOException | RuntimeException | InternalError e) {
      log.close();
      arena.close();
      throw e;
    }
  }

  /// Opens the tier of a directory, with what an earlier run has left there. Blocks while it reads
  /// all of its files.
  ///
  /// @param identity of what the records are copies of: files of another identity are deleted
  /// @throws TierException when the directory is in use, or cannot be read or written
  public static TierStore open(TierSettings settings, String identity, Retention retention) {
    try {
      Files.createDirectories(settings.directory());
      DirectoryLock lock = DirectoryLock.take(settings.directory());
      try {
        return new TierStore(settings, lock, identity, retention);
      } catch (IOException | RuntimeException | InternalError e) {
        lock.close();
        throw e;
      }
    } catch (IOException | InternalError e) {
      throw new TierException(
          "could not open the tier in %s: %s".formatted(settings.directory(), e),
          "name a directory on a local disk that this process may write",
          e);
    }
  }

  /// A run without the slot does not mark what it removes.
  private @Nullable Checkpoint foundCheckpoint() throws IOException {
    Checkpoint found = checkpoints.read(machine);
    if (found != null && found.slot().equals(settings.slot())) {
      return found;
    }
    checkpoints.delete();
    return null;
  }

  /// What the last run has left: the records that it covers are in the store.
  public @Nullable Checkpoint checkpoint() {
    return checkpoint;
  }

  /// Behind the last record.
  public Place end() {
    writer.lock();
    try {
      return log.end();
    } finally {
      writer.unlock();
    }
  }

  /// Tells a later run what it may use. A tier that is off tells nothing.
  ///
  /// @param sessions as [Checkpoint] has it, and so the others
  /// @param isForced whether all is written to disk first: then the machine may be started anew as
  ///     well
  /// @return whether it is told
  public boolean checkpoint(
      Set<Long> sessions, Place upTo, Anchor anchor, Map<Long, Long> layouts, boolean isForced) {
    String slot = settings.slot();
    writer.lock();
    try {
      if (!isOn() || slot == null) {
        return false;
      }
      if (isForced) {
        log.force();
      }
      checkpoints.write(new Checkpoint(slot, sessions, upTo, anchor, layouts, machine, isForced));
      return true;
    } catch (IOException | UncheckedIOException | InternalError e) {
      turnOff(e);
      return false;
    } finally {
      writer.unlock();
    }
  }

  /// The record is found by nobody any more, in a later run either.
  private void mark(long location) {
    if (marksRemoved && location != 0) {
      log.segment(location)
          .overwrite(SegmentLog.offset(location) + RecordLayout.ADMISSION, NOTHING);
    }
  }

  /// The record under that key; null when there is none.
  ///
  /// @param layout says how key and value are made: a record of another layout is another record
  public @Nullable Stored get(long layout, byte[] key) {
    if (!isOn()) {
      return null;
    }
    try {
      long hash = Hash.of(layout, key, 0, key.length);
      long location = index.touch(hash);
      Stored record = location == 0 ? null : read(location, hash);
      return record != null && record.hasKey(layout, key) ? record : null;
    } catch (IllegalStateException e) {
      if (closed) {
        // Its memory was unmapped meanwhile.
        return null;
      }
      throw e;
    } catch (InternalError e) {
      turnOff(e);
      return null;
    }
  }

  /// Whether there seems to be a record under that key: quicker than to read it, and wrong for one
  /// that is not whole.
  public boolean mayContain(long layout, byte[] key) {
    return isOn() && index.get(Hash.of(layout, key, 0, key.length)) != 0;
  }

  private @Nullable Stored read(long location, long hash) {
    Segment segment = log.segment(location);
    Stored record = read(segment, location);
    for (int attempt = 1; record == null && attempt < MAX_ATTEMPTS; attempt++) {
      if (index.get(hash) != location) {
        return null;
      }
      Thread.onSpinWait();
      record = read(segment, location);
    }
    return record == null ? readAlone(segment, location, hash) : record;
  }

  private static @Nullable Stored read(Segment segment, long location) {
    byte[] record = segment.read(SegmentLog.offset(location));
    return record != null && RecordLayout.isWhole(record, segment.sequence())
        ? new Stored(record, location)
        : null;
  }

  /// While nobody writes. What is not whole then never will be.
  private @Nullable Stored readAlone(Segment segment, long location, long hash) {
    writer.lock();
    try {
      if (index.get(hash) != location) {
        return null;
      }
      Stored record = read(segment, location);
      if (record == null) {
        index.remove(hash);
        corrupt++;
      }
      return record;
    } finally {
      writer.unlock();
    }
  }

  /// Puts a record in the place of what is under its key.
  ///
  /// @param admission what this run knows of it
  /// @return false when it was not put: it is too large, or the tier is off. Then nothing is under
  ///     the key
  public boolean put(long layout, byte[] key, byte[] value, Admission admission) {
    long length = RecordLayout.length(key.length, value.length);
    long hash = Hash.of(layout, key, 0, key.length);
    writer.lock();
    try {
      if (!isOn()) {
        return false;
      }
      if (length > settings.segmentBytes() / LARGEST_PART) {
        removeAndMark(hash);
        return false;
      }
      write(hash, (int) length, layout, key, value, admission);
      return true;
    } catch (IOException | InternalError e) {
      turnOff(e);
      return false;
    } finally {
      writer.unlock();
    }
  }

  private void write(
      long hash, int length, long layout, byte[] key, byte[] value, Admission admission)
      throws IOException {
    cleaner.clean(index, length);
    while (!log.hasRoom(length)) {
      if (log.isRunningOut() || cleaner.isCleaning()) {
        cleaner.finish(index);
      }
      log.roll();
    }
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, 2 * scratch.length)];
    }
    RecordLayout.write(scratch, length, layout, key, value, admission);
    // Not before: making room may have moved it.
    long replaced = index.get(hash);
    index.put(hash, log.append(scratch, length));
    mark(replaced);
    if (index.isCrowded()) {
      index = index.doubled();
    }
  }

  /// Nothing is under that key any more.
  public void remove(long layout, byte[] key) {
    long hash = Hash.of(layout, key, 0, key.length);
    writer.lock();
    try {
      removeAndMark(hash);
    } catch (InternalError e) {
      turnOff(e);
    } finally {
      writer.unlock();
    }
  }

  /// What is marked in a tier that is closed is not there any more.
  private void removeAndMark(long hash) {
    if (marksRemoved && isOn()) {
      mark(index.get(hash));
    }
    index.remove(hash);
  }

  /// What is known of a record from now on, if it still stands there.
  ///
  /// @return whether it does
  public boolean admit(Stored record, Admission admission) {
    return overwrite(
        record,
        RecordLayout.ADMISSION,
        admission.session(),
        admission.admitted(),
        admission.epoch(),
        admission.upTo(),
        admission.snapshots());
  }

  /// Makes a record one that a later run finds, if it still stands there.
  ///
  /// @return whether it does
  public boolean stamp(Stored record, Stamp stamp) {
    int check = RecordLayout.getInt(record.array(), RecordLayout.CHECK);
    return overwrite(
        record, RecordLayout.STAMP, stamp.version(), stamp.takenAt(), stamp.check(check));
  }

  private boolean overwrite(Stored record, int at, long... numbers) {
    writer.lock();
    try {
      if (!isOn() || index.get(record.hash()) != record.location()) {
        return false;
      }
      log.segment(record.location()).overwrite(SegmentLog.offset(record.location()) + at, numbers);
      return true;
    } catch (InternalError e) {
      turnOff(e);
      return false;
    } finally {
      writer.unlock();
    }
  }

  /// Whether the record is still what is found under its key.
  public boolean isThere(Stored record) {
    return isOn() && index.get(record.hash()) == record.location();
  }

  /// A reader of the index may miss a record while another one is removed; a writer does not.
  private boolean isSurelyThere(Stored record) {
    if (isThere(record)) {
      return true;
    }
    writer.lock();
    try {
      return isThere(record);
    } finally {
      writer.unlock();
    }
  }

  /// Forgets a record, if it is still what is found under its key.
  public void forget(Stored record) {
    writer.lock();
    try {
      if (index.get(record.hash()) == record.location()) {
        removeAndMark(record.hash());
      }
    } catch (InternalError e) {
      turnOff(e);
    } finally {
      writer.unlock();
    }
  }

  /// Goes through records that can be found, in the order in which they were written.
  ///
  /// @param from [Place#START], or what an earlier call has returned
  /// @param max how many records are looked at
  /// @return the place behind the last one; `from` when there is nothing behind it
  public Place scan(Place from, int max, Consumer<Stored> action) {
    List<LogScan.Part> parts;
    writer.lock();
    try {
      parts = isOn() ? log.inOrder().stream().map(LogScan.Part::of).toList() : List.of();
    } finally {
      writer.unlock();
    }
    try {
      return new LogScan(writer, this::isSurelyThere, from, max, action).run(parts);
    } catch (IllegalStateException e) {
      if (closed) {
        return from;
      }
      throw e;
    } catch (InternalError e) {
      turnOff(e);
      return from;
    }
  }

  private boolean isOn() {
    return offReason == null && !closed;
  }

  private void turnOff(Throwable cause) {
    writer.lock();
    try {
      if (isOn()) {
        offReason = String.valueOf(cause.getMessage());
        index = new OffHeapIndex(FIRST_CAPACITY);
        LOG.log(
            Level.WARNING,
            () ->
                "the tier in %s is off until the next start: %s. Rows are cached in the heap alone"
                    .formatted(settings.directory(), cause));
      }
    } finally {
      writer.unlock();
    }
  }

  /// Why it is off; null while it is not.
  public @Nullable String offReason() {
    return offReason;
  }

  /// What it holds now.
  public TierStatistics statistics() {
    writer.lock();
    try {
      return new TierStatistics(
          index.size(),
          log.files() * settings.segmentBytes(),
          index.bytes(),
          found,
          corrupt,
          discarded);
    } finally {
      writer.unlock();
    }
  }

  /// Leaves the files for the next run. Idempotent.
  @Override
  public void close() {
    writer.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      index = new OffHeapIndex(FIRST_CAPACITY);
      try (directory) {
        log.close();
      } finally {
        arena.close();
      }
    } catch (IOException e) {
      throw new TierException(
          "could not close the tier in %s: %s".formatted(settings.directory(), e),
          "delete the directory if the next start refuses it",
          e);
    } finally {
      writer.unlock();
    }
  }

  @Override
  public String toString() {
    return "tier in " + settings.directory();
  }
}
