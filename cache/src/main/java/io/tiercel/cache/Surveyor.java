package io.tiercel.cache;

import io.tiercel.wire.Connection;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Asks the catalog what a cache depends on, before it begins. Blocks.
final class Surveyor {
  /// Whether the server writes what a stream needs, and the role may read it.
  private static final String SERVER =
      """
      select current_setting('wal_level') = 'logical', pg_catalog.pg_is_in_recovery(),
             coalesce((select rolreplication or rolsuper from pg_catalog.pg_roles
                        where rolname = current_user), false),
             current_user::text\
      """;

  /// A partition's rows are those of its table to us, so partitions are looked at as well.
  private static final String TABLE =
      """
      select n.nspname::text, c.relname::text, c.relkind::text, c.relpersistence::text,
             c.relrowsecurity, c.relreplident::text,
             pg_catalog.has_table_privilege(c.oid, 'select')
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where c.oid = pg_catalog.to_regclass($1)\
      """;

  private static final String COLUMNS =
      """
      select a.attname::text, a.atttypid::bigint,
             (case t.typtype when 'd' then t.typbasetype else t.oid end)::bigint,
             exists (select 1 from pg_catalog.pg_index i, pg_catalog.pg_class c
                      where c.oid = a.attrelid and i.indrelid = c.oid
                        and a.attnum = any (i.indkey::smallint[])
                        and case c.relreplident when 'd' then i.indisprimary
                                                when 'i' then i.indisreplident
                                                else false end)
             or (select relreplident = 'f' from pg_catalog.pg_class where oid = a.attrelid)
        from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
       where a.attrelid = pg_catalog.to_regclass($1) and a.attnum > 0 and not a.attisdropped\
      """;

  private final Connection connection;

  Surveyor(Connection connection) {
    this.connection = connection;
  }

  private record Server(boolean isLogical, boolean isStandby, boolean mayReplicate, String role) {}

  /// Why no stream can be had from this server.
  ///
  /// @return null when one can
  @Nullable CacheState obstacle() {
    Server server =
        connection
            .queryList(
                SERVER,
                row ->
                    new Server(
                        row.getBoolean(0), row.getBoolean(1), row.getBoolean(2), text(row, 3)))
            .getFirst();
    if (server.isStandby()) {
      return CacheState.off(
          "the server is a standby", "Connect the cache to the primary (tiercel.cache.url).");
    }
    if (!server.isLogical()) {
      return CacheState.off(
          "wal_level of the server is not logical",
          "ALTER SYSTEM SET wal_level = logical; and restart the server");
    }
    if (!server.mayReplicate()) {
      return CacheState.off(
          "the role %s may not replicate".formatted(server.role()),
          "ALTER ROLE %s REPLICATION;".formatted(CachedTable.quoted(server.role())));
    }
    return null;
  }

  private record Facts(
      String schema,
      String name,
      String kind,
      String persistence,
      boolean hasRowSecurity,
      String identity,
      boolean isReadable) {}

  private record ColumnFacts(int declaredOid, int typeOid, boolean isInIdentity) {}

  FoundTable find(CachedTable table) {
    List<Facts> found =
        connection.queryList(
            TABLE,
            row ->
                new Facts(
                    text(row, 0),
                    text(row, 1),
                    text(row, 2),
                    text(row, 3),
                    row.getBoolean(4),
                    text(row, 5),
                    row.getBoolean(6)),
            table.sql());
    if (found.isEmpty()) {
      return new FoundTable(
          table, table.schema(), table.name(), List.of(), "it does not exist", "create it.");
    }
    Facts facts = found.getFirst();
    Map<String, ColumnFacts> columns = columns(table);
    List<FoundTable.Key> key = new ArrayList<>();
    String[] ofTable = refusal(facts);
    String refusal = ofTable[0];
    String mend = ofTable[1];
    for (KeyColumn column : table.key()) {
      ColumnFacts of = columns.get(column.name());
      if (of == null) {
        refusal = "it has no column " + column.name();
        mend = "correct the mapping.";
      } else {
        key.add(new FoundTable.Key(column.name(), of.declaredOid(), of.typeOid()));
        if (refusal.isEmpty() && !of.isInIdentity()) {
          refusal = "column %s is not in its replica identity".formatted(column.name());
          mend = "Make the id its primary key, or choose a unique index by REPLICA IDENTITY.";
        }
      }
    }
    return new FoundTable(table, facts.schema(), facts.name(), key, refusal, mend);
  }

  private Map<String, ColumnFacts> columns(CachedTable table) {
    Map<String, ColumnFacts> columns = new HashMap<>();
    connection.query(
        COLUMNS,
        row ->
            columns.put(
                text(row, 0),
                new ColumnFacts((int) row.getLong(1), (int) row.getLong(2), row.getBoolean(3))),
        table.sql());
    return columns;
  }

  /// Why rows cannot be cached, and what mends it; empty when nothing stands against it.
  private static String[] refusal(Facts facts) {
    String table = CachedTable.quoted(facts.schema()) + "." + CachedTable.quoted(facts.name());
    if (!facts.kind().equals("r") && !facts.kind().equals("p")) {
      return new String[] {"it is no table, and the change stream does not have it", ""};
    }
    if (facts.persistence().equals("u")) {
      return new String[] {
        "it is unlogged, and the change stream does not have it",
        "ALTER TABLE %s SET LOGGED;".formatted(table)
      };
    }
    if (!facts.persistence().equals("p")) {
      return new String[] {"it is temporary, and the change stream does not have it", ""};
    }
    if (facts.hasRowSecurity()) {
      return new String[] {"it has row-level security: who sees a row depends on the role", ""};
    }
    if (!facts.isReadable()) {
      return new String[] {
        "the role may not read it", "GRANT SELECT ON %s TO CURRENT_USER;".formatted(table)
      };
    }
    if (facts.identity().equals("n")) {
      return new String[] {
        "it has REPLICA IDENTITY NOTHING",
        "ALTER TABLE %s REPLICA IDENTITY DEFAULT;".formatted(table)
      };
    }
    return new String[] {"", ""};
  }

  private static String text(DataRow row, int column) {
    return Objects.requireNonNull(row.getString(column));
  }
}
