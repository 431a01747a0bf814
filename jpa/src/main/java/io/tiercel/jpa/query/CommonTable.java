package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.DdlExtras;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityReference;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A query that the statement names (`with name as (…)`) as something to range over. An item that
/// is an entity is a reference to it, as a foreign key is. Confined to one translation.
final class CommonTable {
  private final String name;
  private final Table table;
  private final boolean skipsCycles;
  private final Map<DerivedItem, ToOneAttribute> references = new HashMap<>();
  private final Map<String, DerivedItem> items = new HashMap<>();
  private final List<DerivedItem> inOrder;

  /// @param name as the query calls it
  /// @param table as the statement calls it
  /// @param skipsCycles whether it marks rows that would go round in a circle, which are left out
  CommonTable(String name, Table table, List<DerivedItem> items, boolean skipsCycles) {
    this.name = name;
    this.table = table;
    this.skipsCycles = skipsCycles;
    this.inOrder = items;
    items.forEach(item -> this.items.put(folded(Objects.requireNonNull(item.alias())), item));
  }

  private static String folded(String name) {
    return Translation.lowerCase(name);
  }

  String name() {
    return name;
  }

  Table table() {
    return table;
  }

  Collection<String> names() {
    return inOrder.stream().map(item -> String.valueOf(item.alias())).toList();
  }

  @Nullable DerivedItem item(String itemName) {
    return items.get(folded(itemName));
  }

  static String column(int index) {
    return "c" + index;
  }

  /// What leaves out rows that are marked, null without such rows.
  @Nullable String restriction(String alias) {
    return skipsCycles ? "not " + alias + ".is_cycle" : null;
  }

  /// What an item means where the table is ranged over.
  Resolved resolved(TableSource source, DerivedItem item) {
    var entity = item.type().entity();
    if (entity != null) {
      // One object for each item, so that paths join it once.
      return new Resolved.ToOne(
          source, references.computeIfAbsent(item, _ -> reference(entity, item)));
    }
    if (item.embeddable() != null) {
      return new Resolved.Embedded(source, embedded(item.embeddable(), item));
    }
    var type = item.type();
    return new Resolved.Basic(source, column(item.firstColumn(), type), type);
  }

  private Column column(int index, ValueType type) {
    String sqlType = type.sqlType();
    return new Column(
        table,
        column(index),
        index,
        type.columnType(),
        sqlType == null ? "" : sqlType,
        type.conversion(),
        true,
        false,
        false,
        false,
        null,
        DdlExtras.NONE);
  }

  private ToOneAttribute reference(EntityMapping entity, DerivedItem item) {
    List<Column> key = entity.id().columns();
    return new ToOneAttribute(
        String.valueOf(item.alias()),
        0,
        entity.javaType(),
        // Nothing reads it: no instance has the attribute.
        entity.id().attributes().getFirst().javaMember(),
        new EntityReference(entity.javaType(), () -> entity),
        IntStream.range(0, key.size())
            .mapToObj(
                i ->
                    column(
                        item.firstColumn() + i, ValueType.of(key.get(i), key.get(i).columnType())))
            .toList(),
        null,
        List.of(),
        null,
        false,
        true,
        true,
        Cascade.NONE,
        false);
  }

  private EmbeddedAttribute embedded(EmbeddedAttribute attribute, DerivedItem item) {
    List<Column> columns = attribute.columns();
    return attribute.withColumns(
        column ->
            column(
                item.firstColumn() + columns.indexOf(column),
                ValueType.of(column, column.columnType())));
  }
}
