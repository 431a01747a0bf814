package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.Actor;
import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.DatabaseSnapshot;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Explored;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.FollowerActor;
import io.tiercel.cache.coherence.ModelDatabase;
import io.tiercel.cache.coherence.Protocols;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.tier.Anchor;
import io.tiercel.cache.tier.PowerFailure;
import io.tiercel.cache.tier.TierSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A node with a tier and a slot that stays, which ends in every way and begins again, and a model
/// of the database, which does so too: step by step, in a given order. What is between two steps
/// can be interrupted in reality. The tier, its files and the rules by which a later run trusts
/// them are those of production.
final class RestartSimulation implements Explored {
  private static final String SLOT = "model";
  private static final long MAX_BYTES = 1 << 20;
  private static final int LIVES = 1000;

  /// What the names of messages in the log begin with.
  private static final String MESSAGE = "message ";

  /// A transaction that has this key has changed the table as a whole.
  private static final String WHOLE = "*";

  private final Path directory;
  private final PowerFailure power;
  private final List<Actor> processes = new ArrayList<>();
  private final Set<String> keys = new TreeSet<>();
  private ModelDatabase database = new ModelDatabase();

  /// Counts the server's runs: what was connected to the one of before is not any more.
  private int incarnation;

  private @Nullable Slot slot;
  private @Nullable Node node;
  private int lives;
  private int resumedHits;
  private int hits;
  private int anchors;

  /// Where the last one stands that was put in the log too early.
  private long anchoredAt;

  /// Transactions that have put an anchor in the log, and have not ended.
  private final Deque<Integer> messages = new ArrayDeque<>();

  /// Whether the first of them is flushed.
  private boolean isFlushed;

  /// Whether a slot's position is looked at before what is there is trusted.
  boolean looksAtSlot = true;

  /// Whether the anchor must come before what is there is trusted.
  boolean awaitsAnchor = true;

  /// Whether records count only when the stream has come up with what they may show.
  boolean looksAhead = true;

  /// Later lives end before they come to it.
  int lastLifeWithCheckpoints = LIVES;

  /// @param confirmed told by the node
  /// @param saved of which the server's disk has that
  private record Slot(long confirmed, long saved) {}

  RestartSimulation(Path directory) {
    this.directory = directory.resolve("tier");
    power = new PowerFailure(directory.resolve("forced"));
    actor("life", this::live);
    actor("follower", this::follow);
    actor("settler", this::settle);
    actor("look-ahead", this::lookAhead);
    actor("server", this::serve);
    actor("checkpoint", this::secure);
    actor("slot", this::confirm);
    actor("heap", this::forget);
  }

  /// One life of the node.
  private final class Node {
    final Coherence coherence = Protocols.settled(16);
    final ConcurrentMap<String, Entry<List<Integer>>> heap = new ConcurrentHashMap<>();
    final Tier tier = new Tier(new TierSettings(directory, MAX_BYTES).withSlot(SLOT), coherence);
    final TieredRows<String, List<Integer>> rows =
        new TieredRows<>(heap, new ModelTier.Codec(), key -> key, Object::toString, tier);
    final Region<String, List<Integer>> region = new Region<>(coherence, "item", rows);
    final Checkpoints checkpoints =
        new Checkpoints(
            tier,
            List.of(
                new TieredRegion<>(
                    rows, region, List.of(new TableName("public", "item")), List.of())));

    /// Which keys somebody has stored in this life.
    final Set<String> offered = new HashSet<>();

    @Nullable Slot taken;
    @Nullable FollowerActor follower;
    @Nullable String ahead;
    @Nullable DatabaseSnapshot snapshot;
    @Nullable Object settledBy;
    @Nullable Object securedAs;
    boolean isResumable;
    long secured;
    int looks;

    Node() {
      tier.open("model");
      rows.setLayout(1, coherence.nextEpoch());
    }

    boolean isFollowing() {
      return follower != null;
    }

    StreamSession session() {
      return coherence.session();
    }

    void lose() {
      coherence.lost();
      follower = null;
      taken = null;
      ahead = null;
      snapshot = null;
    }
  }

  private void actor(String name, BooleanSupplier step) {
    processes.add(
        new Actor() {
          @Override
          public boolean step() {
            return step.getAsBoolean();
          }

          @Override
          public String state() {
            return name;
          }
        });
  }

  // ---- what a node does ----

  private boolean live() {
    Node living = node;
    if (living == null) {
      if (lives == LIVES) {
        return false;
      }
      lives++;
      node = new Node();
      return true;
    }
    if (living.isFollowing()) {
      return false;
    }
    Slot from = living.taken;
    if (from == null) {
      take(living);
    } else {
      begin(living, from);
    }
    return true;
  }

  private void take(Node living) {
    Slot there = slot;
    boolean isThere = there != null;
    if (there == null) {
      there = new Slot(database.flushedLsn(), database.flushedLsn());
      slot = there;
    }
    living.taken = there;
    boolean begins = living.checkpoints.begins();
    long resumed = !isThere ? Checkpoints.NOT_RESUMED : looksAtSlot ? there.confirmed() : 0;
    if (begins) {
      living.isResumable = living.checkpoints.find(resumed);
    }
  }

  private void begin(Node living, Slot from) {
    StreamSession session =
        living.coherence.prepare(from.confirmed(), database.nextXid(), database.flushedLsn());
    living.checkpoints.begin(session);
    living.coherence.follow(session);
    if (living.isResumable && !(awaitsAnchor && looksAtSlot)) {
      Anchor anchor =
          Objects.requireNonNull(Objects.requireNonNull(living.tier.store()).checkpoint()).anchor();
      living.checkpoints.anchored(session, anchor.name(), anchor.position());
    }
    living.follower =
        new FollowerActor(
            living.coherence, database, each -> changes(living, each), from.confirmed());
    living.settledBy = null;
    living.secured = 0;
    living.looks = 0;
  }

  private static List<Change> changes(Node living, ModelDatabase.Transaction of) {
    String message =
        of.keys().stream().filter(key -> key.startsWith(MESSAGE)).findFirst().orElse(null);
    if (message != null) {
      // Behind the transaction before, which is where the stream begins.
      living.checkpoints.anchored(living.session(), message, of.lsn() - 10);
      return List.of();
    }
    return of.keys().contains(WHOLE)
        ? List.of(new Change.OfTable(living.region))
        : of.keys().stream()
            .sorted()
            .<Change>map(key -> new Change.OfKey<>(living.region, key))
            .toList();
  }

  private boolean follow() {
    Node living = node;
    FollowerActor follower = living == null ? null : living.follower;
    return follower != null && follower.step();
  }

  private boolean settle() {
    Node living = node;
    if (living == null || !living.isFollowing()) {
      return false;
    }
    StreamSession session = living.session();
    DatabaseSnapshot taken = living.snapshot;
    if (taken != null) {
      session.settle(taken);
      living.snapshot = null;
      return true;
    }
    // A snapshot that teaches nothing would be taken again and again.
    Object now = List.of(database.snapshot(), session.lastMet(), session.applied());
    if (!session.wantsSnapshot() || now.equals(living.settledBy)) {
      return false;
    }
    living.settledBy = now;
    living.snapshot = database.snapshot();
    return true;
  }

  private boolean lookAhead() {
    Node living = node;
    if (living == null || living.session().settled() < 0) {
      return false;
    }
    if (living.checkpoints.isPutBack(living.session())) {
      // What was there is of no use here in any case: it is of no session that counts.
      living.checkpoints.verified(living.session());
      return true;
    }
    String ahead = living.ahead;
    if (ahead != null) {
      if (looksAhead) {
        messages.add(database.message(ahead));
      } else if (living.checkpoints.lookAhead(ahead, endOfLog(), true)) {
        living.checkpoints.anchored(living.session(), ahead, anchoredAt);
      }
      living.ahead = null;
      return true;
    }
    if (living.looks == 3) {
      return false;
    }
    living.looks++;
    String anchor = MESSAGE + ++anchors;
    if (!looksAhead) {
      // Before the place is looked at.
      anchoredAt = database.insertLsn();
      messages.add(database.message(anchor));
      toEnd(this::serve);
      living.ahead = anchor;
    } else if (living.checkpoints.lookAhead(anchor, endOfLog(), false)) {
      living.ahead = anchor;
    }
    return true;
  }

  /// Such that an anchor is due whatever was written to the log.
  private long endOfLog() {
    return database.insertLsn() * Checkpoints.LOG_BYTES;
  }

  /// What the server still does for a node, even when that is gone.
  private boolean serve() {
    Integer xid = messages.peekFirst();
    if (xid == null) {
      return false;
    }
    if (isFlushed) {
      database.show(messages.removeFirst());
    } else {
      database.flush(xid);
    }
    isFlushed = !isFlushed;
    return true;
  }

  private boolean secure() {
    Node living = node;
    if (living == null || !living.isFollowing() || lives > lastLifeWithCheckpoints) {
      return false;
    }
    // Otherwise it would put down the same again and again.
    Object now = List.of(living.session().applied(), living.looks, living.ahead == null);
    if (now.equals(living.securedAs)) {
      return false;
    }
    living.securedAs = now;
    living.secured = living.checkpoints.secure(living.session(), false);
    return true;
  }

  private boolean confirm() {
    Node living = node;
    Slot there = slot;
    if (there == null
        || living == null
        || !living.isFollowing()
        || living.secured <= there.confirmed()) {
      return false;
    }
    slot = new Slot(living.secured, there.saved());
    return true;
  }

  private boolean forget() {
    Node living = node;
    var any =
        living == null ? null : living.heap.keySet().stream().sorted().findFirst().orElse(null);
    if (living == null || any == null) {
      return false;
    }
    living.heap.remove(any);
    return true;
  }

  /// Rows that are stored, and are in a checkpoint: what comes next is what may go wrong.
  void begun(String... stored) {
    keys.addAll(List.of(stored));
    for (String key : stored) {
      commit(key);
    }
    toEnd(this::live);
    toEnd(this::settle);
    Node living = Objects.requireNonNull(node);
    for (String key : stored) {
      Fill fill = living.coherence.beginFill();
      boolean isStored = living.region.offer(key, database.read(key), fill, database.insertLsn());
      if (!isStored) {
        throw new IllegalStateException(key + " is not stored");
      }
      living.offered.add(key);
    }
    toEnd(this::lookAhead);
    toEnd(this::serve);
    toEnd(this::follow);
    toEnd(this::settle);
    toEnd(this::secure);
    toEnd(this::confirm);
    living.looks = 0;
  }

  private void commit(String key) {
    int xid = Objects.requireNonNull(database.begin(key));
    database.record(xid);
    database.flush(xid);
    database.show(xid);
  }

  private static void toEnd(BooleanSupplier steps) {
    boolean goesOn = steps.getAsBoolean();
    while (goesOn) {
      goesOn = steps.getAsBoolean();
    }
  }

  // ---- who reads and writes ----

  /// A writer that the node knows nothing of.
  void writer(boolean synchronous, String... written) {
    keys.addAll(List.of(written));
    keys.remove(WHOLE);
    int[] at = {0};
    int[] xid = {0};
    int[] of = {0};
    actor(
        "writer",
        () -> {
          if (at[0] > 0 && of[0] != incarnation) {
            // Its connection is lost.
            at[0] = 4;
          }
          switch (at[0]) {
            case 0 -> {
              if (Stream.of(written).anyMatch(database::isLocked)) {
                return false;
              }
              xid[0] = Objects.requireNonNull(database.begin(written[0]));
              of[0] = incarnation;
              for (int i = 1; i < written.length; i++) {
                boolean unused = database.write(xid[0], written[i]);
              }
            }
            case 1 -> database.record(xid[0]);
            case 2 -> end(xid[0], synchronous);
            case 3 -> end(xid[0], !synchronous);
            default -> {
              return false;
            }
          }
          at[0]++;
          return true;
        });
  }

  /// A writer whose commit is seen, and not flushed unless somebody else does so.
  void lazyWriter(String key) {
    keys.add(key);
    int[] at = {0};
    int[] xid = {0};
    actor(
        "lazy writer",
        () -> {
          switch (at[0]) {
            case 0 -> {
              if (database.isLocked(key)) {
                return false;
              }
              xid[0] = Objects.requireNonNull(database.begin(key));
              database.record(xid[0]);
              database.show(xid[0]);
            }
            default -> {
              return false;
            }
          }
          at[0]++;
          return true;
        });
  }

  /// TRUNCATE, of a table that has these keys.
  void truncation(String... all) {
    var written = new ArrayList<>(List.of(all));
    written.add(WHOLE);
    writer(true, written.toArray(String[]::new));
  }

  private void end(int xid, boolean flushes) {
    if (flushes) {
      database.flush(xid);
    } else {
      database.show(xid);
    }
  }

  /// A reader on the node, that many times, who stores what he has read.
  void reader(String key, int times) {
    keys.add(key);
    int[] left = {times};
    int[] at = {0};
    @Nullable Node[] on = new Node[1];
    int[] of = {0};
    Fill[] fill = new Fill[1];
    var row = new ArrayList<Integer>();
    actor(
        "reader",
        () -> {
          Node living = node;
          if (at[0] > 0 && (on[0] != living || of[0] != incarnation)) {
            at[0] = 0;
          }
          if (living == null || left[0] == 0 || (at[0] == 0 && living.session().settled() < 0)) {
            return false;
          }
          switch (at[0]) {
            case 0 -> {
              on[0] = living;
              of[0] = incarnation;
              fill[0] = living.coherence.beginFill();
            }
            case 1 -> {
              row.clear();
              row.addAll(database.read(key));
            }
            default -> {
              if (living.region.offer(key, List.copyOf(row), fill[0], database.insertLsn())) {
                living.offered.add(key);
              }
              left[0]--;
            }
          }
          at[0] = (at[0] + 1) % 3;
          return true;
        });
  }

  // ---- what goes wrong ----

  /// What happens once, when it has had its turn so often.
  private void fault(String name, int delay, Runnable happens) {
    int[] left = {delay};
    actor(
        name,
        () -> {
          if (left[0] < 0) {
            return false;
          }
          if (left[0]-- == 0) {
            happens.run();
          }
          return true;
        });
  }

  /// The node's process is killed.
  void kill(int delay) {
    fault("kill", delay, this::kill);
  }

  private void kill() {
    Node living = node;
    if (living != null) {
      // Nothing but its files: what is mapped outlives the process.
      living.tier.close();
      node = null;
    }
  }

  /// The node ends in order.
  ///
  /// @param tells whether it comes to tell the slot
  void close(int delay, boolean tells) {
    fault("close", delay, () -> close(tells));
  }

  private void close(boolean tells) {
    Node living = node;
    if (living == null) {
      return;
    }
    try {
      if (living.isFollowing() && living.session().settled() >= 0) {
        String anchor = MESSAGE + ++anchors;
        if (living.checkpoints.lookAhead(anchor, endOfLog(), true)) {
          messages.add(database.message(anchor));
          toEnd(this::serve);
          toEnd(this::follow);
        }
        living.checkpoints.secureLast(database.flushedLsn(), 0);
        living.secured = Math.max(living.secured, living.checkpoints.secureIfDue(living.session()));
        // What secureLast has forced.
        write();
        if (tells) {
          boolean unused = confirm();
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a simulation", e);
    }
    kill();
  }

  /// The machine's kernel writes to the disk what it has; nobody is told.
  void kernelWrites(int delay) {
    fault("kernel", delay, this::write);
  }

  private void write() {
    try {
      power.force(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The node's machine loses its power.
  void powerFailure(int delay, long seed) {
    fault(
        "power failure",
        delay,
        () -> {
          kill();
          try {
            power.strike(directory, new Random(seed));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /// The server crashes, and recovers.
  void serverCrash(int delay) {
    fault(
        "server crash",
        delay,
        () -> {
          recover();
          Slot there = slot;
          slot = there == null ? null : new Slot(there.saved(), there.saved());
        });
  }

  private void recover() {
    incarnation++;
    database.crash(incarnation * 1000);
    messages.clear();
    isFlushed = false;
    lose();
  }

  private void lose() {
    Node living = node;
    if (living != null) {
      living.lose();
    }
  }

  /// The server writes down where the slot is.
  void serverCheckpoint(int delay) {
    fault(
        "server checkpoint",
        delay,
        () -> {
          Slot there = slot;
          slot = there == null ? null : new Slot(there.confirmed(), there.confirmed());
        });
  }

  /// The connection of the stream is lost.
  void streamLoss(int delay) {
    fault("stream loss", delay, this::lose);
  }

  /// The server gives the slot up; then the node makes it anew.
  void slotLoss(int delay) {
    fault(
        "slot loss",
        delay,
        () -> {
          slot = null;
          lose();
        });
  }

  /// Somebody else reads the slot.
  void slotTheft(int delay) {
    fault(
        "slot theft",
        delay,
        () -> {
          lose();
          slot = new Slot(database.flushedLsn(), database.flushedLsn());
        });
  }

  /// The server is put back to what it was, with its slots or without, while the node is down.
  ///
  /// @param goesOn how many commits of others there are before the node comes back
  void restore(int backupDelay, int delay, boolean withSlot, int goesOn) {
    @Nullable ModelDatabase[] copy = new ModelDatabase[1];
    @Nullable Slot[] slotThen = new Slot[1];
    fault(
        "backup",
        backupDelay,
        () -> {
          copy[0] = database.copy();
          slotThen[0] = slot;
        });
    int[] left = {delay};
    actor(
        "restore",
        () -> {
          ModelDatabase then = copy[0];
          if (then == null || left[0] < 0) {
            return false;
          }
          if (left[0]-- == 0) {
            kill();
            database = then;
            slot = withSlot ? slotThen[0] : null;
            recover();
            for (int i = 0; i < goesOn; i++) {
              commit("z");
            }
          }
          return true;
        });
  }

  // ---- what must hold ----

  private @Nullable Entry<List<Integer>> look(Node living, String key) {
    boolean wasInHeap = living.heap.containsKey(key);
    Entry<List<Integer>> entry = living.region.entry(key);
    if (!wasInHeap) {
      living.heap.remove(key);
    }
    return entry;
  }

  @Override
  public @Nullable String violation() {
    Node living = node;
    if (living == null || !living.isFollowing()) {
      return null;
    }
    for (String key : keys) {
      Entry<List<Integer>> entry = look(living, key);
      if (entry == null) {
        continue;
      }
      hits++;
      if (!living.offered.contains(key)) {
        resumedHits++;
      }
      List<Integer> applied = database.committedUpTo(key, living.session().applied());
      if (!entry.value().containsAll(applied)) {
        return "stale: %s is %s, and %s were applied".formatted(key, entry.value(), applied);
      }
      if (!database.read(key).containsAll(entry.value())) {
        return "%s is %s, and there is only %s".formatted(key, entry.value(), database.read(key));
      }
    }
    return null;
  }

  @Override
  public @Nullable String finalViolation() {
    Node living = node;
    if (living == null || !living.isFollowing() || living.session().settled() < 0) {
      return "the node does not follow in the end";
    }
    for (String key : keys) {
      Entry<List<Integer>> entry = look(living, key);
      if (entry != null && !entry.value().equals(database.read(key))) {
        return "wrong for good: %s is %s, and the row %s"
            .formatted(key, entry.value(), database.read(key));
      }
    }
    return null;
  }

  @Override
  public List<Actor> processes() {
    return processes;
  }

  /// Orders are drawn by lot: no state is met twice.
  @Override
  public String state() {
    return toString();
  }

  /// How often a row was looked at that is of an earlier life.
  int resumedHits() {
    return resumedHits;
  }

  @Override
  public int hits() {
    return hits;
  }

  @Override
  public void end() {
    kill();
  }
}
