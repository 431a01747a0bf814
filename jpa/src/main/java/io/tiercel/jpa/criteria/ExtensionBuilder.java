package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.RowValue;
import io.tiercel.jpa.criteria.extension.TiercelCriteriaBuilder;
import io.tiercel.jpa.criteria.extension.Window;
import io.tiercel.jpa.criteria.extension.WindowFunction;
import io.tiercel.jpa.query.syntax.WindowFunctionName;
import jakarta.persistence.criteria.AbstractQuery;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Predicate;

/// What the builder has beside the specification in expressions: rows of values, windows, filters,
/// and limits of queries.
interface ExtensionBuilder extends TiercelCriteriaBuilder {

  // ---- conditions ----

  @Override
  default Predicate ilike(Expression<String> x, String pattern) {
    return TextBuilder.ilike(x, LiteralNode.of(pattern), null);
  }

  @Override
  default Predicate ilike(Expression<String> x, Expression<String> pattern) {
    return TextBuilder.ilike(x, pattern, null);
  }

  @Override
  default Predicate ilike(Expression<String> x, String pattern, char escape) {
    return TextBuilder.ilike(x, LiteralNode.of(pattern), escape);
  }

  @Override
  default RowValue row(Expression<?>... items) {
    return RowNode.of(items);
  }

  // ---- limits ----

  @Override
  default <Q extends AbstractQuery<?>> Q limit(Q query, int rows) {
    QueryNode.of(query).parts().limit(QueryParts.count(rows));
    return query;
  }

  @Override
  default <Q extends AbstractQuery<?>> Q limit(
      Q query, ParameterExpression<? extends Number> rows) {
    QueryNode.of(query).parts().limit(ExpressionNode.of(rows));
    return query;
  }

  @Override
  default <Q extends AbstractQuery<?>> Q offset(Q query, int rows) {
    QueryNode.of(query).parts().offset(QueryParts.count(rows));
    return query;
  }

  @Override
  default <Q extends AbstractQuery<?>> Q offset(
      Q query, ParameterExpression<? extends Number> rows) {
    QueryNode.of(query).parts().offset(ExpressionNode.of(rows));
    return query;
  }

  // ---- filters and windows ----

  @Override
  default <T> Expression<T> filter(Expression<T> aggregate, Expression<Boolean> condition) {
    return AggregateNode.of(aggregate).filtered(condition);
  }

  @Override
  default Window window() {
    return WindowNode.ALL;
  }

  @Override
  default <T> Expression<T> over(Expression<T> aggregate, Window window) {
    return AggregateNode.of(aggregate).over(WindowNode.of(window));
  }

  @Override
  default WindowFunction<Long> rowNumber() {
    return WindowFunctionNode.of(Long.class, WindowFunctionName.ROW_NUMBER);
  }

  @Override
  default WindowFunction<Long> rank() {
    return WindowFunctionNode.of(Long.class, WindowFunctionName.RANK);
  }

  @Override
  default WindowFunction<Long> denseRank() {
    return WindowFunctionNode.of(Long.class, WindowFunctionName.DENSE_RANK);
  }

  @Override
  default WindowFunction<Double> percentRank() {
    return WindowFunctionNode.of(Double.class, WindowFunctionName.PERCENT_RANK);
  }

  @Override
  default WindowFunction<Double> cumeDist() {
    return WindowFunctionNode.of(Double.class, WindowFunctionName.CUME_DIST);
  }

  @Override
  default WindowFunction<Integer> ntile(int buckets) {
    return WindowFunctionNode.of(Integer.class, WindowFunctionName.NTILE, LiteralNode.of(buckets));
  }

  @Override
  default <T> WindowFunction<T> lag(Expression<T> x, int rows) {
    return WindowFunctionNode.of(x.getJavaType(), WindowFunctionName.LAG, x, LiteralNode.of(rows));
  }

  @Override
  default <T> WindowFunction<T> lag(Expression<T> x, int rows, T otherwise) {
    return WindowFunctionNode.of(
        x.getJavaType(),
        WindowFunctionName.LAG,
        x,
        LiteralNode.of(rows),
        LiteralNode.of(otherwise));
  }

  @Override
  default <T> WindowFunction<T> lead(Expression<T> x, int rows) {
    return WindowFunctionNode.of(x.getJavaType(), WindowFunctionName.LEAD, x, LiteralNode.of(rows));
  }

  @Override
  default <T> WindowFunction<T> lead(Expression<T> x, int rows, T otherwise) {
    return WindowFunctionNode.of(
        x.getJavaType(),
        WindowFunctionName.LEAD,
        x,
        LiteralNode.of(rows),
        LiteralNode.of(otherwise));
  }

  @Override
  default <T> WindowFunction<T> firstValue(Expression<T> x) {
    return WindowFunctionNode.of(x.getJavaType(), WindowFunctionName.FIRST_VALUE, x);
  }

  @Override
  default <T> WindowFunction<T> lastValue(Expression<T> x) {
    return WindowFunctionNode.of(x.getJavaType(), WindowFunctionName.LAST_VALUE, x);
  }

  @Override
  default <T> WindowFunction<T> nthValue(Expression<T> x, int row) {
    return WindowFunctionNode.of(
        x.getJavaType(), WindowFunctionName.NTH_VALUE, x, LiteralNode.of(row));
  }
}
