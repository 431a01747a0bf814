package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.DatabaseSnapshot;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.Lsn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one look into the journal has shown. Immutable.
///
/// @param position of the end of the log, asked for before the snapshot was taken
/// @param snapshotText as the server has it
/// @param records what the snapshot sees and the one before did not
record JournalPoll(
    long position, String snapshotText, DatabaseSnapshot snapshot, List<Found> records) {

  /// What a statement has changed.
  ///
  /// @param xid of its top-level transaction
  /// @param relation the table's or the partition's id
  /// @param keys the values of all keys one after the other; empty for the whole table
  record Found(long xid, long relation, List<String> keys) {}

  /// Looks. Blocks.
  ///
  /// @param before the snapshot of the last look; null for the first one, which has no records
  static JournalPoll of(Connection connection, @Nullable String before) {
    List<List<@Nullable String>> rows = connection.simpleQuery(sql(before));
    long position = Lsn.parse(text(rows.getFirst(), 0)).value();
    String snapshot = text(rows.get(1), 0);
    Map<String, Found> records = new LinkedHashMap<>();
    for (List<@Nullable String> row : rows.subList(1, rows.size())) {
      if (row.get(1) != null) {
        Found record =
            records.computeIfAbsent(
                text(row, 1),
                any ->
                    new Found(
                        Long.parseLong(text(row, 2)),
                        Long.parseLong(text(row, 3)),
                        new ArrayList<>()));
        String key = row.get(4);
        if (key != null) {
          record.keys().add(key);
        }
      }
    }
    return new JournalPoll(
        position, snapshot, DatabaseSnapshot.parse(snapshot), List.copyOf(records.values()));
  }

  /// The position first: what was committed before somebody read a lower one is seen then.
  private static String sql(@Nullable String before) {
    String position = "select pg_catalog.pg_current_wal_insert_lsn();";
    if (before == null) {
      return position + "select pg_catalog.pg_current_snapshot(), null";
    }
    return position
        + """
        select pg_catalog.pg_current_snapshot(), j.ctid, j.xid, j.relation, u.key
        from (select 1) one
        left join tiercel.journal j on j.xid >= pg_catalog.pg_snapshot_xmin('%1$s')
          and not pg_catalog.pg_visible_in_snapshot(j.xid, '%1$s')
        left join lateral unnest(j.keys) with ordinality u(key, place) on true
        order by j.ctid, u.place\
        """
            .formatted(before);
  }

  private static String text(List<@Nullable String> row, int column) {
    return Objects.requireNonNull(row.get(column));
  }
}
