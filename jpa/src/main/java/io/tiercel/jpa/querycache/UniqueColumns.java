package io.tiercel.jpa.querycache;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.EntitySelection;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.watch.Condition;
import io.tiercel.jpa.query.watch.Operand;
import io.tiercel.jpa.query.watch.WatchPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A query for the one entity that has certain values in columns which are unique together, or in
/// those of its id. Immutable.
///
/// @param columns in the order of the entity's mapping
/// @param names of the columns
/// @param values where the value of each comes from
/// @param isId whether they are those of the id
record UniqueColumns(
    EntityMapping entity,
    List<Column> columns,
    List<String> names,
    List<Operand> values,
    boolean isId) {

  /// Null for other queries.
  static @Nullable UniqueColumns of(QueryPlan plan) {
    WatchPlan watched = plan.watchPlan();
    if (watched.refusal() != null
        || plan.isPage()
        || watched.sources().size() != 1
        || !watched.isByRows()
        || plan.selections().size() != 1
        || !(plan.selections().getFirst() instanceof EntitySelection selection)
        || !selection.joined().isEmpty()
        || !selection.collections().isEmpty()) {
      return null;
    }
    WatchPlan.Source source = watched.sources().getFirst();
    Map<Column, Operand> equal = new HashMap<>();
    return source.entity() == selection.mapping()
            && addEqual(watched.condition(), source.alias(), equal)
        ? of(source.entity(), equal)
        : null;
  }

  /// Whether the condition only asks for columns to have values.
  private static boolean addEqual(Condition condition, String alias, Map<Column, Operand> to) {
    return switch (condition) {
      case Condition.All(var all) -> all.stream().allMatch(each -> addEqual(each, alias, to));
      case Condition.Comparison(var operator, var left, var right)
          when operator == ComparisonOperator.EQUAL ->
          add(left, right, alias, to) || add(right, left, alias, to);
      default -> false;
    };
  }

  private static boolean add(Operand column, Operand value, String alias, Map<Column, Operand> to) {
    return column instanceof Operand.OfColumn(var of, var mapped)
        && of.equals(alias)
        && !(value instanceof Operand.OfColumn)
        && to.putIfAbsent(mapped, value) == null;
  }

  private static @Nullable UniqueColumns of(EntityMapping entity, Map<Column, Operand> equal) {
    Set<String> names = new HashSet<>();
    equal.keySet().forEach(column -> names.add(column.name()));
    boolean isId = names.equals(names(entity.id().columns()));
    if (!isId && !isUnique(entity, names)) {
      return null;
    }
    List<Column> columns = new ArrayList<>();
    List<Operand> values = new ArrayList<>();
    for (Column column : isId ? entity.id().columns() : entity.columns()) {
      Operand value = equal.get(column);
      if (value != null) {
        columns.add(column);
        values.add(value);
      }
    }
    return columns.size() == names.size()
        ? new UniqueColumns(
            entity,
            List.copyOf(columns),
            columns.stream().map(Column::name).toList(),
            List.copyOf(values),
            isId)
        : null;
  }

  private static boolean isUnique(EntityMapping entity, Set<String> names) {
    for (Column column : entity.columns()) {
      if (column.unique() && names.equals(Set.of(column.name()))) {
        return true;
      }
    }
    for (EntityMapping.Index index : entity.indexes()) {
      if (index.unique() && names.equals(Set.copyOf(index.columnNames()))) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> names(List<Column> columns) {
    Set<String> names = new HashSet<>();
    columns.forEach(column -> names.add(column.name()));
    return names;
  }
}
