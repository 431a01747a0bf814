package io.tiercel.jdbc.session;

import io.tiercel.wire.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which tables treat many rows in one command just as one row in each of many commands. What was
/// found is believed for a while, until this session changes definitions or settings. Guarded by
/// the session's lock.
///
/// One command differs from many in what it sees and when it is checked, so a table is not plain
///
/// - with triggers of users, rules, row security, or partitions on foreign servers;
/// - with a foreign key to itself (or within its partition tree): checked at the end of the
///   command, a row may point to a later one;
/// - when a default, a `CHECK` or a domain calls a function that may read tables, and then would
///   not see the rows before: one that is not immutable and not known to us. Those of the server
///   that are stable only look at the session and the catalogs, but for those that run queries.
public final class PlainTables {
  private static final long BELIEVED_NANOS = Duration.ofSeconds(10).toNanos();

  private static final String PART = "(?:\"(?:[^\"]|\"\")+\"|[\\p{L}_][\\p{L}\\p{N}_$]*)";

  /// A name that `to_regclass` surely takes.
  private static final Pattern NAME = Pattern.compile(PART + "(?:\\." + PART + ")?");

  /// The functions that are called, in what `pg_node_tree` prints: `{FUNCEXPR :funcid 1574 …}`.
  private static final String QUERY =
      """
      with recursive family(oid) as materialized (
        select to_regclass($1)::oid where to_regclass($1) is not null
        union select relid from pg_partition_tree(to_regclass($1))
        union select relid from pg_partition_ancestors(to_regclass($1))
      ), type(oid) as (
        select a.atttypid from pg_attribute a
        where a.attrelid in (select oid from family) and a.attnum > 0 and not a.attisdropped
        union
        select part.oid
        from type join pg_type t on t.oid = type.oid and t.typtype in ('b', 'c', 'd')
        cross join lateral (
          select t.typbasetype union all select t.typelem
          union all select a.atttypid from pg_attribute a
          where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) part(oid)
        where part.oid <> 0 and t.oid >= 16384
      ), expression(tree) as (
        select d.adbin::text from pg_attrdef d where d.adrelid in (select oid from family)
        union all
        select k.conbin::text from pg_constraint k
        where k.contype = 'c' and k.conrelid in (select oid from family)
        union all
        select k.conbin::text from pg_constraint k
        where k.contype = 'c' and k.contypid in (select oid from type where oid >= 16384)
        union all
        select t.typdefaultbin::text from pg_type t
        where t.oid in (select oid from type where oid >= 16384) and t.typdefaultbin is not null
      ), called(oid) as (
        select m[1]::oid
        from expression, regexp_matches(tree, ':(?:funcid|opfuncid) ([0-9]+)', 'g') m
      )
      select c.relkind in ('r', 'p') and not c.relhasrules and not c.relrowsecurity
          and not exists (
            select from pg_trigger g
            where not g.tgisinternal and g.tgrelid in (select oid from family))
          and not exists (
            select from pg_class f where f.oid in (select oid from family) and f.relkind = 'f')
          and not exists (
            select from pg_constraint k
            where k.contype = 'f' and k.conrelid in (select oid from family)
            and k.confrelid in (select oid from family))
          and not exists (
            select from called join pg_proc f on f.oid = called.oid
            where f.provolatile <> 'i' and not (
              f.pronamespace = 'pg_catalog'::regnamespace
              and (f.provolatile = 's' and f.proname !~ '_to_xml'
                or f.proname = any (array[%1$s]))
              or f.prolang = (select oid from pg_language where lanname = 'c')
              and f.proname = any (array[%1$s])))
      from pg_class c where c.oid = to_regclass($1)\
      """
          .formatted(
              Stream.of(
                      "nextval random random_normal gen_random_uuid uuidv4 uuidv7".split(" "),
                      "clock_timestamp timeofday txid_current pg_current_xact_id".split(" "),
                      // of the extensions uuid-ossp and pgcrypto
                      "uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4".split(" "),
                      "gen_random_bytes gen_salt".split(" "))
                  .flatMap(Stream::of)
                  .map(name -> "'" + name + "'")
                  .collect(Collectors.joining(", ")));

  /// @param columns asked for when a batch wants to be copied
  private record Finding(boolean isPlain, @Nullable List<TableColumn> columns, long atNanos) {}

  private final Connection wire;
  private final Map<String, Finding> findings = new HashMap<>();

  /// Whether the transaction has changed something that its end may take back.
  private boolean isUnsettled;

  PlainTables(Connection wire) {
    this.wire = wire;
  }

  /// Something is run that may change what a name means or how a table behaves.
  public void unsettle() {
    findings.clear();
    isUnsettled = true;
  }

  /// The transaction is over, and with it local settings, or definitions that were rolled back.
  void transactionEnded() {
    if (isUnsettled) {
      findings.clear();
      isUnsettled = false;
    }
  }

  /// Whether the table, named as in SQL, is one. May ask the server. Blocks.
  public boolean contains(String table) {
    return NAME.matcher(table).matches() && finding(table).isPlain;
  }

  private Finding finding(String table) {
    Finding known = findings.get(table);
    long now = System.nanoTime();
    if (known == null || now - known.atNanos > BELIEVED_NANOS) {
      List<Boolean> found = wire.queryList(QUERY, row -> row.getBoolean(0), table);
      known = new Finding(!found.isEmpty() && found.getFirst(), null, now);
      findings.put(table, known);
    }
    return known;
  }

  /// The columns of one that [#contains] was true of, in their order. May ask the server. Blocks.
  public List<TableColumn> columns(String table) {
    Finding known = finding(table);
    List<TableColumn> columns = known.columns;
    if (columns == null) {
      columns = TableColumn.find(wire, table);
      findings.put(table, new Finding(known.isPlain, columns, known.atNanos));
    }
    return columns;
  }
}
