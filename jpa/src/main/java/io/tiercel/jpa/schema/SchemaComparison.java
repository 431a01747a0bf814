package io.tiercel.jpa.schema;

import io.tiercel.jpa.mapping.History;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Compares the database with what the mapping needs: one query over the catalogs, then table by
/// table. Confined to one thread.
///
/// The comparison is for compatibility, not equality. A column's type fits when the client can read
/// it as, and write it from, the class the attribute is stored as; lengths and precisions are not
/// compared. What the database has in addition (tables, nullable columns, indexes, constraints) is
/// its own affair, but a column that must be filled and is not mapped is a difference. Whether a
/// column may be null is a difference that can be tolerated: a null in the wrong place is refused
/// by the database when it is written, or by us when it is read.
public final class SchemaComparison {
  /// One row for each column of each relation asked for; one without a column for those that have
  /// none or do not exist.
  public static final String QUERY =
      """
      select n.position, c.relkind::text, a.attname::text,
             case t.typtype when 'd' then t.typbasetype else t.oid end,
             format_type(a.atttypid, a.atttypmod), a.attnotnull,
             a.atthasdef or a.attidentity <> '',
             array(select (select string_agg(k.attname::text, e'\\n')
                           from pg_attribute k
                           where k.attrelid = i.indrelid and k.attnum = any (i.indkey))
                   from pg_index i
                   where i.indrelid = c.oid and i.indisunique and i.indpred is null),
             array(select g.tgname::text from pg_trigger g
                   where g.tgrelid = c.oid and not g.tgisinternal and g.tgenabled <> 'D')
      from unnest($1::text[]) with ordinality as n(name, position)
      left join pg_class c on c.oid = to_regclass(n.name)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_type t on t.oid = a.atttypid
      order by n.position\
      """;

  private final Map<Table, TableDraft> tables;
  private final Map<Table, IdGeneration.Sequence> sequences;
  private final List<History> histories;
  private final Map<Integer, FoundTable> found = new LinkedHashMap<>();

  SchemaComparison(
      Map<Table, TableDraft> tables,
      Map<Table, IdGeneration.Sequence> sequences,
      List<History> histories) {
    this.tables = tables;
    this.sequences = sequences;
    this.histories = histories;
  }

  /// The parameter of [#QUERY].
  public Object[] names() {
    List<String> names = new ArrayList<>();
    tables.keySet().forEach(table -> names.add(table.sql()));
    sequences.keySet().forEach(sequence -> names.add(sequence.sql()));
    histories.forEach(history -> names.add(former(history).sql()));
    return names.toArray();
  }

  /// Where the former rows are.
  private static Table former(History history) {
    Table table = history.table();
    return table == null ? history.entity().table() : table;
  }

  /// Takes a row of [#QUERY].
  public void accept(DataRow row) {
    FoundTable table = found.computeIfAbsent((int) row.getLong(0), _ -> new FoundTable());
    String kind = row.getString(1);
    if (kind == null) {
      return;
    }
    table.kind = kind;
    String column = row.getString(2);
    if (column == null) {
      return;
    }
    if (table.columns.isEmpty()) {
      for (String set : Objects.requireNonNull(row.get(7, String[].class))) {
        table.uniqueSets.add(Set.of(set.split("\n", -1)));
      }
      table.triggers.addAll(List.of(Objects.requireNonNull(row.get(8, String[].class))));
    }
    table.columns.put(
        column,
        new FoundTable.FoundColumn(
            (int) row.getLong(3),
            Objects.requireNonNull(row.getString(4)),
            row.getBoolean(5),
            row.getBoolean(6)));
  }

  /// The tables and sequences whose names are taken in the database.
  public Set<Table> present() {
    Set<Table> present = new LinkedHashSet<>();
    int position = 0;
    for (Table name : Stream.of(tables, sequences).flatMap(all -> all.keySet().stream()).toList()) {
      if (at(++position).exists()) {
        present.add(name);
      }
    }
    return present;
  }

  /// All differences, tables first; empty when the mapping can work with the database.
  public List<SchemaDifference> differences() {
    List<SchemaDifference> differences = differences(found -> true);
    int position = tables.size() + sequences.size();
    List<Table> names = List.copyOf(tables.keySet());
    for (History history : histories) {
      FoundTable present = at(names.indexOf(history.entity().table()) + 1);
      new HistoryComparison(history, present, at(++position)).addTo(differences);
    }
    return differences;
  }

  /// The differences of the tables and sequences that are [#present]. Histories are not among them:
  /// they are made for tables that are there by a unit that is open.
  public List<SchemaDifference> differencesOfPresent() {
    return differences(FoundTable::exists);
  }

  private List<SchemaDifference> differences(Predicate<FoundTable> compared) {
    List<SchemaDifference> differences = new ArrayList<>();
    int position = 0;
    for (TableDraft table : tables.values()) {
      FoundTable relation = at(++position);
      if (compared.test(relation)) {
        new TableComparison(table, relation).addTo(differences);
      }
    }
    for (IdGeneration.Sequence sequence : sequences.values()) {
      FoundTable relation = at(++position);
      if (compared.test(relation) && !relation.kind.equals("S")) {
        differences.add(
            new SchemaDifference(
                relation.exists()
                    ? "%s is not a sequence".formatted(sequence.sequence())
                    : "sequence %s does not exist".formatted(sequence.sequence()),
                SchemaGenerator.createSequence(sequence)));
      }
    }
    return differences;
  }

  private FoundTable at(int position) {
    return found.getOrDefault(position, new FoundTable());
  }
}
