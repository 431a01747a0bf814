package io.tiercel.cache.follow;

import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a follower connects to, and how. Immutable; every method returns a copy.
///
/// @param connection to the primary, directly: poolers in between do not pass the stream. The user
///     needs the attribute REPLICATION, the server `wal_level = logical`
/// @param publication that has the followed tables, without row filters and column lists
/// @param source where changes are learnt of
/// @param prepares whether the follower may create the publication and add tables to it, where its
///     role has the right
/// @param createsTriggers whether it may create the triggers that announce changes of definitions
///     as well; those that are there are used in any case
/// @param longestPause between two attempts to connect after the stream was lost
/// @param probePeriod how often the stream is proved to be up to date; a [bound on
///     staleness][io.tiercel.cache.coherence.BoundedReads] should be twice as long. Without the
///     triggers the definitions of the tables are looked up as often
/// @param grace how long a stream that does not answer is trusted; then nothing is a hit until it
///     answers
/// @param slot that stays, for what outlives the process; null for a temporary one with each stream
public record FollowerSettings(
    ConnectionConfig connection,
    String publication,
    Source source,
    boolean prepares,
    boolean createsTriggers,
    Duration longestPause,
    Duration probePeriod,
    Duration grace,
    @Nullable SlotSettings slot) {

  /// Where changes are learnt of.
  public enum Source {
    /// The change stream.
    STREAM,
    /// A table that triggers write: for roles that may not replicate, and servers with another
    /// `wal_level`. Changes are seen about 50 ms late, changes of definitions up to the period of
    /// the probes.
    JOURNAL,
    /// The change stream where the server and the role have it, else the journal.
    STREAM_OR_JOURNAL
  }

  public FollowerSettings {
    Objects.requireNonNull(source);
    Objects.requireNonNull(connection);
    if (publication.isEmpty()
        || !longestPause.isPositive()
        || !probePeriod.isPositive()
        || !grace.isPositive()) {
      throw new IllegalArgumentException(
          "a follower needs a publication and positive durations, got \"%s\", %s, %s and %s"
              .formatted(publication, longestPause, probePeriod, grace));
    }
  }

  /// By the stream. Prepares what is not there; a pause of 10 s at most, a probe each second, and
  /// 5 s of grace.
  public static FollowerSettings of(ConnectionConfig connection, String publication) {
    return new FollowerSettings(
        connection,
        publication,
        Source.STREAM,
        true,
        true,
        Duration.ofSeconds(10),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        null);
  }

  public FollowerSettings withConnection(ConnectionConfig value) {
    return new FollowerSettings(
        value,
        publication,
        source,
        prepares,
        createsTriggers,
        longestPause,
        probePeriod,
        grace,
        slot);
  }

  /// By the journal instead of the stream.
  public FollowerSettings byJournal() {
    return from(Source.JOURNAL);
  }

  /// By the stream, or by the journal where the server's `wal_level` is not logical or the role may
  /// not replicate.
  public FollowerSettings byStreamOrJournal() {
    return from(Source.STREAM_OR_JOURNAL);
  }

  private FollowerSettings from(Source value) {
    return new FollowerSettings(
        connection,
        publication,
        value,
        prepares,
        createsTriggers,
        longestPause,
        probePeriod,
        grace,
        slot);
  }

  /// Everything in the database is there already, or is not wanted.
  public FollowerSettings withoutPreparing() {
    return new FollowerSettings(
        connection, publication, source, false, false, longestPause, probePeriod, grace, slot);
  }

  /// Without triggers the definitions of the tables are looked up with each probe.
  public FollowerSettings withoutTriggers() {
    return new FollowerSettings(
        connection, publication, source, prepares, false, longestPause, probePeriod, grace, slot);
  }

  public FollowerSettings withLongestPause(Duration value) {
    return new FollowerSettings(
        connection,
        publication,
        source,
        prepares,
        createsTriggers,
        value,
        probePeriod,
        grace,
        slot);
  }

  public FollowerSettings withProbePeriod(Duration value) {
    return new FollowerSettings(
        connection,
        publication,
        source,
        prepares,
        createsTriggers,
        longestPause,
        value,
        grace,
        slot);
  }

  public FollowerSettings withGrace(Duration value) {
    return new FollowerSettings(
        connection,
        publication,
        source,
        prepares,
        createsTriggers,
        longestPause,
        probePeriod,
        value,
        slot);
  }

  /// By a slot that stays; the journal has none.
  public FollowerSettings withSlot(SlotSettings value) {
    return new FollowerSettings(
        connection,
        publication,
        source,
        prepares,
        createsTriggers,
        longestPause,
        probePeriod,
        grace,
        value);
  }
}
