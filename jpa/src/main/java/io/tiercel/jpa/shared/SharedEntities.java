package io.tiercel.jpa.shared;

import io.tiercel.cache.CacheSettings;
import io.tiercel.cache.FollowedServer;
import io.tiercel.cache.RowRegion;
import io.tiercel.cache.SharedCache;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.session.ConnectionPool;
import io.tiercel.jpa.session.ConnectionSource;
import io.tiercel.jpa.session.PoolLimits;
import io.tiercel.jpa.session.ReaderState;
import io.tiercel.jpa.session.TransactionModes.Isolation;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.HostChoice;
import io.tiercel.wire.TargetServerType;
import io.tiercel.wire.error.WireException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.SharedCacheMode;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The entities of a unit that are in its shared cache. Nothing is done before the first of them is
/// used: then their tables are looked up, and the change stream is followed. Safe for any thread.
public final class SharedEntities implements AutoCloseable {
  /// Asks for the end of the log, as a number.
  public static final String POSITION =
      "select (pg_catalog.pg_current_wal_insert_lsn() - '0/0')::bigint";

  private static final int MOST_TOLD = 100;

  /// Of connections beside those that belong to a transaction manager.
  private static final PoolLimits OWN_LIMITS =
      new PoolLimits(4, Duration.ofSeconds(5), 1, Duration.ofMinutes(1));

  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  private final SharedSettings settings;
  private final UnitMapping unit;
  private final CacheableTypes cacheable;
  private final ConnectionSource pool;
  private final SharedCache cache;

  /// By the roots of hierarchies; null until the first cached entity is used.
  private volatile @Nullable Map<Class<?>, RowRegion> regions;

  private final SharedCollections collections;

  /// Of transactions that begin without one; null while it is not known.
  private volatile @Nullable Isolation defaultIsolation;

  /// Where the unit's connections lead to; null while it is not known.
  private volatile @Nullable DatabaseIdentity readers;

  /// As [ReaderState#settings] has them, of the connection that was asked first.
  private volatile @Nullable String readersSettings;

  /// Where the cache asks its questions; null until it starts, and where that is the unit's pool.
  private volatile @Nullable ConnectionPool own;

  /// In what ways connections differed, as far as that was logged.
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  private volatile boolean started;

  /// By the clock of [System#nanoTime], set before [#started].
  private volatile long startedNanos;

  /// Whether nobody waits for the start any more.
  private volatile boolean isStartOver;

  private SharedEntities(
      String name,
      SharedSettings settings,
      UnitMapping unit,
      CacheableTypes cacheable,
      ConnectionSource pool) {
    this.settings = settings;
    this.unit = unit;
    this.cacheable = cacheable;
    this.pool = pool;
    CacheSettings ofCache =
        CacheSettings.at(this::connection)
            .withName(name)
            .withReaders(() -> readers)
            .withMaxBytes(settings.maxBytes())
            .withProbePeriod(settings.shortestProbePeriod());
    if (settings.use() != SharedSettings.Use.ON) {
      ofCache = ofCache.withoutTriggers();
    }
    if (settings.use() == SharedSettings.Use.JOURNAL) {
      ofCache = ofCache.withJournal();
    }
    TierSettings tier = settings.tier();
    ofCache = tier == null ? ofCache : ofCache.withTier(tier);
    String publication = settings.publication();
    this.cache =
        SharedCache.of(publication == null ? ofCache : ofCache.withPublication(publication));
    this.collections = new SharedCollections(this);
  }

  /// Those of a unit; null when it has none.
  ///
  /// @param name of the unit
  /// @param pool of its connections
  public static @Nullable SharedEntities of(
      String name, SharedSettings settings, UnitMapping unit, ConnectionSource pool) {
    if (settings.use() == SharedSettings.Use.OFF || settings.mode() == SharedCacheMode.NONE) {
      return null;
    }
    requireKnown(settings, unit);
    var cacheable = new CacheableTypes(unit, settings.mode());
    return unit.entityTypes().stream().anyMatch(cacheable::contains)
        ? new SharedEntities(name, settings, unit, cacheable, pool)
        : null;
  }

  private static void requireKnown(SharedSettings settings, UnitMapping unit) {
    if (settings.ofEntities().isEmpty() && settings.whole().isEmpty()) {
      return; // A start reads no mapping that nothing needs yet.
    }
    Set<String> names = new TreeSet<>();
    unit.entityTypes().forEach(type -> names.add(unit.entity(type).entityName()));
    for (String name : settings.ofEntities().keySet()) {
      if (!names.contains(name)) {
        throw new PersistenceException(
            "property %s.%s names no entity of the persistence unit\nHint: they are %s."
                .formatted(SharedSettings.LEVEL, name, String.join(", ", names)));
      }
    }
    for (String name : settings.whole()) {
      if (!names.contains(name)) {
        throw new PersistenceException(
            "property %s: the persistence unit has no entity %s\nHint: they are %s."
                .formatted(SharedSettings.WHOLE, name, String.join(", ", names)));
      }
    }
  }

  /// The settings.
  public SharedSettings settings() {
    return settings;
  }

  /// The cache itself, for statistics and its state.
  public SharedCache cache() {
    return cache;
  }

  /// How an entity is in the cache; null when it is not.
  public @Nullable SharedEntity of(EntityMapping entity) {
    boolean any =
        entity.root().withSubtypes().stream().anyMatch(type -> cacheable.contains(type.javaType()));
    RowRegion region = any ? regions().get(entity.root().javaType()) : null;
    if (region == null) {
      return null;
    }
    boolean isOneRow =
        entity.root().withSubtypes().stream().allMatch(type -> type.tables().size() == 1);
    return new SharedEntity(
        this, region, cacheable.contains(entity.javaType()), isOneRow, consistency(entity));
  }

  /// Its own level, or that of the nearest entity above that has one.
  private @Nullable Consistency consistency(EntityMapping entity) {
    for (EntityMapping type = entity; type != null; type = type.superType()) {
      Consistency own = settings.ofEntities().get(type.entityName());
      if (own != null) {
        return own;
      }
    }
    return null;
  }

  private Map<Class<?>, RowRegion> regions() {
    Map<Class<?>, RowRegion> known = regions;
    return known == null ? makeRegions() : known;
  }

  private synchronized Map<Class<?>, RowRegion> makeRegions() {
    Map<Class<?>, RowRegion> known = regions;
    if (known != null) {
      return known;
    }
    Map<Class<?>, RowRegion> made = new HashMap<>();
    roots()
        .forEach(
            (type, root) -> {
              String refusal = SharedTables.refusal(root);
              if (refusal == null) {
                made.put(type, region(root));
              } else {
                LOG.log(Level.INFO, () -> "rows of %s are not cached: %s".formatted(root, refusal));
              }
            });
    if (settings.cachesCollections()) {
      for (Class<?> type : unit.entityTypes()) {
        if (cacheable.contains(type) && made.containsKey(unit.entity(type).root().javaType())) {
          collections.addTables(unit.entity(type));
        }
      }
    }
    regions = made;
    return made;
  }

  private RowRegion region(EntityMapping root) {
    RowRegion made =
        cache.region(root.entityName(), SharedTables.of(root), new EntityRowCodec(root));
    Consistency own = consistency(root);
    made.tellLevel((own == null ? settings.consistency() : own).toString());
    return made;
  }

  private Map<Class<?>, EntityMapping> roots() {
    Map<Class<?>, EntityMapping> roots = new LinkedHashMap<>();
    for (Class<?> type : unit.entityTypes()) {
      if (cacheable.contains(type)) {
        EntityMapping root = unit.entity(type).root();
        roots.put(root.javaType(), root);
      }
    }
    return roots;
  }

  /// Begins to follow the change stream; returns at once.
  public void start() {
    if (!started) {
      boolean unused = startFirst();
    }
  }

  private synchronized boolean startFirst() {
    if (started) {
      return false;
    }
    startedNanos = System.nanoTime();
    started = true;
    if (makeRegions().isEmpty()) {
      return false;
    }
    cache.start();
    return true;
  }

  /// An EntityManager is made. Where the cache is asked for, those that are made while it starts
  /// wait until it runs: a transaction that has written would keep it from starting.
  public void managerOpened() {
    if (isStartOver || !settings.isAskedFor()) {
      return;
    }
    start();
    if (regions().isEmpty()) {
      isStartOver = true;
      return;
    }
    try {
      Duration left = settings.startTimeout().minusNanos(System.nanoTime() - startedNanos);
      boolean isOver = cache.await(left.isNegative() ? Duration.ZERO : left);
      endWaiting(isOver);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void endWaiting(boolean isOver) {
    if (!isOver && !isStartOver) {
      LOG.log(
          Level.WARNING,
          () ->
              "the shared cache has not started within %d ms; until it has, nothing is served from it"
                  .formatted(settings.startTimeout().toMillis()));
    }
    isStartOver = true;
  }

  /// The isolation level of transactions that name none; null while it is not known.
  public @Nullable Isolation defaultIsolation() {
    return defaultIsolation;
  }

  /// Where the change stream is to be had. Asks a connection of the unit how it is set up.
  private ConnectionConfig connection() {
    ConnectionSource beside = pool.besideManager();
    // No transaction is open on this thread, so a manager has nothing to enlist a connection in.
    ConnectionSource source = beside == null ? pool : beside;
    Connection asked;
    try {
      asked = source.acquire();
    } catch (PersistenceException e) {
      if (e.getCause() instanceof WireException cause) {
        throw cause;
      }
      throw e;
    }
    try {
      ConnectionConfig own = asked.config();
      refuseStandbys(asked);
      String url = settings.url();
      ConnectionConfig.Builder builder =
          url == null ? own.toBuilder() : ConnectionConfig.parse(url).toBuilder();
      String user = settings.user();
      String password = settings.password();
      if (user != null) {
        builder.user(user).password(password);
      }
      HostChoice choice = own.hostChoice();
      ConnectionConfig config =
          builder
              .statementListener(null)
              .applicationName("tiercel cache")
              .hostChoice(
                  new HostChoice(
                      own.hosts().size() > 1 ? TargetServerType.PRIMARY : choice.targetServerType(),
                      false,
                      choice.recheck()))
              .build();
      defaultIsolation = isolation(asked);
      readers = DatabaseIdentity.of(asked);
      readersSettings = ReaderState.settings(asked);
      if (beside == null && this.own == null) {
        this.own = new ConnectionPool(asked.config(), OWN_LIMITS);
      }
      return config;
    } finally {
      source.release(asked);
    }
  }

  /// Whether settings of a session are those that the unit's connections begin with.
  public boolean areUsual(String settings) {
    return settings.equals(readersSettings);
  }

  /// Says once of each way in which a connection of the unit may differ that what it reads is not
  /// stored.
  public void tellElsewhere(FollowedServer followed, ReaderState from) {
    String why =
        !followed.identity().mayFillFrom(from.identity())
            ? "it leads to another server, %s, than the one that is followed, %s; mend: let all lead to the primary (targetServerType=primary), and end those to the former one"
                .formatted(from.identity(), followed.identity())
            : from.path().hidesTables()
                ? "it has a temporary table with the name of a cached one; mend: give it another"
                    + " name"
                : "it looks tables up in %s, and the cache in %s; mend: set the search path of all connections in their URL (currentSchema) or for their role"
                    .formatted(from.path().schemas(), followed.schemas());
    if (told.size() < MOST_TOLD && told.add(why)) {
      LOG.log(
          Level.WARNING,
          () -> "what a connection of the unit reads is not cached, for %s".formatted(why));
    }
  }

  /// Rows that a standby shows may be older than what the change stream has brought.
  private static void refuseStandbys(Connection asked) {
    ConnectionConfig config = asked.config();
    TargetServerType type = config.hostChoice().targetServerType();
    boolean isPrimary = type == TargetServerType.PRIMARY || type == TargetServerType.READ_WRITE;
    boolean mayBeStandby = config.hosts().size() > 1 && !isPrimary;
    List<List<@Nullable String>> recovers =
        asked.simpleQuery("select pg_catalog.pg_is_in_recovery()");
    if (mayBeStandby || "t".equals(recovers.getFirst().getFirst())) {
      throw new IllegalStateException(
          "the unit may read from a standby; set targetServerType=primary in its URL");
    }
  }

  private static Isolation isolation(Connection connection) {
    List<List<@Nullable String>> rows =
        connection.simpleQuery("select current_setting('default_transaction_isolation')");
    String name = Objects.requireNonNull(rows.getFirst().getFirst());
    return switch (name) {
      case "read uncommitted" -> Isolation.READ_COMMITTED;
      default -> Isolation.valueOf(name.toUpperCase(Locale.ROOT).replace(' ', '_'));
    };
  }

  /// The regions of all hierarchies, and of collections.
  public Collection<RowRegion> allRegions() {
    List<RowRegion> all = new ArrayList<>(regions().values());
    all.addAll(collections.regions());
    return all;
  }

  /// The collections of an entity that are in the cache, by their attributes, which are compared
  /// by identity.
  public Map<PluralAttribute, SharedCollection> collections(EntityMapping owner) {
    SharedEntity shared = settings.cachesCollections() ? of(owner) : null;
    return shared == null || !shared.isStored() ? Map.of() : collections.of(owner, shared);
  }

  /// The table of its own that a collection has; null for foreign keys in the elements' rows.
  public static @Nullable Table tableOf(PluralAttribute attribute) {
    return SharedCollections.table(attribute);
  }

  /// Where the rows of the table of a collection are cached, by each of its sides; none where they
  /// are not.
  public List<CollectionSide> sidesOf(Table table) {
    return collections.sidesOf(table);
  }

  /// The columns of a collection's table that hold the id of its owner.
  public static List<Column> ownColumnsOf(PluralAttribute attribute) {
    return SharedCollections.ownColumns(attribute);
  }

  /// Those that hold the id of an element; empty where elements are values.
  public static List<Column> targetColumnsOf(PluralAttribute attribute) {
    return SharedCollections.targetColumns(attribute);
  }

  /// Where the database is asked for what belongs to no unit of work. Connections of its own where
  /// there can be, so that a unit of work that holds one may wait for another.
  public ConnectionSource besideUnits() {
    ConnectionSource beside = own;
    return beside == null ? pool.unmanaged() : beside;
  }

  /// Asks the primary for `pg_current_wal_insert_lsn()`. Blocks.
  ///
  /// @return [Reads#UNKNOWN] when the connection leads to another server than the one that is
  ///     followed
  public long position() {
    ConnectionSource source = besideUnits();
    Connection asked = source.acquire();
    try {
      FollowedServer followed = cache.followed();
      return followed != null && !followed.identity().mayFillFrom(ReaderState.identity(asked))
          ? Reads.UNKNOWN
          : asked.queryList(POSITION, row -> row.getLong(0)).getFirst();
    } finally {
      source.release(asked);
    }
  }

  /// Stops following. Idempotent.
  @Override
  public void close() {
    cache.close();
    ConnectionPool asked = own;
    if (asked != null) {
      asked.close();
    }
  }
}
