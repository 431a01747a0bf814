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
      List<Sort> sorting,
      String tail) {

    /// An item of the order by clause and what it was translated to.
    record Sort(OrderItem item, Sql value) {

      WatchPlan.@Nullable Sort ofColumn() {
        return value.term() instanceof Operand.OfColumn column
            ? new WatchPlan.Sort(column, item.descending(), nullsFirst())
            : null;
      }

      boolean nullsFirst() {
        return item.nulls() == null ? item.descending() : item.nulls() == Nulls.FIRST;
      }
    }
  }

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
      List<OrderItem> orderBy,
      List<Sql> orderValues,
      String tail) {
    List<Top.Sort> sorting = new ArrayList<>(orderBy.size());
    for (int i = 0; i < orderBy.size(); i++) {
      sorting.add(new Top.Sort(orderBy.get(i), orderValues.get(i)));
    }
    top =
        new Top(
            scope,
            scope.fetches().firstColumns(),
            List.copyOf(items.columns()),
            where,
            sorting,
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
        new WatchPlan(watched, condition, order, sorting(query), null),
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
    Top.Sort sort = query.sorting.isEmpty() ? null : query.sorting.getFirst();
    if (sort == null || !(sort.value().term() instanceof Operand.OfColumn(var alias, var column))) {
      return null;
    }
    Integer first = places.get(alias);
    int place = first == null ? query.columns.size() + hidden.size() : first + column.slot();
    if (first == null) {
      hidden.add(sort.value().text());
    }
    return new WatchPlan.Order(alias, column, place, sort.item().descending(), sort.nullsFirst());
  }

  private static @Nullable List<WatchPlan.Sort> sorting(Top query) {
    List<WatchPlan.Sort> sorting = new ArrayList<>(query.sorting.size());
    for (Top.Sort each : query.sorting) {
      WatchPlan.Sort ofColumn = each.ofColumn();
      if (ofColumn == null) {
        return null;
      }
      sorting.add(ofColumn);
    }
    return sorting;
  }
}
