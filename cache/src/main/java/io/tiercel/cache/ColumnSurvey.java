package io.tiercel.cache;

import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Domain;
import io.tiercel.cache.query.WatchedColumn;
import io.tiercel.wire.Connection;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Asks the catalog how the columns of a table compare. Blocks.
final class ColumnSurvey {
  /// Under the collation C texts of UTF-8 are ordered by code points; what the order of others is
  /// depends on a library of the server.
  private static final String COLUMNS =
      """
      select a.attname::text, a.atttypid::bigint, t.typtype::text,
             coalesce(c.collisdeterministic, true),
             d.encoding = pg_catalog.pg_char_to_encoding('UTF8')
             and (coalesce(c.collname in ('C', 'POSIX', 'ucs_basic'), false)
                  or coalesce(c.collprovider = 'd' and d.datlocprovider = 'c'
                              and d.datcollate in ('C', 'POSIX'), false))
        from pg_catalog.pg_attribute a
             join pg_catalog.pg_type t on t.oid = a.atttypid
             join pg_catalog.pg_database d on d.datname = current_database()
             left join pg_catalog.pg_collation c on c.oid = a.attcollation
       where a.attrelid = pg_catalog.to_regclass($1) and a.attnum > 0 and not a.attisdropped
       order by a.attnum\
      """;

  private ColumnSurvey() {}

  private record Found(
      String name, int typeOid, boolean isEnum, boolean isDeterministic, boolean isByCodePoints) {

    Domain domain() {
      return switch (typeOid) {
        case Oids.INT2, Oids.INT4, Oids.INT8, Oids.NUMERIC -> Domain.NUMBER;
        case Oids.FLOAT4, Oids.FLOAT8 -> Domain.FLOAT;
        case Oids.BOOL -> Domain.BOOLEAN;
        case Oids.UUID -> Domain.UUID;
        case Oids.BYTEA -> Domain.BYTES;
        case Oids.DATE -> Domain.DATE;
        case Oids.TIME -> Domain.TIME;
        case Oids.TIMESTAMP -> Domain.TIMESTAMP;
        case Oids.TIMESTAMPTZ -> Domain.TIMESTAMPTZ;
        case Oids.TEXT, Oids.VARCHAR -> text();
        case Oids.BPCHAR -> isDeterministic ? Domain.BLANK_PADDED : Domain.OPAQUE;
        default -> isEnum ? Domain.TEXT : Domain.OPAQUE;
      };
    }

    private Domain text() {
      if (!isDeterministic) {
        return Domain.OPAQUE;
      }
      return isByCodePoints ? Domain.TEXT_C : Domain.TEXT;
    }
  }

  /// The columns of a table, in their order.
  static List<WatchedColumn> of(Connection connection, CachedTable table) {
    List<Found> found = connection.queryList(COLUMNS, ColumnSurvey::read, table.sql());
    List<WatchedColumn> columns = new ArrayList<>();
    for (Found each : found) {
      var column = new Column(columns.size(), each.name(), each.domain());
      columns.add(new WatchedColumn(column, each.typeOid()));
    }
    return columns;
  }

  private static Found read(DataRow row) {
    return new Found(
        Objects.requireNonNull(row.getString(0)),
        (int) row.getLong(1),
        "e".equals(row.getString(2)),
        row.getBoolean(3),
        row.getBoolean(4));
  }
}
