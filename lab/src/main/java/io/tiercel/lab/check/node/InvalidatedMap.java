package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Level;
import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.Write;
import io.tiercel.lab.check.server.CheckServer;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.replication.LogicalMessage;
import io.tiercel.wire.replication.LogicalStream;
import io.tiercel.wire.replication.PgoutputOptions;
import io.tiercel.wire.replication.ReplicationConnection;
import io.tiercel.wire.replication.SlotDefinition;
import io.tiercel.wire.replication.StreamSettings;
import io.tiercel.wire.replication.Tuple;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A map beside the database whose entries go when the change stream brings a change of their row:
/// the usual recipe, in two variants. Both keep entries that are wrong for good, because a change
/// is on the stream before everybody sees it. Follows one stream and never connects anew.
public final class InvalidatedMap implements CachedNode {
  private static final String PUBLICATION = "tiercel_check";
  private static final long POLL_NANOS = 1_000_000;
  private static final Duration PATIENCE = Duration.ofMillis(20);

  /// Whether what was read is stored.
  public enum Rule {
    /// Always.
    NAIVE,
    /// Unless an event of the row came since the reading began: the lease of memcached.
    LEASE
  }

  private final Rule rule;
  private final CheckServer server;
  private final Map<Integer, StoredItem> items = new ConcurrentHashMap<>();
  private final Map<Integer, Long> events = new ConcurrentHashMap<>();
  private final AtomicLong applied = new AtomicLong();
  private final AtomicLong hits = new AtomicLong();
  private final ReplicationConnection connection;
  private final LogicalStream stream;
  private final Thread follower;
  private volatile boolean isClosing;

  /// Begins to follow.
  public InvalidatedMap(Rule rule, CheckServer server) {
    this.rule = rule;
    this.server = server;
    connection = ReplicationConnection.logical(ConnectionConfig.parse(server.wireUrl()));
    var name = "tiercel_check_" + rule.name().toLowerCase(Locale.ROOT);
    var slot = connection.createSlot(SlotDefinition.temporary(name));
    stream =
        connection.startLogical(
            name, slot.consistentPoint(), PgoutputOptions.of(PUBLICATION), StreamSettings.DEFAULT);
    follower = Thread.ofPlatform().name("invalidated-map").start(this::follow);
  }

  private void follow() {
    List<Tuple> touched = new ArrayList<>();
    while (!isClosing && !stream.isEnded()) {
      switch (stream.next(PATIENCE)) {
        case LogicalMessage.Insert(var xid, var relation, var row) -> touched.add(row);
        case LogicalMessage.Update(var xid, var relation, var key, var old, var row) ->
            touched.add(row);
        case LogicalMessage.Commit commit -> {
          touched.forEach(row -> invalidate(Integer.parseInt(Objects.requireNonNull(row.text(0)))));
          touched.clear();
          applied.set(commit.end().value());
          stream.acknowledge(commit.end());
        }
        case null, default -> {}
      }
    }
  }

  private void invalidate(int key) {
    items.compute(
        key,
        (same, stored) -> {
          events.merge(key, 1L, Long::sum);
          return null;
        });
  }

  private long event(int key) {
    return events.getOrDefault(key, 0L);
  }

  private void offer(int key, StoredItem item, long eventBefore) {
    items.compute(
        key, (same, stored) -> rule == Rule.LEASE && event(key) != eventBefore ? stored : item);
  }

  @Override
  public Level level() {
    return Level.EVENTUAL;
  }

  @Override
  public NodeSession session(Level level, Optional<Object> token) {
    try {
      return new MapSession(server.connect());
    } catch (SQLException e) {
      throw new IllegalStateException("cannot connect", e);
    }
  }

  @Override
  public boolean awaitReady(Duration limit) {
    return true;
  }

  @Override
  public boolean awaitApplied(long position, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (applied.get() < position) {
      if (System.nanoTime() > deadline || !follower.isAlive()) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return true;
  }

  @Override
  public Optional<StoredItem> stored(int key) {
    return Optional.ofNullable(items.get(key));
  }

  @Override
  public Hits hits() {
    return new Hits(hits.get(), 0, 0, 0);
  }

  @Override
  public List<StoredItem> pair(int first) {
    return List.of();
  }

  @Override
  public Optional<String> part(Part part, int key) {
    return Optional.empty();
  }

  @Override
  public TableCheck checkTables(Connection notUsed) {
    return new TableCheck();
  }

  @Override
  public void close() {
    isClosing = true;
    try {
      follower.join();
      stream.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (WireException e) {
      // The server has ended it before us.
    } finally {
      connection.close();
    }
  }

  /// Reads and writes by SQL, through the map.
  private final class MapSession implements NodeSession {
    private final Connection connection;

    MapSession(Connection connection) {
      this.connection = connection;
    }

    @Override
    public String read(int key, Way way) {
      return read(key);
    }

    private String read(int key) {
      var stored = items.get(key);
      if (stored != null) {
        hits.incrementAndGet();
        return stored.log();
      }
      long before = event(key);
      var item = select(key);
      offer(key, item, before);
      return item.log();
    }

    private StoredItem select(int key) {
      try (var statement =
          connection.prepareStatement("select log, version, stamp from item where id = ?")) {
        statement.setInt(1, key);
        try (var row = statement.executeQuery()) {
          row.next();
          return new StoredItem(row.getString(1), row.getInt(2), row.getInt(3));
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public Pair readPair(int first) {
      return new Pair(read(first), read(first + 1));
    }

    @Override
    public Pair readTogether(int first, int second, Runnable between) {
      return new Pair(read(first), read(second));
    }

    /// Collections are not its subject: that keeping rows by its rules is wrong is enough.
    @Override
    public String readElements(Part part, int key, Runnable between) {
      between.run();
      return ShelfTable.read(connection, part, key);
    }

    @Override
    public Pair readWithElements(Part part, int key, Runnable between) {
      return new Pair(read(key), readElements(part, key, between));
    }

    @Override
    public Pair readCoins(int first) {
      return new Pair(
          ShelfTable.read(connection, Part.COIN, first),
          ShelfTable.read(connection, Part.COIN, first + 1));
    }

    @Override
    public void append(Write write, int key, Part notUsed) {
      try (var statement =
          connection.prepareStatement(
              "update item set log = log || ?, version = version + 1 where id = ?")) {
        statement.setString(1, write.token());
        statement.setInt(2, key);
        statement.executeUpdate();
        invalidate(key);
        write.committed();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void useTables() {}

    @Override
    public Optional<Object> token() {
      return Optional.empty();
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
