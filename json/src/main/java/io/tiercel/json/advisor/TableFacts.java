package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.workload.DocumentColumn;
import io.tiercel.wire.Connection;
import java.util.List;
import java.util.Objects;

/// A table of documents as the catalog and the statistics have it. Immutable.
///
/// @param rows as the last ANALYZE or VACUUM has counted them
/// @param heapBytes without TOAST
/// @param insertsPerDay since the statistics begin; of less than a day all of them
/// @param updatesPerDay since the statistics begin; of less than a day all of them
/// @param hotShare of the updates, 0 to 1; 0 without updates
/// @param statisticsDays how long the statistics go back
/// @param compression of new documents: `pglz` or `lz4`
/// @param hasOwnCompression whether the column says so itself
/// @param toastTarget `toast_tuple_target` of the table, 0 where it has none of its own
public record TableFacts(
    DocumentColumn document,
    long rows,
    long heapBytes,
    long toastBytes,
    long indexBytes,
    double insertsPerDay,
    double updatesPerDay,
    double hotShare,
    double statisticsDays,
    String compression,
    boolean hasOwnCompression,
    int toastTarget,
    List<IndexFacts> indexes) {
  private static final String TABLE =
      """
      select greatest(c.reltuples, 0)::float8, pg_relation_size(c.oid), case when c.reltoastrelid = 0 then 0
          else pg_total_relation_size(c.reltoastrelid) end,
        pg_indexes_size(c.oid), s.n_tup_ins::float8, s.n_tup_upd::float8, s.n_tup_hot_upd::float8,
        greatest(extract(epoch from now() - coalesce(d.stats_reset, pg_postmaster_start_time())), 1)
          ::float8 / 86400,
        case a.attcompression when 'l' then 'lz4' when 'p' then 'pglz'
          else current_setting('default_toast_compression') end,
        a.attcompression <> '',
        coalesce((select option_value::int from pg_options_to_table(c.reloptions)
          where option_name = 'toast_tuple_target'), 0)
      from pg_class c join pg_stat_all_tables s on s.relid = c.oid
      join pg_stat_database d on d.datname = current_database()
      join pg_attribute a on a.attrelid = c.oid and a.attname = $2
      where c.oid = $1::text::regclass
      """;
  private static final String INDEXES =
      """
      select c.relname, pg_relation_size(c.oid), s.idx_scan,
        i.indisunique or i.indisprimary or i.indisexclusion or i.indisreplident
          or exists (select 1 from pg_constraint k where k.conindid = c.oid),
        pg_get_indexdef(c.oid), i.indisvalid
      from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_stat_all_indexes s on s.indexrelid = c.oid
      where i.indrelid = $1::text::regclass order by c.relname
      """;

  public TableFacts {
    indexes = List.copyOf(indexes);
  }

  /// An index of the table.
  ///
  /// @param isNeeded whether a constraint or a replica identity is made of it
  /// @param definition the command that creates it
  public record IndexFacts(
      String name, long bytes, long scans, boolean isNeeded, String definition, boolean isValid) {}

  SqlName table() {
    return document.table();
  }

  /// Heap, TOAST and indexes.
  public long bytes() {
    return heapBytes + toastBytes + indexBytes;
  }

  /// Reads them. Blocks.
  static TableFacts read(Connection connection, DocumentColumn document) {
    List<IndexFacts> indexes =
        connection.queryList(
            INDEXES,
            row ->
                new IndexFacts(
                    Objects.requireNonNull(row.getString(0)),
                    row.getLong(1),
                    row.getLong(2),
                    row.getBoolean(3),
                    Objects.requireNonNull(row.getString(4)),
                    row.getBoolean(5)),
            document.table().toString());
    TableFacts facts = table(connection, document, indexes);
    // Never analysed: the sample needs to know the share that it is.
    return facts.rows > 0
        ? facts
        : facts.withRows(
            connection
                .queryList("select count(*) from " + document.table(), row -> row.getLong(0))
                .getFirst());
  }

  private TableFacts withRows(long counted) {
    return new TableFacts(
        document,
        counted,
        heapBytes,
        toastBytes,
        indexBytes,
        insertsPerDay,
        updatesPerDay,
        hotShare,
        statisticsDays,
        compression,
        hasOwnCompression,
        toastTarget,
        indexes);
  }

  private static TableFacts table(
      Connection connection, DocumentColumn document, List<IndexFacts> indexes) {
    return connection
        .queryList(
            TABLE,
            row -> {
              // A load of an hour ago is not what every hour brings.
              double days = Math.max(1, row.getDouble(7));
              double updates = row.getDouble(5);
              return new TableFacts(
                  document,
                  Math.round(row.getDouble(0)),
                  row.getLong(1),
                  row.getLong(2),
                  row.getLong(3),
                  row.getDouble(4) / days,
                  updates / days,
                  updates == 0 ? 0 : row.getDouble(6) / updates,
                  row.getDouble(7),
                  Objects.requireNonNull(row.getString(8)),
                  row.getBoolean(9),
                  row.getInt(10),
                  indexes);
            },
            document.table().toString(),
            document.column())
        .getFirst();
  }
}
