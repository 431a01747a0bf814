package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.tier.Stamp;
import io.tiercel.cache.tier.Stored;
import io.tiercel.cache.tier.TierStore;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.List;

/// Compares records of one region with the database by the versions of their rows. For one thread.
final class Versions<K, V> {
  private static final long XIDS = 1L << 32;

  /// Read by a statement of its own, so that its snapshot is a later one: everything that the
  /// versions show is at or before the position.
  private static final String AFTER =
      """
      select (pg_catalog.pg_current_wal_insert_lsn() - '0/0')::bigint,
             pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text::bigint\
      """;

  private static final String FLUSHED =
      "select (pg_catalog.pg_current_wal_flush_lsn() - '0/0')::bigint";

  private final TieredRows<K, V> rows;
  private final Region<K, V> region;
  private final VersionQuery query;
  private final Tier tier;

  private Versions(TieredRows<K, V> rows, Region<K, V> region, VersionQuery query, Tier tier) {
    this.rows = rows;
    this.region = region;
    this.query = query;
    this.tier = tier;
  }

  /// Blocks.
  static <K, V> Versions<K, V> of(Connection connection, TieredRegion<K, V> region, Tier tier) {
    return new Versions<>(
        region.rows(), region.region(), VersionQuery.of(connection, region), tier);
  }

  /// What was known after the versions had been read.
  ///
  /// @param position of the log
  /// @param nextXid all 64 bits
  private record After(long position, long nextXid) {
    static After of(Connection connection) {
      return connection
          .queryList(AFTER, row -> new After(row.getLong(0), row.getLong(1)))
          .getFirst();
    }
  }

  private long[] read(Connection connection, List<Stored> records) {
    List<Object[]> ids = new ArrayList<>(records.size());
    for (Stored record : records) {
      ids.add(rows.codec().columns(rows.codec().id(record.key())));
    }
    return query.versions(connection, ids);
  }

  /// Admits records of earlier that the database has as they are, and forgets the others. Blocks.
  void verify(Connection connection, TierStore store, List<Stored> records) {
    Fill fill = tier.coherence().beginFill();
    long[] versions = read(connection, records);
    After after = After.of(connection);
    long right = 0;
    long wrong = 0;
    for (int i = 0; i < versions.length; i++) {
      Stored record = records.get(i);
      if (!isSame(record, versions[i], after.nextXid())) {
        store.forget(record);
        wrong++;
      } else if (rows.admit(region, record, fill, after.position())) {
        right++;
      }
    }
    tier.verified(right, wrong);
  }

  /// Whether the row is the one of which the record is a copy. An id of 32 bits comes again: if one
  /// that was handed out since the stamp was taken has those of the row, it may be another's.
  private static boolean isSame(Stored record, long version, long nextXid) {
    Stamp stamp = record.stamp();
    if (stamp == null || version == 0 || stamp.version() != version) {
      return false;
    }
    long untilAgain = (stamp.version() - stamp.takenAt()) & (XIDS - 1);
    return nextXid >= stamp.takenAt() && stamp.takenAt() + untilAgain >= nextXid;
  }

  /// Makes records of now recognizable for a later run. Blocks.
  ///
  /// The version may be of a row that was changed after it was stored. But then the change is on
  /// the stream before the position, and once that was applied the record is not there any more.
  /// And what the stream has brought, or is flushed, is not undone by a crash, so nobody else will
  /// get the same id.
  ///
  /// @return false when the stream, or the server's disk, did not come up to it in time, or whether
  ///     the rows are right cannot be told yet: then it has to be done once more
  /// @throws InterruptedException if interrupted while waiting
  boolean stamp(Connection connection, TierStore store, List<Stored> records, long timeoutNanos)
      throws InterruptedException {
    StreamSession session = tier.coherence().session();
    long[] versions = read(connection, records);
    After after = After.of(connection);
    if (!session.awaitApplied(after.position(), timeoutNanos)
        || flushed(connection) < after.position()
        || region.isHeldUp()) {
      return false;
    }
    long count = 0;
    for (int i = 0; i < versions.length; i++) {
      Stored record = records.get(i);
      boolean isStamped =
          versions[i] != 0
              && rows.isCurrent(region, record)
              && store.stamp(record, new Stamp(versions[i], after.nextXid()));
      count += isStamped ? 1 : 0;
    }
    tier.stamped(count);
    return !region.isHeldUp();
  }

  private static long flushed(Connection connection) {
    return connection.queryList(FLUSHED, row -> row.getLong(0)).getFirst();
  }
}
