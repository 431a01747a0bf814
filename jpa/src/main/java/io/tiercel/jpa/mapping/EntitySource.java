package io.tiercel.jpa.mapping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An entity with its subtypes as a from clause has it: one table, tables joined by the id, or the
/// union of the tables of concrete classes (section 2.13). Immutable.
///
/// Tables of supertypes are joined, those of subtypes and secondary ones left-joined; PostgreSQL
/// leaves a left join out where none of its columns is asked for, because they are joined by their
/// primary keys.
public final class EntitySource {
  private final EntityMapping mapping;
  private final String alias;
  private final boolean isUnion;
  private final String declaration;

  /// By table; only where there are several.
  private final Map<Table, String> aliases = new HashMap<>();

  /// @param alias of the first table; what others there are have aliases that begin with it
  public EntitySource(EntityMapping mapping, String alias) {
    this.mapping = mapping;
    this.alias = alias;
    this.isUnion = mapping.inheritance().hasTablePerClass() && mapping.isPolymorphic();
    this.declaration = isUnion ? union() : joined();
  }

  private String joined() {
    EntityTable first = mapping.tables().getFirst();
    String declared = first.table().sql() + " " + alias;
    List<EntityTable> others = others();
    if (others.isEmpty()) {
      return declared;
    }
    aliases.put(first.table(), alias);
    StringBuilder sql = new StringBuilder("(").append(declared);
    for (EntityTable table : others) {
      boolean required = mapping.tables().contains(table) && !table.isOptional();
      String other = alias + "_" + aliases.size();
      aliases.put(table.table(), other);
      sql.append(required ? " join " : " left join ").append(table.table().sql()).append(' ');
      sql.append(other).append(" on ").append(equal(first, table, other));
    }
    return sql.append(')').toString();
  }

  private List<EntityTable> others() {
    Map<Table, EntityTable> all = new LinkedHashMap<>();
    for (EntityMapping type : mapping.withSubtypes()) {
      type.tables().forEach(table -> all.putIfAbsent(table.table(), table));
    }
    return all.values().stream().skip(1).toList();
  }

  private String equal(EntityTable first, EntityTable table, String other) {
    return IntStream.range(0, table.key().size())
        .mapToObj(
            i ->
                "%s.%s = %s.%s"
                    .formatted(other, table.key().get(i).sql(), alias, first.key().get(i).sql()))
        .collect(Collectors.joining(" and "));
  }

  private String union() {
    return mapping.concreteTypes().stream()
        .map(this::branch)
        .collect(Collectors.joining(" union all ", "(", ") " + alias));
  }

  /// The rows of one concrete class, with nulls of the right types for what other classes add.
  private String branch(EntityMapping type) {
    ResultLayout layout = mapping.layout();
    EntityTable own = type.primaryTable();
    @Nullable String[] values = new String[layout.columns().size()];
    int[] positions = layout.positions(type);
    List<Column> columns = new ArrayList<>(own.key());
    columns.addAll(own.columns());
    for (int slot = 0; slot < positions.length; slot++) {
      values[positions[slot]] = columns.get(slot).sql();
    }
    for (EntityMapping other : layout.types()) {
      int[] others = layout.positions(other);
      for (int slot = 0; slot < others.length && !other.isAbstract(); slot++) {
        if (values[others[slot]] == null) {
          // The row type of a table knows the types of its columns.
          EntityTable table = other.primaryTable();
          values[others[slot]] =
              "(null::%s).%s".formatted(table.table().sql(), other.columns().get(slot).sql());
        }
      }
    }
    String listed =
        IntStream.range(0, values.length)
            .mapToObj(i -> (values[i] == null ? "null::text" : values[i]) + " as c" + i)
            .collect(Collectors.joining(", "));
    return "select %s, %d as m from %s".formatted(listed, mark(type), own.table().sql());
  }

  /// The entity.
  public EntityMapping mapping() {
    return mapping;
  }

  /// The alias of the table that a lock is taken on: no outer join can leave it without a row.
  public String alias() {
    return alias;
  }

  /// Whether it is the union of several tables.
  public boolean isUnion() {
    return isUnion;
  }

  /// The tables that are joined, the one that others refer to first; of a union none.
  public List<EntityTable> tables() {
    List<EntityTable> tables = new ArrayList<>();
    if (!isUnion) {
      tables.add(mapping.tables().getFirst());
      tables.addAll(others());
    }
    return tables;
  }

  /// The alias of one of [#tables()].
  public String alias(EntityTable table) {
    return aliases.getOrDefault(table.table(), alias);
  }

  /// Whether all its columns stand in one table.
  public boolean isOneTable() {
    return !isUnion && aliases.isEmpty();
  }

  /// Whether its rows can be locked: those of a union cannot.
  public boolean isLockable() {
    return !isUnion;
  }

  /// What a from clause says.
  public String declaration() {
    return declaration;
  }

  /// The value of a column of the entity.
  public String column(Column column) {
    return column(mapping, column);
  }

  /// The value of a column of the entity or of one of its subtypes.
  public String column(EntityMapping type, Column column) {
    if (isUnion) {
      String name = "c" + mapping.layout().position(type, column.slot());
      return column.in(column.table(), name, null).read(alias);
    }
    return column.read(alias(column));
  }

  private String alias(Column column) {
    String found = aliases.isEmpty() ? alias : aliases.get(column.table());
    if (found == null) {
      throw new IllegalStateException(
          "no table of %s has the column %s, only %s".formatted(mapping, column, aliases.keySet()));
    }
    return found;
  }

  /// The columns of a result, as [ResultLayout] has them.
  public List<String> columns() {
    return columns(mapping);
  }

  /// The columns of a result that shows those rows alone that are of the type.
  ///
  /// @param type the entity or a subtype of it
  public List<String> columns(EntityMapping type) {
    ResultLayout layout = type.layout();
    @Nullable String[] columns = new String[layout.width()];
    for (EntityMapping each : layout.types()) {
      int[] positions = layout.positions(each);
      for (int slot = 0; slot < positions.length; slot++) {
        if (columns[positions[slot]] == null) {
          columns[positions[slot]] = column(each, each.columns().get(slot));
        }
      }
    }
    if (layout.hasMarker()) {
      columns[columns.length - 1] = type();
    }
    return Stream.of(columns).map(Objects::requireNonNull).toList();
  }

  /// The columns that follow those of [#columns(EntityMapping)]: what tells the classes of targets.
  public List<String> marks(EntityMapping type) {
    return TargetMark.of(type).stream().map(mark -> mark.sql(this)).toList();
  }

  /// The condition that keeps rows of other classes out, null where there are none.
  public @Nullable String restriction() {
    return mapping.inheritance().sharesTable() ? isOneOf(mapping) : null;
  }

  /// The condition that a row is of that type or a subtype of it.
  public String isOneOf(EntityMapping type) {
    String marks =
        type.concreteTypes().stream().map(EntitySource::literal).collect(Collectors.joining(", "));
    return marks.isEmpty() ? "false" : "%s in (%s)".formatted(type(), marks);
  }

  /// What tells the class of a row: the discriminator, or the place of the class in its hierarchy.
  public String type() {
    Column discriminator = mapping.inheritance().discriminator();
    if (discriminator != null) {
      return column(discriminator);
    }
    if (isUnion) {
      return alias + ".m";
    }
    return mapping.isPolymorphic() ? byTables() : literal(mapping);
  }

  /// The most derived class that has a row in its table.
  private String byTables() {
    StringBuilder sql = new StringBuilder("case");
    for (EntityMapping type : mapping.withSubtypes().reversed()) {
      if (type == mapping) {
        sql.append(" else ").append(mark(type)).append(" end");
      } else {
        Column key = type.primaryTable().key().getFirst();
        sql.append(" when ").append(alias(key)).append('.').append(key.sql());
        sql.append(" is not null then ").append(mark(type));
      }
    }
    return sql.toString();
  }

  /// What [#type()] is for rows of exactly that type, null for one without rows.
  public static @Nullable Object markOf(EntityMapping type) {
    return type.inheritance().discriminator() != null
        ? type.inheritance().discriminatorValue()
        : (Object) mark(type);
  }

  private static int mark(EntityMapping type) {
    return type.root().withSubtypes().indexOf(type);
  }

  /// [#markOf(EntityMapping)] as SQL.
  public static String literal(EntityMapping type) {
    Object mark = markOf(type);
    return mark instanceof String text ? "'" + text.replace("'", "''") + "'" : String.valueOf(mark);
  }
}
