package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.ObstacleException;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.journal.Journal;
import io.tiercel.cache.journal.JournalCatalog;
import io.tiercel.cache.journal.JournaledTable;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.LogicalMessage.ReplicaIdentity;
import io.tiercel.wire.replication.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Follows by way of the [Journal]: asks it again and again what a snapshot sees of it that the
/// one before did not. What was found is visible to all snapshots from then on, and so it is
/// settled at once. In which order the transactions committed is not known.
///
/// A position is one less than that of the end of the log before the snapshot was taken: whoever
/// has read it from the server at a lower place did so before, and what was visible to him then is
/// seen. On a quiet server the log is pushed on by an empty message where somebody waits for that.
final class JournalFollowing implements Stretch {
  private static final Duration PERIOD = Duration.ofMillis(50);

  /// Records are kept for twice as long as any node may go without a look.
  private static final Duration LONGEST_GAP = Duration.ofSeconds(60);

  private static final String PUSH =
      "select pg_catalog.pg_logical_emit_message(false, 'tiercel.push', '')";

  private final FollowerSettings settings;
  private final Coherence coherence;
  private final List<FollowedTable<?>> tables;
  private final Notices told;
  private final Connection connection;
  private final DatabaseIdentity identity;

  /// By the ids of tables and partitions.
  private final Map<Long, List<Source>> sources = new HashMap<>();

  /// Tables in the journal that are not ours, but other applications'.
  private final Set<Long> foreign = new HashSet<>();

  private record Source(FollowedTable<?> table, Relation relation) {}

  /// Connects. Blocks.
  JournalFollowing(
      FollowerSettings settings, Coherence coherence, List<FollowedTable<?>> tables, Notices told) {
    this.settings = settings;
    this.coherence = coherence;
    this.tables = tables;
    this.told = told;
    connection = Connection.open(settings.connection());
    try {
      connection.setSocketTimeout(settings.grace());
      // The position must be asked for before the snapshot is taken, whatever the role has set.
      connection.script("set default_transaction_isolation = 'read committed'");
      identity = DatabaseIdentity.of(connection);
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public DatabaseIdentity identity() {
    return identity;
  }

  @Override
  public void follow(BooleanSupplier isWanted, Runnable onStream) throws InterruptedException {
    if (identity.isStandby()) {
      throw new ObstacleException(
          new Obstacle("the server is a standby", "connect the cache to the primary"));
    }
    List<TableName> names = FollowedTable.names(tables);
    prepare(names);
    var watch =
        new CatalogWatch(
            connection,
            asked -> JournalCatalog.load(asked, names).state(),
            "the triggers of the journal",
            tables,
            told);
    readSources(names);
    JournalPoll first = JournalPoll.of(connection, null);
    StreamSession session = coherence.follow(first.position() - 1, 0);
    try {
      session.settle(first.snapshot());
      onStream.run();
      run(isWanted, session, watch, first);
    } finally {
      coherence.lost();
    }
  }

  private void prepare(List<TableName> names) {
    JournalCatalog catalog = JournalCatalog.load(connection, names);
    List<JournaledTable> fit = catalog.fit();
    if (settings.prepares()) {
      Journal.complete(connection, fit);
    }
    if (!Journal.isThere(connection)) {
      throw new ObstacleException(
          new Obstacle(
              "there is no table tiercel.journal",
              Journal.statements(settings.connection().user(), fit).replaceAll("\\s+", " ")));
    }
  }

  private void readSources(List<TableName> names) {
    JournalCatalog catalog = JournalCatalog.load(connection, names);
    for (FollowedTable<?> table : tables) {
      JournaledTable found = catalog.table(table.tableName());
      var relation =
          new Relation(
              0,
              0,
              found.name().schema(),
              found.name().name(),
              ReplicaIdentity.DEFAULT,
              found.key());
      for (Long member : found.members()) {
        sources.computeIfAbsent(member, any -> new ArrayList<>()).add(new Source(table, relation));
      }
    }
  }

  private void run(
      BooleanSupplier isWanted, StreamSession session, CatalogWatch watch, JournalPoll first) {
    JournalPoll last = first;
    JournalPoll oldest = first;
    long lastAsked = System.nanoTime();
    long lastLooked = lastAsked;
    long oldestAsked = lastAsked;
    while (isWanted.getAsBoolean()) {
      LockSupport.parkNanos(PERIOD.toNanos());
      long asked = System.nanoTime();
      if (asked - lastLooked > settings.probePeriod().toNanos()) {
        look(session, watch);
        lastLooked = asked;
      }
      long place = session.placeSnapshot();
      JournalPoll poll = JournalPoll.of(connection, last.snapshotText());
      if (System.nanoTime() - lastAsked > LONGEST_GAP.toNanos()) {
        throw new ConnectionException(
            SqlState.CONNECTION_FAILURE, "the journal was not read for too long", true, null);
      }
      for (JournalPoll.Found found : poll.records()) {
        if (!sources.containsKey(found.relation()) && foreign.add(found.relation())) {
          // Perhaps a partition that is new to us: that is found, or it is none of ours.
          look(session, watch);
        }
      }
      if (apply(poll, session, watch)) {
        session.proved(asked, place);
        last = poll;
        lastAsked = asked;
      }
      if (asked - oldestAsked > 2 * LONGEST_GAP.toNanos()) {
        connection.script(
            "delete from tiercel.journal where xid < '%d'".formatted(oldest.snapshot().xmin()));
        oldest = poll;
        oldestAsked = asked;
      }
    }
  }

  private void look(StreamSession session, CatalogWatch watch) {
    if (watch.look(session, connection)) {
      push();
    }
    watch.requireWhole();
  }

  private void push() {
    connection.script(PUSH);
  }

  /// False when it must be asked anew: there is no position left for what was found.
  private boolean apply(JournalPoll poll, StreamSession session, CatalogWatch watch) {
    long position = poll.position() - 1;
    if (poll.records().isEmpty()) {
      session.advance(position);
      if (session.isAwaited()) {
        push();
      }
      return true;
    }
    if (position - 1 <= session.applied()) {
      push();
      return false;
    }
    Map<Integer, List<Change>> changes = new HashMap<>();
    for (JournalPoll.Found found : poll.records()) {
      collect(found, changes.computeIfAbsent((int) found.xid(), any -> new ArrayList<>()));
    }
    session.applyUnordered(changes, poll.snapshot(), position);
    if (tables.stream().filter(FollowedTable::isNewlyUnreadable).count() > 0) {
      look(session, watch);
    }
    return true;
  }

  private void collect(JournalPoll.Found found, List<Change> changes) {
    for (Source source : sources.getOrDefault(found.relation(), List.of())) {
      if (found.keys().isEmpty()) {
        changes.add(source.table().changed());
      } else {
        addKeys(source, found.keys(), changes);
      }
    }
  }

  private static void addKeys(Source source, List<String> keys, List<Change> changes) {
    int width = source.relation().columns().size();
    for (int i = 0; i < keys.size(); i += width) {
      changes.add(
          source
              .table()
              .changed(
                  source.relation(),
                  Tuple.ofTexts(new ArrayList<@Nullable String>(keys.subList(i, i + width)))));
    }
  }

  @Override
  public void abort() {
    connection.abort();
  }

  @Override
  public void close() {
    connection.close();
  }
}
