package io.tiercel.cache;

import io.tiercel.cache.guard.DatabaseIdentity;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How a node's cache is to be. Immutable; every method returns a copy.
///
/// @param name that tells it from the others of this JVM, for [SharedCacheMXBean]
/// @param connection asked when the cache starts, and may block. To the primary, directly: poolers
///     in between do not pass the change stream. The role needs the attribute REPLICATION, and
///     SELECT on the cached tables
/// @param readers which server the rows are read from that are to be stored, asked for after
///     `connection`; null for the one that is followed
/// @param publication that has the cached tables; it is created, and tables are added to it, where
///     the role may do so
/// @param createsTriggers whether event triggers that announce changes of definitions are created,
///     where the role may; without them definitions are looked up with each probe
/// @param mayUseJournal whether changes are learnt of by a table that triggers write, where the
///     server's `wal_level` is not logical or the role may not replicate
/// @param maxBytes of the heap for the stored rows of all regions, about
/// @param longestPause between two attempts to connect
/// @param probePeriod how often the stream is proved to be up to date: half of the shortest bound
///     on staleness that is to be kept
/// @param tier where more rows are than the heap has room for, and those that a later run begins
///     with; null for none
public record CacheSettings(
    String name,
    Supplier<ConnectionConfig> connection,
    Supplier<@Nullable DatabaseIdentity> readers,
    String publication,
    boolean createsTriggers,
    boolean mayUseJournal,
    long maxBytes,
    Duration longestPause,
    Duration probePeriod,
    @Nullable TierSettings tier) {
  public CacheSettings {
    Objects.requireNonNull(connection);
    if (publication.isEmpty()
        || maxBytes <= 0
        || !longestPause.isPositive()
        || !probePeriod.isPositive()) {
      throw new IllegalArgumentException(
          "a cache needs a publication, room for rows and positive durations, got \"%s\", %d bytes, %s and %s"
              .formatted(publication, maxBytes, longestPause, probePeriod));
    }
  }

  /// With 64 MiB, the publication `tiercel_cache`, event triggers, a pause of 10 s at most and a
  /// probe each second.
  public static CacheSettings of(ConnectionConfig connection) {
    return at(() -> connection);
  }

  /// As above, for a connection that is not known yet.
  public static CacheSettings at(Supplier<ConnectionConfig> connection) {
    return new Draft(connection).done();
  }

  /// Rows are read over other connections than that of the cache: it is off unless they lead to the
  /// same run of the same server, and to the same database.
  public CacheSettings withReaders(Supplier<@Nullable DatabaseIdentity> identity) {
    return with(draft -> draft.readers = identity);
  }

  public CacheSettings withName(String value) {
    return with(draft -> draft.name = value);
  }

  public CacheSettings withPublication(String name) {
    return with(draft -> draft.publication = name);
  }

  public CacheSettings withoutTriggers() {
    return with(draft -> draft.createsTriggers = false);
  }

  /// Creates the journal and its triggers, where there is no stream and the role may.
  public CacheSettings withJournal() {
    return with(draft -> draft.mayUseJournal = true);
  }

  public CacheSettings withMaxBytes(long bytes) {
    return with(draft -> draft.maxBytes = bytes);
  }

  public CacheSettings withProbePeriod(Duration period) {
    return with(draft -> draft.probePeriod = period);
  }

  /// With a second tier on local disk.
  public CacheSettings withTier(TierSettings settings) {
    return with(draft -> draft.tier = settings);
  }

  private CacheSettings with(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  /// What is to become settings: the one place that knows their order and defaults.
  private static final class Draft {
    private final Supplier<ConnectionConfig> connection;
    private String name = "tiercel";
    private Supplier<@Nullable DatabaseIdentity> readers = () -> null;
    private String publication = "tiercel_cache";
    private boolean createsTriggers = true;
    private boolean mayUseJournal;
    private long maxBytes = 64L << 20;
    private Duration longestPause = Duration.ofSeconds(10);
    private Duration probePeriod = Duration.ofSeconds(1);
    private @Nullable TierSettings tier;

    Draft(Supplier<ConnectionConfig> connection) {
      this.connection = connection;
    }

    Draft(CacheSettings from) {
      name = from.name;
      connection = from.connection;
      readers = from.readers;
      publication = from.publication;
      createsTriggers = from.createsTriggers;
      mayUseJournal = from.mayUseJournal;
      maxBytes = from.maxBytes;
      longestPause = from.longestPause;
      probePeriod = from.probePeriod;
      tier = from.tier;
    }

    CacheSettings done() {
      return new CacheSettings(
          name,
          connection,
          readers,
          publication,
          createsTriggers,
          mayUseJournal,
          maxBytes,
          longestPause,
          probePeriod,
          tier);
    }
  }
}
