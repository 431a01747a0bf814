package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.query.syntax.OrderItem;
import io.tiercel.jpa.query.syntax.OrderItem.Nulls;
import io.tiercel.jpa.query.watch.Condition;
import io.tiercel.jpa.query.watch.Operand;
import io.tiercel.jpa.query.watch.WatchPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is noted while a statement is translated for those who store its results. Confined to one
/// translation.
///
/// A row of a table alters the result of inner joins only if it was in it or satisfies all that the
/// statement asks of this table alone. Where more counts than that, as for aggregates, subqueries
/// and outer joins, every change of the table does.
final class WatchNotes {
  private final List<TableSource> sources = new ArrayList<>();
  private final List<TableSource> inside = new ArrayList<>();
  private boolean joinsOuter;
  private boolean isCoarse;
  private @Nullable String refusal;
  private @Nullable Top top;

  /// The query itself, as opposed to those in it.
  ///
  /// @param firstColumns where the columns of selected entities begin, by the aliases
  /// @param columns how many columns a row has
  /// @param tail the statement behind its select clause
  private record Top(
      Scope scope,
      Map<String, Integer> firstColumns,
      List<String> columns,
      @Nullable Sql where,
      @Nullable Sql firstOrder,
      @Nullable OrderItem order,
      String tail) {}

  /// A table of the statement.
  void add(TableSource source) {
    sources.add(source);
    joinsOuter |= source.isNullable();
  }

  /// A table that belongs to a query inside, though its paths begin in the one around.
  void isInside(TableSource source) {
    inside.add(source);
  }

  /// A table that belongs to no entity.
  void add(Table table) {
    refuse("it reads %s, which is no entity's own table".formatted(table));
  }

  /// A join that may leave its table without a row.
  void joinOuter() {
    joinsOuter = true;
  }

  /// One row of the result is made of several.
  void setCoarse() {
    isCoarse = true;
  }

  void refuse(String why) {
    refusal = refusal == null ? why : refusal;
  }

  /// The statement's select query. One of several operands of a set operation is not.
  void top(
      Scope scope,
      SelectItems items,
      @Nullable Sql where,
      @Nullable OrderItem order,
      @Nullable Sql firstOrder,
      String tail) {
    top =
        new Top(
            scope,
            scope.fetches().firstColumns(),
            List.copyOf(items.columns()),
            where,
            firstOrder,
            order,
            tail);
  }

  /// The statement with the keys of its rows, and what its result depends on.
  ///
  /// @param keyed null where a row without them has all
  record Noted(WatchPlan plan, @Nullable String keyed) {}

  Noted noted() {
    if (refusal != null) {
      return new Noted(WatchPlan.refused(refusal), null);
    }
    Top query = top;
    if (query == null || isCoarse) {
      return new Noted(
          new WatchPlan(
              sources.stream().map(source -> source(source, -1)).toList(),
              Condition.NONE,
              null,
              null),
          null);
    }
    return noted(query);
  }

  private static WatchPlan.Source source(TableSource source, int keyColumn) {
    return new WatchPlan.Source(source.mapping(), source.alias(), keyColumn);
  }

  private Noted noted(Top query) {
    List<String> hidden = new ArrayList<>();
    Map<String, Integer> places = new HashMap<>(query.firstColumns);
    List<WatchPlan.Source> watched = new ArrayList<>();
    for (TableSource source : sources) {
      if (!isByRows(source, query.scope)) {
        watched.add(source(source, -1));
        continue;
      }
      Integer selected = query.firstColumns.get(source.alias());
      if (selected == null) {
        selected = query.columns.size() + hidden.size();
        hidden.addAll(source.idColumns());
      }
      watched.add(source(source, selected));
    }
    WatchPlan.Order order = order(query, places, hidden);
    Condition condition = query.where == null ? Condition.NONE : query.where.asCondition();
    return new Noted(
        new WatchPlan(watched, condition, order, null),
        hidden.isEmpty()
            ? null
            : "select "
                + String.join(", ", query.columns)
                + ", "
                + String.join(", ", hidden)
                + query.tail);
  }

  private boolean isByRows(TableSource source, Scope scope) {
    return source.scope() == scope
        && !source.isNullable()
        && !inside.contains(source)
        && source.source().isOneTable()
        && (!joinsOuter || scope.isRoot(source));
  }

  private static WatchPlan.@Nullable Order order(
      Top query, Map<String, Integer> places, List<String> hidden) {
    OrderItem item = query.order;
    if (item == null
        || query.firstOrder == null
        || !(query.firstOrder.term() instanceof Operand.OfColumn(var alias, var column))) {
      return null;
    }
    Integer first = places.get(alias);
    int place = first == null ? query.columns.size() + hidden.size() : first + column.slot();
    if (first == null) {
      hidden.add(query.firstOrder.text());
    }
    boolean nullsFirst = item.nulls() == null ? item.descending() : item.nulls() == Nulls.FIRST;
    return new WatchPlan.Order(alias, column, place, item.descending(), nullsFirst);
  }
}
