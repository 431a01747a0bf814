package io.tiercel.jpa.querycache;

import io.tiercel.cache.predicate.Domain;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.watch.Condition;
import io.tiercel.jpa.query.watch.Operand;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the condition of a query asks of the rows of one of its tables, for the values of one run.
///
/// @param alias of the table in the statement
/// @param values of `$1`, `$2`, …
@SuppressWarnings("ArrayRecordComponent") // never compared
record Predicates(String alias, WatchedTable table, @Nullable Object[] values) {

  /// A condition of the statement; what it asks of other tables is not known here.
  Predicate of(Condition condition) {
    return switch (condition) {
      case Condition.All(var all) -> all(all);
      case Condition.Any(var any) -> any(any);
      case Condition.Not(var negated) -> of(negated).not();
      case Condition.Comparison(var operator, var left, var right) ->
          comparison(operator, left, right);
      case Condition.In(var value, var items) -> in(value, items);
      case Condition.InList(var value, var list) -> inList(value, list);
      case Condition.IsNull(var value) -> {
        var column = column(value);
        yield column == null ? Predicate.Constant.UNKNOWN : column.watched().isNull();
      }
      case Condition.Unknown() -> Predicate.Constant.UNKNOWN;
    };
  }

  private Predicate all(List<Condition> conditions) {
    Predicate all = Predicate.Constant.TRUE;
    for (Condition each : conditions) {
      all = all.and(of(each));
    }
    return all;
  }

  private Predicate any(List<Condition> conditions) {
    Predicate any = of(conditions.getFirst());
    for (Condition each : conditions.subList(1, conditions.size())) {
      any = any.or(of(each));
    }
    return any;
  }

  /// A column of this table.
  private record Known(Column mapped, io.tiercel.cache.predicate.Column watched) {}

  private @Nullable Known column(Operand operand) {
    if (!(operand instanceof Operand.OfColumn(var of, var mapped)) || !of.equals(alias)) {
      return null;
    }
    var watched = table.column(mapped.name());
    return watched == null ? null : new Known(mapped, watched);
  }

  private Predicate comparison(ComparisonOperator operator, Operand left, Operand right) {
    Known column = column(left);
    if (column != null && !(right instanceof Operand.OfColumn)) {
      return comparison(operator, column, right);
    }
    Known other = column(right);
    return other != null && !(left instanceof Operand.OfColumn)
        ? comparison(flipped(operator), other, left)
        : Predicate.Constant.UNKNOWN;
  }

  private Predicate comparison(ComparisonOperator operator, Known column, Operand with) {
    Object value = value(with);
    if (!isComparable(column.mapped(), column.watched(), value)) {
      return Predicate.Constant.UNKNOWN;
    }
    var watched = column.watched();
    return switch (operator) {
      case EQUAL -> watched.equal(value);
      case NOT_EQUAL -> watched.equal(value).not();
      case LESS -> watched.below(value, false);
      case LESS_OR_EQUAL -> watched.below(value, true);
      case GREATER -> watched.above(value, false);
      case GREATER_OR_EQUAL -> watched.above(value, true);
    };
  }

  private static ComparisonOperator flipped(ComparisonOperator operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> operator;
      case LESS -> ComparisonOperator.GREATER;
      case LESS_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
      case GREATER -> ComparisonOperator.LESS;
      case GREATER_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
    };
  }

  private Predicate in(Operand value, List<Operand> items) {
    List<@Nullable Object> listed = new ArrayList<>(items.size());
    for (Operand item : items) {
      if (item instanceof Operand.OfColumn) {
        return Predicate.Constant.UNKNOWN;
      }
      listed.add(value(item));
    }
    return in(value, listed);
  }

  private Predicate inList(Operand value, Operand.Argument list) {
    Object listed = value(list);
    if (listed == null) {
      return Predicate.Constant.NULL;
    }
    return listed instanceof Collection<?> items
        ? in(value, new ArrayList<@Nullable Object>(items))
        : Predicate.Constant.UNKNOWN;
  }

  private Predicate in(Operand value, Collection<@Nullable Object> items) {
    Known column = column(value);
    if (column == null) {
      return Predicate.Constant.UNKNOWN;
    }
    for (Object item : items) {
      if (!isComparable(column.mapped(), column.watched(), item)) {
        return Predicate.Constant.UNKNOWN;
      }
    }
    return column.watched().in(items);
  }

  private @Nullable Object value(Operand operand) {
    return switch (operand) {
      case Operand.Argument(int number) -> values[number - 1];
      case Operand.Constant(var value) -> value;
      case Operand.OfColumn column -> throw new IllegalStateException("no value: " + column);
    };
  }

  /// Whether the server compares the value as it is. It takes a parameter for the column's type, so
  /// that one of another class may be rounded on its way.
  static boolean isComparable(
      Column mapped, io.tiercel.cache.predicate.Column watched, @Nullable Object value) {
    if (value == null) {
      return true;
    }
    Class<?> type = mapped.columnType();
    if (watched.domain() == Domain.NUMBER) {
      return isWhole(value) || (value instanceof BigDecimal && type == BigDecimal.class);
    }
    return watched.domain() != Domain.FLOAT || value.getClass() == type;
  }

  private static boolean isWhole(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof BigInteger;
  }
}
