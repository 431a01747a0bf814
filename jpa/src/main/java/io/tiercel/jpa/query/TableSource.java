package io.tiercel.jpa.query;

import io.tiercel.jpa.format.StoredValue;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.query.watch.Operand;
import io.tiercel.jpa.query.watch.Term;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a from clause ranges over: an entity with its tables, the same seen as a subtype, or the
/// rows of a collection. Compared by identity.
final class TableSource {

  private final @Nullable EntityMapping mapping;
  private final @Nullable EntitySource source;
  private final @Nullable TableSource treatedFrom;
  private final @Nullable String moment;
  private final Table table;
  private final String alias;
  private final Scope scope;
  private final boolean nullable;
  private final Map<EntityMapping, TableSource> treated = new HashMap<>();

  /// @param scope the scope whose from clause holds the table
  /// @param nullable whether an outer join may leave it without a row
  TableSource(EntityMapping mapping, String alias, Scope scope, boolean nullable) {
    this(mapping, mapping.table(), alias, scope, nullable, null);
  }

  /// The rows of an entity as they were.
  ///
  /// @param moment SQL, null for the present rows
  TableSource(
      EntityMapping mapping, String alias, Scope scope, boolean nullable, @Nullable String moment) {
    this(mapping, mapping.table(), alias, scope, nullable, moment);
  }

  /// The rows of a collection or of a query.
  TableSource(Table table, String alias, Scope scope, boolean nullable) {
    this(null, table, alias, scope, nullable, null);
  }

  private TableSource(
      @Nullable EntityMapping mapping,
      Table table,
      String alias,
      Scope scope,
      boolean nullable,
      @Nullable String moment) {
    this.mapping = mapping;
    this.source = mapping == null ? null : new EntitySource(mapping, alias);
    this.treatedFrom = null;
    this.moment = moment;
    this.table = table;
    this.alias = alias;
    this.scope = scope;
    this.nullable = nullable;
  }

  private TableSource(TableSource from, EntityMapping subtype) {
    this.mapping = subtype;
    this.source = from.source;
    this.treatedFrom = from;
    this.moment = from.moment;
    this.table = from.table;
    this.alias = from.alias;
    this.scope = from.scope;
    this.nullable = true;
  }

  /// Whether it is an entity, as opposed to the rows of a collection or of a query.
  boolean isEntity() {
    return mapping != null;
  }

  /// The entity; IllegalStateException for the rows of a collection.
  EntityMapping mapping() {
    if (mapping == null) {
      throw new IllegalStateException("no entity: " + table);
    }
    return mapping;
  }

  /// The entity's tables; IllegalStateException for the rows of a collection.
  EntitySource source() {
    if (source == null) {
      throw new IllegalStateException("no entity: " + table);
    }
    return source;
  }

  /// The moment whose rows are meant, null for the present ones.
  @Nullable String moment() {
    return moment;
  }

  /// The alias of the first table, the one that a lock is taken on.
  String alias() {
    return alias;
  }

  Scope scope() {
    return scope;
  }

  boolean isNullable() {
    return nullable;
  }

  /// The table, or the tables together, as a from clause declares them.
  String declaration() {
    if (moment != null) {
      return PastRows.declaration(mapping(), alias, moment);
    }
    return source == null ? table.sql() + " " + alias : source.declaration();
  }

  /// The value of a column; null where the row is not of the subtype it is treated as.
  String column(Column column) {
    if (source == null || mapping == null) {
      return column.read(alias);
    }
    String value = source.column(mapping, column);
    return treatedFrom != null && isSeenInOthers(source, column)
        ? "case when %s then %s end".formatted(source.isOneOf(mapping), value)
        : value;
  }

  /// A column that holds a value in a format.
  StoredValue stored(Column column) {
    boolean isPlain =
        moment == null && treatedFrom == null && (source == null || source.isOneTable());
    return new StoredValue(column(column), isPlain ? alias : null);
  }

  /// What the value of a column is; null where it is not just that.
  @Nullable Term term(Column column) {
    return treatedFrom == null
            && moment == null
            && source != null
            && source.isOneTable()
            && !column.isLargeObject()
        ? new Operand.OfColumn(alias, column)
        : null;
  }

  /// As above, of a key, where it is one column.
  @Nullable Term term(List<Column> columns) {
    return columns.size() == 1 ? term(columns.getFirst()) : null;
  }

  /// Whether rows of other classes have values in the column: an inherited one, or one that several
  /// classes share.
  private static boolean isSeenInOthers(EntitySource source, Column column) {
    boolean inherited = column.slot() < source.mapping().columns().size();
    long sharing =
        source.mapping().layout().columns().stream()
            .filter(other -> other.toString().equals(column.toString()))
            .count();
    return inherited || sharing > 1;
  }

  /// What a where clause or join condition must add, so that rows of other classes in the same
  /// table stay out; null where there are none.
  @Nullable String restriction() {
    return source == null ? null : source.restriction();
  }

  /// A condition on its rows, and the restriction.
  String restricted(String condition) {
    String restriction = restriction();
    return restriction == null ? condition : condition + " and " + restriction;
  }

  /// The same rows seen as those of a subtype; of rows that are not, everything is null.
  TableSource treated(EntityMapping subtype) {
    return treated.computeIfAbsent(subtype, type -> new TableSource(this, type));
  }

  /// What was treated as a subtype, itself when nothing was.
  TableSource untreated() {
    return treatedFrom == null ? this : treatedFrom.untreated();
  }

  /// The condition that its rows are of the subtype they are treated as, null when they are not
  /// treated.
  @Nullable String treatment() {
    return treatedFrom == null ? null : source().isOneOf(mapping());
  }

  /// The column of the id; of several columns a row, which is null where an outer join found none.
  String id() {
    List<String> columns = idColumns();
    return columns.size() == 1
        ? columns.getFirst()
        : "(case when %s is not null then row(%s) end)"
            .formatted(columns.getFirst(), String.join(", ", columns));
  }

  /// A foreign key to an id; of several columns a row, which is null where it refers to nothing.
  String reference(List<Column> columns) {
    List<String> names = columns.stream().map(this::column).toList();
    return names.size() == 1
        ? names.getFirst()
        : "(case when (%1$s) is not null then row(%1$s) end)".formatted(String.join(", ", names));
  }

  /// What rows are grouped by as entities. PostgreSQL knows that the columns of a table depend on
  /// its
  /// primary key, but knows it of no join, no union and no rows of the past.
  List<String> groupingColumns() {
    List<String> ids = idColumns();
    if (source == null || (source.isOneTable() && moment == null)) {
      return ids;
    }
    return Stream.concat(ids.stream(), source.columns(mapping()).stream()).distinct().toList();
  }

  /// The columns of the id.
  List<String> idColumns() {
    return mapping().id().columns().stream().map(this::column).toList();
  }
}
