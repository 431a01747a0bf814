package io.tiercel.cache.coherence;

import io.tiercel.cache.tiered.ModelTier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One node and a model of the database, run step by step in a given order. What is between two
/// steps of a process can be interrupted in reality; what is one step cannot.
final class Simulation implements Explored {
  final ModelDatabase database = new ModelDatabase();
  final Coherence coherence;
  final Region<String, List<Integer>> region;
  final List<Actor> processes = new ArrayList<>();
  final Set<String> keys = new HashSet<>();
  private final List<Stepped> stepped = new ArrayList<>();
  private Runnable whenEnded = () -> {};
  int hits;

  /// Whether readers learn up to where of the log reaches what they store.
  boolean asksPositions = true;

  /// Whether a process waits for positions of the log.
  private boolean awaitsPositions;

  /// How it is looked at what is stored without changing where it is.
  Function<String, @Nullable Entry<List<Integer>>> look;

  private @Nullable String failure;
  private @Nullable JournalActor journal;

  /// The transactions of this node whose COMMIT was answered, by key, the last one.
  final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();

  Simulation(FillRule rule) {
    this(rule, any -> Entries.in(new ConcurrentHashMap<>()));
  }

  /// @param rows where the rows are
  Simulation(FillRule rule, Function<Coherence, Entries<String, List<Integer>>> rows) {
    coherence = new Coherence(rule, 16);
    region =
        new Region<>(coherence, "item", new SteppedEntries<>(coherence, rows.apply(coherence)));
    look = region::entry;
    coherence.follow(0, 0).settle(database.snapshot());
  }

  private int xid(Program program) {
    return (Integer) java.util.Objects.requireNonNull(program.memory);
  }

  private boolean begin(Program program, String key) {
    Integer xid = database.begin(key);
    program.memory = xid;
    return xid != null;
  }

  /// A writer that this node knows nothing of.
  void foreignWriter(boolean synchronous, String... written) {
    var program = new Program();
    program.when(() -> begin(program, written[0]));
    for (int i = 1; i < written.length; i++) {
      String key = written[i];
      program.when(() -> database.write(xid(program), key));
    }
    program.then(() -> database.record(xid(program)));
    Runnable flush = () -> database.flush(xid(program));
    Runnable show = () -> database.show(xid(program));
    program.then(synchronous ? flush : show).then(synchronous ? show : flush);
    add(program, written);
  }

  /// A writer on this node.
  ///
  /// @param knowsRow whether it learns what the row is after its write
  void ownWriter(boolean knowsRow, String key) {
    var program = new Program();
    OwnWrite[] write = new OwnWrite[1];
    Coherence.Draw[] draw = new Coherence.Draw[1];
    boolean[] awaits = new boolean[1];
    int stripe = region.stripe(key);
    SessionReads ownSession = new SessionReads(coherence, 0);
    program
        .then(
            () -> {
              write[0] = coherence.beginWrite();
              program.detail = write[0].begun();
              write[0].writes(region, key, null);
            })
        .when(() -> begin(program, key))
        .then(
            () -> {
              // What RETURNING brings: the row as this transaction sees it.
              List<Integer> row = new ArrayList<>(database.read(key));
              row.add(xid(program));
              write[0].writes(region, key, knowsRow ? List.copyOf(row) : null);
              write[0].beginCommit();
            })
        .then(() -> database.record(xid(program)))
        .then(() -> database.flush(xid(program)))
        .then(() -> database.show(xid(program)))
        .until(() -> isNumbered(program, draw, stripe))
        .then(() -> write[0].answered())
        .then(() -> awaits[0] = write[0].awaitEcho(xid(program)))
        .then(
            () -> {
              if (awaits[0]) {
                long number = draw[0].numberOfOneBegunAt(write[0].begun());
                write[0].install(Map.of(stripe, number), xid(program), database.insertLsn());
              } else {
                write[0].removeAll();
              }
            })
        .then(
            () -> {
              write[0].endPending();
              acknowledged.merge(key, xid(program), Math::max);
              ownSession.committed(write[0], xid(program), database.insertLsn());
            })
        .then(
            () -> {
              // Without waiting: what is served must show what was just written.
              Entry<List<Integer>> hit = hit(ownSession, key);
              expect(
                  hit == null || hit.value().contains(acknowledged.get(key)), "session", key, hit);
            });
    add(program, key);
  }

  /// What a writer does when its COMMIT was answered, and others may do in between: it takes a
  /// number, and puts it where others see it.
  private boolean isNumbered(Program program, Coherence.Draw[] draw, int stripe) {
    Coherence.Draw drawn = draw[0];
    boolean isPlaced = drawn != null && coherence.place(stripe, drawn);
    if (!isPlaced) {
      draw[0] = coherence.draw(stripe);
    }
    program.detail = draw[0];
    return isPlaced;
  }

  /// A reader on this node that stores what it has read.
  void reader(String key) {
    reader(key, 0);
  }

  /// As above, when so many transactions have committed and the stream has come up with them.
  void reader(String key, int commits) {
    var program = new Program();
    Fill[] fill = new Fill[1];
    program
        .when(() -> coherence.session().settled() >= 10L * commits)
        .then(
            () -> {
              fill[0] = coherence.beginFill();
              program.memory = fill[0].settled() + "," + fill[0].applied() + "," + fill[0].epoch();
            })
        .then(() -> program.memory = List.of(program.memory, database.read(key)))
        .then(
            () -> {
              @SuppressWarnings("unchecked") // set one step before
              var row =
                  (List<Integer>)
                      ((List<Object>) java.util.Objects.requireNonNull(program.memory)).get(1);
              region.offer(key, row, fill[0], asksPositions ? database.insertLsn() : 0);
            });
    add(program, key);
  }

  /// A unit of work that reads a key of which it must not get less than what it could have seen
  /// itself when it began.
  void strongReader(String key) {
    awaitsPositions = true;
    var program = new Program();
    List<Integer> visible = new ArrayList<>();
    long[] position = new long[1];
    program
        .then(() -> visible.addAll(database.read(key)))
        .then(() -> position[0] = database.insertLsn())
        .when(() -> coherence.session().applied() >= position[0])
        .then(
            () -> {
              Entry<List<Integer>> hit = hit(new StrongReads(coherence, () -> position[0], 0), key);
              program.memory = hit;
              expect(hit == null || hit.value().containsAll(visible), "strong", key, hit, visible);
            });
    add(program, key);
  }

  /// A writer on this node that knows no key, as a bulk statement: nothing is a hit until the
  /// stream has brought it.
  void bulkWriter(String key) {
    var program = new Program();
    OwnWrite[] write = new OwnWrite[1];
    program
        .then(
            () -> {
              write[0] = coherence.beginWrite();
              program.detail = write[0].begun();
            })
        .when(() -> begin(program, key))
        .then(() -> database.record(xid(program)))
        .then(() -> database.flush(xid(program)))
        .then(() -> database.show(xid(program)))
        .then(() -> write[0].committed(xid(program), database.insertLsn()))
        .then(
            () -> {
              region.awaitStream(database.insertLsn());
              acknowledged.merge(key, xid(program), Math::max);
            });
    add(program, key);
  }

  /// How a session is served.
  interface Served {
    /// The row it is served, null for none.
    ///
    /// @param position of the log behind what the session has read
    @Nullable Entry<List<Integer>> hit(SessionReads reads, long position, String key)
        throws InterruptedException;
  }

  /// As the production code has it.
  Served asSession() {
    return (reads, position, key) -> reads.hit(region, key);
  }

  /// As it once was: the row is looked at first, and how far the stream is afterwards.
  Served rowFirst() {
    return (reads, position, key) -> {
      Entry<List<Integer>> entry = region.entry(key);
      return entry != null && coherence.session().applied() >= position ? entry : null;
    };
  }

  /// A session that has read a row from the database, and is then served nothing older, nor
  /// anything that lacks what this node was told to be committed. Others may step in wherever it
  /// looks at something.
  void sessionReader(String key, Served served) {
    var reader =
        new Stepped(
            () -> {
              List<Integer> read = database.read(key);
              Stepped.pause(read);
              long position = database.insertLsn();
              Stepped.pause(position);
              var reads = new SessionReads(coherence, 0);
              reads.seen(position);
              isServed(key, read, () -> served.hit(reads, position, key));
            });
    stepped.add(reader);
    add(reader, key);
  }

  /// Whoever is served what is stored, without a session.
  void eventualReader(String key) {
    var reader = new Stepped(() -> isServed(key, List.of(), () -> region.entry(key)));
    stepped.add(reader);
    add(reader, key);
  }

  /// One that makes a value of stored rows, and uses it some times while nothing is known to have
  /// happened to them. Others may step in wherever it looks at a row, and between its uses.
  void readSetReader(int uses, String... read) {
    var reader =
        new Stepped(
            () -> {
              var recorder = new ReadSet.Recorder(coherence);
              Map<String, List<Integer>> rows = new TreeMap<>();
              for (String key : read) {
                List<Integer> row = recorder.row(region, key);
                if (row == null) {
                  return;
                }
                rows.put(key, row);
              }
              ReadSet set = recorder.done();
              for (int use = 0; use < uses; use++) {
                Stepped.pause(rows);
                if (!set.isCurrent()) {
                  return;
                }
                hits++;
                rows.forEach(this::isCurrentRow);
              }
            });
    stepped.add(reader);
    add(reader, read);
  }

  private void isCurrentRow(String key, List<Integer> row) {
    Integer own = acknowledged.get(key);
    expect(
        row.containsAll(appliedTo(key)) && (own == null || row.contains(own)),
        "read set",
        key,
        row,
        "applied",
        appliedTo(key),
        "own",
        own);
  }

  private interface Serving {
    @Nullable Entry<List<Integer>> hit() throws InterruptedException;
  }

  private void isServed(String key, List<Integer> read, Serving serving) {
    Integer own = acknowledged.get(key);
    try {
      Entry<List<Integer>> hit = serving.hit();
      if (hit != null) {
        hits++;
        expect(
            hit.value().containsAll(read) && (own == null || hit.value().contains(own)),
            "served",
            hit.value(),
            "having read",
            read,
            "own",
            own);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a simulation", e);
    }
  }

  /// Rows are in a tier, of which the heap forgets any at any time.
  void isOver(ModelTier tier, Runnable end) {
    look = key -> tier.look(key, () -> region.entry(key));
    whenEnded = end;
    processes.add(
        new Actor() {
          @Override
          public boolean step() {
            return tier.forget();
          }

          @Override
          public String state() {
            return "";
          }
        });
  }

  @Override
  public void end() {
    stepped.forEach(Stepped::close);
    whenEnded.run();
  }

  /// A transaction of one snapshot that reads keys.
  void snapshotReader(String... read) {
    awaitsPositions = true;
    var program = new Program();
    Fill[] fill = new Fill[1];
    long[] number = new long[1];
    long[] position = new long[1];
    SnapshotReads[] reads = new SnapshotReads[1];
    Map<String, List<Integer>> seen = new HashMap<>();
    // Earlier it would hit nothing.
    program
        .when(() -> region.entry(read[0]) != null)
        .then(() -> fill[0] = coherence.beginFill())
        .then(
            () -> {
              for (String key : read) {
                seen.put(key, database.read(key));
              }
            })
        .then(() -> number[0] = fill[0].session().placeSnapshot())
        .then(
            () -> {
              position[0] = database.insertLsn();
              reads[0] = new SnapshotReads(fill[0], position[0], number[0], 0);
            })
        .when(() -> coherence.session().applied() >= position[0]);
    for (String key : read) {
      program.then(
          () -> {
            Entry<List<Integer>> hit = hit(reads[0], key);
            program.memory = program.memory + "," + hit;
            expect(hit == null || hit.value().equals(seen.get(key)), "snapshot", key, hit, seen);
          });
    }
    add(program, read);
  }

  private @Nullable Entry<List<Integer>> hit(Reads reads, String key) {
    try {
      Entry<List<Integer>> hit = reads.hit(region, key);
      if (hit != null) {
        hits++;
      }
      return hit;
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a simulation", e);
    }
  }

  private void expect(boolean holds, @Nullable Object... what) {
    if (!holds) {
      failure = Arrays.toString(what);
    }
  }

  /// The thread that takes transactions off the stream.
  void follower() {
    add(new FollowerActor(coherence, database, this::changes));
  }

  /// The thread that learns of them by way of a journal instead, and what settles as well.
  void journal() {
    journal = new JournalActor(coherence, database, this::changes, () -> awaitsPositions);
    add(journal);
  }

  private List<Change> changes(ModelDatabase.Transaction of) {
    return of.keys().stream().sorted().<Change>map(key -> new Change.OfKey<>(region, key)).toList();
  }

  /// The transactions that wrote the key and of which it is said that they were applied.
  private List<Integer> appliedTo(String key) {
    JournalActor followed = journal;
    return followed == null
        ? database.committedUpTo(key, coherence.session().applied())
        : database.versions(key).stream().filter(followed.seen()::contains).toList();
  }

  /// The thread that asks which of them are visible.
  void settler() {
    add(new SettlerActor(coherence, database));
  }

  @Override
  public List<Actor> processes() {
    return processes;
  }

  @Override
  public int hits() {
    return hits;
  }

  private void add(Actor process, String... touched) {
    processes.add(process);
    keys.addAll(List.of(touched));
  }

  /// What must hold between any two steps; null when it does.
  @Override
  public @Nullable String violation() {
    if (failure != null) {
      return failure;
    }
    for (String key : keys) {
      Entry<List<Integer>> entry = look.apply(key);
      if (entry == null) {
        continue;
      }
      List<Integer> expected = appliedTo(key);
      if (!entry.value().containsAll(expected)) {
        return "stale: %s is %s, and %s were applied".formatted(key, entry, expected);
      }
      Integer own = acknowledged.get(key);
      if (own != null && !entry.value().contains(own)) {
        return "%s is %s, and lacks the node's own %d".formatted(key, entry, own);
      }
      if (!database.read(key).containsAll(entry.value())) {
        return "%s is %s, which nobody can see yet".formatted(key, entry);
      }
    }
    return null;
  }

  /// What must hold when nothing more happens.
  @Override
  public @Nullable String finalViolation() {
    for (String key : keys) {
      Entry<List<Integer>> entry = look.apply(key);
      if (entry != null && !entry.value().equals(database.read(key))) {
        return "wrong for good: %s is %s, and the row %s"
            .formatted(key, entry.value(), database.read(key));
      }
    }
    return null;
  }

  @Override
  public String state() {
    var state = new StringBuilder(database.state());
    for (Actor process : processes) {
      state.append('/').append(process.state());
    }
    StreamSession session = coherence.session();
    state.append('#').append(session.settled()).append(',').append(session.applied());
    for (String key : keys) {
      int stripe = region.stripe(key);
      Entry<List<Integer>> entry = look.apply(key);
      state
          .append('#')
          .append(session.invalidated(stripe))
          .append(',')
          .append(coherence.pending(stripe))
          .append(',')
          .append(coherence.ownEpoch(stripe))
          .append(',')
          .append(
              entry == null
                  ? "-"
                  : entry.value()
                      + ":"
                      + entry.admitted()
                      + ":"
                      + entry.epoch()
                      + ":"
                      + entry.upTo()
                      + ":"
                      + entry.snapshots()
                      + ":"
                      + entry.ownXid());
    }
    return state.append(acknowledged).toString();
  }
}
