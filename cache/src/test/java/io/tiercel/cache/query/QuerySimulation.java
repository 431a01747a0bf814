package io.tiercel.cache.query;

import io.tiercel.cache.coherence.Actor;
import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Explored;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.FollowerActor;
import io.tiercel.cache.coherence.ModelDatabase;
import io.tiercel.cache.coherence.Program;
import io.tiercel.cache.coherence.Protocols;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.SettlerActor;
import io.tiercel.cache.coherence.SnapshotReads;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Domain;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.predicate.RowImage;
import io.tiercel.cache.query.Dependency.Extent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// One node that stores results of queries, and a model of the database, run step by step in a
/// given order.
final class QuerySimulation implements Explored {
  private static final int STRIPES = 256;

  static final Column VALUE = new Column(0, "value", Domain.NUMBER);

  /// A query of the rows whose value satisfies something.
  ///
  /// @param truth the same as the predicate
  record Query(String name, Predicate predicate, Extent extent, IntPredicate truth) {
    static Query equal(int value) {
      return new Query("= " + value, VALUE.equal(value), Extent.ROWS, found -> found == value);
    }

    static Query members(int value) {
      return new Query("in " + value, VALUE.equal(value), Extent.MEMBERS, found -> found == value);
    }

    static Query above(int value) {
      return new Query(
          "> " + value, VALUE.above(value, false), Extent.ROWS, found -> found > value);
    }

    static Query unequal(int value) {
      return new Query(
          "<> " + value, VALUE.equal(value).not(), Extent.ROWS, found -> found != value);
    }

    static Query ofTable(int value) {
      return new Query(
          "t = " + value, Predicate.Constant.TRUE, Extent.TABLE, found -> found == value);
    }
  }

  /// What a query brought.
  ///
  /// @param seen the transactions that its snapshot saw
  record Result(List<String> keys, Set<Integer> seen) {}

  private final ModelDatabase database = new ModelDatabase();
  private final Coherence coherence;
  private final WatchedTable table;
  private final Results<String, Result> results = new Results<>(new ConcurrentHashMap<>());
  private final List<Actor> processes = new ArrayList<>();
  private final Map<String, @Nullable Integer> initial = new TreeMap<>();

  /// By transaction and key; null for a deleted row.
  private final Map<String, @Nullable Integer> written = new HashMap<>();

  private final Map<String, Query> queries = new TreeMap<>();
  private final Set<Integer> answered = new HashSet<>();
  private final List<Stored<String, Result>> offered = new ArrayList<>();
  private int hits;
  private @Nullable String failure;

  QuerySimulation(Coherence coherence) {
    this.coherence = coherence;
    table =
        new WatchedTable(
            coherence,
            "item",
            new Region<Integer, String>(coherence, "item", new ConcurrentHashMap<>()),
            List.of());
    coherence.follow(0, 0).settle(database.snapshot());
    processes.add(new FollowerActor(coherence, database, this::changes));
    processes.add(new SettlerActor(coherence, database));
  }

  static QuerySimulation settled() {
    return new QuerySimulation(Protocols.settled(STRIPES));
  }

  static QuerySimulation naive() {
    return new QuerySimulation(Protocols.naive(STRIPES));
  }

  static QuerySimulation lease() {
    return new QuerySimulation(Protocols.lease(STRIPES));
  }

  /// A row of before everything.
  void row(String key, int value) {
    initial.put(key, value);
  }

  private List<Change> changes(ModelDatabase.Transaction transaction) {
    return transaction.keys().stream()
        .sorted()
        .map(key -> table.changed(key, image(written.get(transaction.xid() + key))))
        .toList();
  }

  private static @Nullable RowImage image(@Nullable Integer value) {
    return value == null ? null : column -> column.domain().canonical(value);
  }

  private int xid(Program program) {
    return (Integer) Objects.requireNonNull(program.memory);
  }

  /// A writer that this node knows nothing of.
  ///
  /// @param value null to delete the row
  void foreignWriter(boolean synchronous, String key, @Nullable Integer value) {
    Program program = writer(key, value);
    Runnable flush = () -> database.flush(xid(program));
    Runnable show = () -> database.show(xid(program));
    program.then(synchronous ? flush : show).then(synchronous ? show : flush);
    processes.add(program);
  }

  private Program writer(String key, @Nullable Integer value) {
    var program = new Program();
    return program
        .when(
            () -> {
              Integer xid = database.begin(key);
              if (xid != null) {
                written.put(xid + key, value);
                program.memory = xid;
              }
              return xid != null;
            })
        .then(() -> database.record(xid(program)));
  }

  /// A writer on this node, which tells what it wrote after COMMIT was answered.
  void ownWriter(String key, @Nullable Integer value) {
    Program program = writer(key, value);
    long[] epoch = new long[1];
    RowImage image = image(value);
    program
        .then(() -> database.flush(xid(program)))
        .then(() -> database.show(xid(program)))
        .then(() -> epoch[0] = Protocols.nextEpoch(coherence))
        .then(() -> table.mark(key, image, stripe -> coherence.markOwn(stripe, epoch[0])))
        .then(() -> table.endTouched(key, image))
        .then(() -> answered.add(xid(program)));
    processes.add(program);
  }

  /// A reader on this node that stores what it has read.
  ///
  /// @param prepares whether the query was known before
  void reader(Query query, boolean prepares) {
    queries.put(query.name(), query);
    var program = new Program();
    var owed = new Dependency(table, query.predicate(), query.extent(), List.of());
    Fill[] fill = new Fill[1];
    Result[] read = new Result[1];
    var stored = new AtomicReference<Stored<String, Result>>();
    boolean[] isOpen = new boolean[1];
    if (prepares) {
      program.then(() -> results.prepare(List.of(owed)));
    }
    program
        .then(
            () -> {
              fill[0] = coherence.beginFill();
              program.memory = fill[0].settled() + "," + fill[0].applied() + "," + fill[0].epoch();
            })
        .then(
            () -> {
              read[0] = read(query);
              program.memory = program.memory + " " + read[0];
            })
        .then(
            () -> {
              Dependency found = owed.with(read[0].keys());
              stored.set(
                  results.watching(
                      query.name(), read[0], List.of(found), fill[0], database.insertLsn()));
              offered.add(stored.get());
            })
        .then(
            () -> {
              isOpen[0] = results.check(stored.get(), fill[0]);
              program.memory = program.memory + " " + isOpen[0];
            })
        .then(
            () -> {
              if (isOpen[0]) {
                results.publish(stored.get());
              }
            });
    processes.add(program);
  }

  /// A transaction of one snapshot that queries.
  void snapshotReader(Query query) {
    queries.put(query.name(), query);
    var program = new Program();
    Fill[] fill = new Fill[1];
    long[] position = new long[1];
    program
        .then(() -> fill[0] = coherence.beginFill())
        .then(() -> program.memory = read(query))
        .then(() -> position[0] = database.insertLsn())
        .when(() -> coherence.session().applied() >= position[0])
        .when(() -> results.entry(query.name()) != null)
        .then(
            () -> {
              Entry<Result> hit = hit(new SnapshotReads(fill[0], position[0], 0), query);
              List<String> expected = ((Result) Objects.requireNonNull(program.memory)).keys();
              if (hit != null && !hit.value().keys().equals(expected)) {
                failure = "the snapshot has %s, the hit is %s".formatted(expected, hit);
              }
              program.memory = program.memory + " " + hit;
            });
    processes.add(program);
  }

  private @Nullable Entry<Result> hit(SnapshotReads reads, Query query) {
    try {
      Entry<Result> hit = reads.hit(results, query.name());
      if (hit != null) {
        hits++;
      }
      return hit;
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a simulation", e);
    }
  }

  private Result read(Query query) {
    return new Result(rows(query, database.visible()), database.visible());
  }

  /// The query's rows when those transactions are seen.
  private List<String> rows(Query query, Set<Integer> seen) {
    return initial.keySet().stream()
        .filter(
            key -> {
              Integer value = value(key, seen);
              return value != null && query.truth().test(value);
            })
        .toList();
  }

  private @Nullable Integer value(String key, Set<Integer> seen) {
    Integer value = initial.get(key);
    for (int xid : database.versions(key)) {
      if (seen.contains(xid)) {
        value = written.get(xid + key);
      }
    }
    return value;
  }

  @Override
  public @Nullable String violation() {
    if (failure != null) {
      return failure;
    }
    for (Query query : queries.values()) {
      Entry<Result> entry = results.entry(query.name());
      if (entry != null) {
        hits++;
        Set<Integer> seen = new HashSet<>(entry.value().seen());
        seen.addAll(database.committedUpTo(coherence.session().applied()));
        seen.addAll(answered);
        List<String> expected = rows(query, seen);
        if (!expected.equals(entry.value().keys())) {
          return "%s is %s, expected %s".formatted(query.name(), entry, expected);
        }
      }
    }
    return null;
  }

  @Override
  public @Nullable String finalViolation() {
    for (Query query : queries.values()) {
      Entry<Result> entry = results.entry(query.name());
      List<String> expected = rows(query, database.visible());
      if (entry != null && !entry.value().keys().equals(expected)) {
        return "wrong for good: %s is %s, expected %s".formatted(query.name(), entry, expected);
      }
      hits += entry == null ? 0 : 1;
    }
    return null;
  }

  @Override
  public String state() {
    var state = new StringBuilder(database.state()).append(written).append(answered);
    for (Actor process : processes) {
      state.append('/').append(process.state());
    }
    state.append('#').append(coherence.session().settled());
    state.append(',').append(coherence.session().applied());
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      long marks = coherence.session().invalidated(stripe) + 1000 * coherence.ownEpoch(stripe);
      if (marks != 0) {
        state.append(',').append(stripe).append(':').append(marks);
      }
    }
    queries.keySet().forEach(query -> state.append('#').append(results.entry(query)));
    offered.forEach(each -> state.append(',').append(each.state()));
    return state.append('#').append(table.floors()).append(table.watched()).toString();
  }

  @Override
  public List<Actor> processes() {
    return processes;
  }

  @Override
  public int hits() {
    return hits;
  }
}
