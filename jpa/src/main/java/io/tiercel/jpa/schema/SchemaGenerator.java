package io.tiercel.jpa.schema;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.History;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The statements that create and drop what a persistence unit needs (Jakarta Persistence 3.2,
/// section 9.4 and 11.2). Every statement is one line of SQL without a semicolon.
///
/// Foreign keys are indexed, because PostgreSQL does not do it and both joins and deletes need it,
/// unless their columns lead a primary key, a unique constraint or a declared index. A join table
/// has both its columns as primary key: a collection holds each target once, and logical
/// replication can tell its rows apart.
///
/// An entity whose former rows are kept gets a period, a table of these rows and a trigger
/// ([History]).
///
/// Reads every entity of the unit on construction. Immutable afterwards, safe for any number of
/// threads.
public final class SchemaGenerator {
  private final Map<Table, TableDraft> tables = new LinkedHashMap<>();
  private final Map<Table, IdGeneration.Sequence> sequences = new LinkedHashMap<>();
  private final Map<Table, TableDraft> counters = new LinkedHashMap<>();

  /// By the table of the entity.
  private final Map<Table, HistoryDraft> histories = new LinkedHashMap<>();
  private final Map<Table, History> pasts = new LinkedHashMap<>();

  private final boolean indexForeignKeys;

  /// @param indexForeignKeys whether foreign keys that nothing else indexes get an index
  public SchemaGenerator(UnitMapping unit, boolean indexForeignKeys) {
    this.indexForeignKeys = indexForeignKeys;
    List<EntityMapping> entities = unit.entityTypes().stream().map(unit::entity).toList();
    entities.forEach(this::entity);
    entities.forEach(this::collections);
    // A table of counters may be mapped as an entity as well.
    counters.keySet().removeAll(tables.keySet());
  }

  private void entity(EntityMapping mapping) {
    // Abstract classes have no table of their own where each class has one.
    if (!mapping.isAbstract() || !mapping.inheritance().hasTablePerClass()) {
      mapping.tables().forEach(table -> table(mapping, table));
      TableDraft primary = table(mapping.table());
      mapping.indexes().forEach(primary::index);
      if (!mapping.tableExtras().equals(DdlExtras.NONE)) {
        primary.extras(mapping.tableExtras());
      }
    }
    History history = History.of(mapping.root());
    if (history != null) {
      pasts.put(mapping.table(), history);
    }
    if (history != null && history.managed() && history.table() != null) {
      histories.put(mapping.table(), new HistoryDraft(history, history.table()));
    }
    if (mapping.idGeneration() instanceof IdGeneration.Sequence sequence) {
      sequence(mapping, sequence);
    }
    if (mapping.idGeneration() instanceof IdGeneration.Counter counter) {
      counter(counter);
    }
  }

  private void table(EntityMapping mapping, EntityTable table) {
    TableDraft draft = table(table.table());
    table.key().forEach(draft::column);
    table.columns().forEach(draft::column);
    boolean identity =
        mapping.idGeneration() instanceof IdGeneration.Identity
            && table.equals(mapping.tables().getFirst());
    if (table.presence() != EntityTable.Presence.WHILE_SET) {
      draft.markEntity();
    }
    table.indexes().forEach(draft::index);
    if (!table.extras().equals(DdlExtras.NONE)) {
      draft.extras(table.extras());
    }
    draft.primaryKey(table.key().stream().map(Column::name).toList(), identity);
  }

  /// Entities may share a table of counters: what each declares of it adds up.
  private void counter(IdGeneration.Counter counter) {
    TableDraft table = counters.computeIfAbsent(counter.table(), TableDraft::new);
    table.column(counter.keyColumn());
    table.column(counter.valueColumn());
    table.primaryKey(List.of(counter.keyColumn().name()), false);
    counter.indexes().forEach(table::index);
    if (!counter.options().isEmpty()) {
      table.extras(new DdlExtras(List.of(), counter.options(), ""));
    }
  }

  private void sequence(EntityMapping mapping, IdGeneration.Sequence sequence) {
    IdGeneration.Sequence other = sequences.putIfAbsent(sequence.sequence(), sequence);
    if (other != null && !other.equals(sequence)) {
      throw new MappingException(
          mapping.javaType(),
          mapping.id().name(),
          "sequence %s has allocationSize %d and initialValue %d here, but %d and %d elsewhere"
              .formatted(
                  sequence.sequence(),
                  sequence.allocationSize(),
                  sequence.initialValue(),
                  other.allocationSize(),
                  other.initialValue()),
          "use the same @SequenceGenerator, or another sequence.");
    }
  }

  private void collections(EntityMapping mapping) {
    for (Attribute attribute : mapping.indexed()) {
      switch (attribute) {
        case ToManyAttribute toMany -> collection(toMany);
        case ElementCollectionAttribute values -> collection(values);
        default -> {
          // No table beside the entity's.
        }
      }
    }
  }

  private void collection(ElementCollectionAttribute attribute) {
    ElementCollectionAttribute.CollectionTable rows = attribute.table();
    TableDraft table = table(rows.table());
    rows.columns().forEach(table::column);
    table.primaryKey(rows.primaryKey().stream().map(Column::name).toList(), false);
    rows.indexes().forEach(table::index);
    table.extras(rows.extras());
  }

  private void collection(ToManyAttribute attribute) {
    attribute.targetColumns().forEach(column -> table(column.table()).column(column));
    ToManyAttribute.JoinTable joinTable = attribute.joinTable();
    List<Column> places = attribute.shape().columns();
    if (joinTable == null) {
      // A target may be in no such collection.
      places.forEach(column -> place(table(column.table()), column));
    } else if (attribute.isOwning()) {
      TableDraft table = table(joinTable.table());
      joinTable.ownColumns().forEach(table::column);
      joinTable.targetColumns().forEach(table::column);
      List<String> key = new ArrayList<>(table.columnNames());
      if (!places.isEmpty()) {
        key = names(joinTable.ownColumns());
        key.addAll(names(places));
      }
      places.forEach(table::column);
      table.primaryKey(key, false);
      joinTable.indexes().forEach(table::index);
      table.extras(joinTable.extras());
    }
  }

  /// What is only read here another attribute declares.
  private static void place(TableDraft table, Column column) {
    if (column.updatable() || !table.columnNames().contains(column.name())) {
      table.column(column.asNullable());
    }
  }

  private static List<String> names(List<Column> columns) {
    List<String> names = new ArrayList<>();
    columns.forEach(column -> names.add(column.name()));
    return names;
  }

  private TableDraft table(Table table) {
    return tables.computeIfAbsent(table, TableDraft::new);
  }

  /// Creates the schemas that annotations name: for
  /// `jakarta.persistence.create-database-schemas`.
  public List<String> createSchemas() {
    return schemas().map(schema -> "create schema if not exists " + schema).toList();
  }

  /// Drops the schemas that annotations name. One that holds something else is refused by the
  /// server.
  public List<String> dropSchemas() {
    return schemas().map(schema -> "drop schema if exists " + schema).toList();
  }

  private Stream<String> schemas() {
    return Stream.of(
            tables.keySet(),
            sequences.keySet(),
            counters.keySet(),
            histories.values().stream().map(HistoryDraft::table).toList())
        .flatMap(Collection::stream)
        .map(Table::schema)
        .filter(Objects::nonNull)
        .distinct()
        .map(Identifier::quote);
  }

  /// Sequences, tables, then constraints and indexes, in that order: foreign keys may form circles.
  public List<String> create() {
    return create(Set.of());
  }

  /// [#create()] without the tables and sequences that are there and whatever belongs to them.
  public List<String> create(Set<Table> present) {
    List<String> statements = new ArrayList<>();
    absent(sequences, present).forEach(sequence -> statements.add(createSequence(sequence)));
    List<TableDraft> counting = absent(counters, present);
    counting.forEach(table -> statements.add(table.create()));
    counting.forEach(table -> statements.addAll(table.uniqueConstraints()));
    counting.forEach(table -> statements.addAll(table.indexes(false)));
    List<TableDraft> mapped = absent(tables, present);
    mapped.forEach(table -> statements.add(table.create()));
    mapped.forEach(table -> statements.addAll(table.uniqueConstraints()));
    mapped.forEach(table -> statements.addAll(table.indexes(indexForeignKeys)));
    mapped.forEach(table -> statements.addAll(table.foreignKeys()));
    mapped.forEach(table -> statements.addAll(table.comments()));
    absent(histories, present).forEach(history -> statements.addAll(history.create()));
    return List.copyOf(statements);
  }

  /// The part of [#create()] that makes histories, for tables that are there; what there is of
  /// histories stays.
  public List<String> createHistories() {
    return histories.values().stream().flatMap(history -> history.create().stream()).toList();
  }

  private static <T> List<T> absent(Map<Table, T> all, Set<Table> present) {
    return all.entrySet().stream()
        .filter(entry -> !present.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  static String createSequence(IdGeneration.Sequence sequence) {
    return "create sequence %s start with %d increment by %d%s"
        .formatted(
            sequence.sequence(),
            sequence.initialValue(),
            sequence.allocationSize(),
            TableDraft.spaced(sequence.options()));
  }

  /// Undoes [#create()] where all of it is there, and touches nothing else: for a script that
  /// somebody reads, keeps and runs. What depends on a table stops it, where
  /// `cascade` would take that along.
  public List<String> dropAll() {
    List<String> statements = new ArrayList<>();
    tables.values().forEach(table -> statements.addAll(table.dropForeignKeys("")));
    Stream.of(tables, counters)
        .flatMap(some -> List.copyOf(some.keySet()).reversed().stream())
        .forEach(table -> statements.add("drop table " + table));
    histories.values().forEach(history -> statements.addAll(history.drop("")));
    for (Table sequence : List.copyOf(sequences.keySet()).reversed()) {
      statements.add("drop sequence " + sequence);
    }
    return List.copyOf(statements);
  }

  /// Undoes [#create()], also where only some of it is there.
  public List<String> drop() {
    List<String> statements = new ArrayList<>();
    tables.values().forEach(table -> statements.addAll(table.dropForeignKeys("if exists ")));
    for (Table table : List.copyOf(tables.keySet()).reversed()) {
      statements.add("drop table if exists %s cascade".formatted(table));
    }
    histories.values().forEach(history -> statements.addAll(history.drop("if exists ")));
    for (Table table : List.copyOf(counters.keySet()).reversed()) {
      statements.add("drop table if exists %s cascade".formatted(table));
    }
    for (Table sequence : List.copyOf(sequences.keySet()).reversed()) {
      statements.add("drop sequence if exists %s cascade".formatted(sequence));
    }
    return List.copyOf(statements);
  }

  /// Empties all tables at once. Sequences and tables of counters go on counting: the ids taken
  /// from them in advance must not come twice.
  public String truncate() {
    if (tables.isEmpty()) {
      return "select"; // PostgreSQL's shortest statement that does nothing
    }
    return Stream.concat(
            tables.keySet().stream(), histories.values().stream().map(HistoryDraft::table))
        .map(Table::sql)
        .collect(Collectors.joining(", ", "truncate table ", ""));
  }

  /// Compares a database with what [#create()] would make.
  public SchemaComparison comparison() {
    Map<Table, TableDraft> all = new LinkedHashMap<>(tables);
    all.putAll(counters);
    return new SchemaComparison(all, sequences, List.copyOf(pasts.values()));
  }
}
