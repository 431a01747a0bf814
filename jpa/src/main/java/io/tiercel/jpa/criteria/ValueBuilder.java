package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.PlainFunction;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.criteria.TemporalField;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The expressions of the builder that are of no type in particular, and those on times.
interface ValueBuilder extends CriteriaBuilder {

  // ---- values and parameters ----

  @Override
  default <T> Expression<T> literal(T value) {
    return LiteralNode.of(value);
  }

  @Override
  default <T> Expression<T> nullLiteral(Class<T> type) {
    return LiteralNode.ofNull(type);
  }

  @Override
  default <T> ParameterExpression<T> parameter(Class<T> type) {
    return new ParameterNode<>(type, null);
  }

  @Override
  default <T> ParameterExpression<T> parameter(Class<T> type, String name) {
    return new ParameterNode<>(type, name);
  }

  // ---- collections ----

  @Override
  default <C extends Collection<?>> Expression<Integer> size(Expression<C> collection) {
    var node = ExpressionNode.of(collection);
    return new Value<>(
        Integer.class, lowering -> new FunctionCall.Size(Node.NOWHERE, node.lower(lowering)));
  }

  @Override
  default <C extends Collection<?>> Expression<Integer> size(C collection) {
    return LiteralNode.of(collection.size());
  }

  @Override
  default <V, M extends Map<?, V>> Expression<Collection<V>> values(M map) {
    return LiteralNode.of(new ArrayList<>(map.values()));
  }

  @Override
  default <K, M extends Map<K, ?>> Expression<Set<K>> keys(M map) {
    return LiteralNode.of(new LinkedHashSet<>(map.keySet()));
  }

  // ---- choices ----

  @Override
  default <Y> Expression<Y> coalesce(Expression<? extends Y> x, Expression<? extends Y> y) {
    return this.<Y>coalesce().value(x).value(y);
  }

  @Override
  default <Y> Expression<Y> coalesce(Expression<? extends Y> x, Y y) {
    return this.<Y>coalesce().value(x).value(y);
  }

  @Override
  default <T> Coalesce<T> coalesce() {
    return new CoalesceNode<>();
  }

  @Override
  default <Y> Expression<Y> nullif(Expression<Y> x, Expression<?> y) {
    return Value.like(x, PlainFunction.NULLIF, x, y);
  }

  @Override
  default <Y> Expression<Y> nullif(Expression<Y> x, Y y) {
    return nullif(x, LiteralNode.of(y));
  }

  @Override
  default <C, R> SimpleCase<C, R> selectCase(Expression<? extends C> expression) {
    return CaseNode.simple(expression);
  }

  @Override
  default <R> Case<R> selectCase() {
    return CaseNode.general();
  }

  // ---- subqueries and functions ----

  @Override
  default <Y> Expression<Y> all(Subquery<Y> subquery) {
    return quantified(true, subquery);
  }

  @Override
  default <Y> Expression<Y> some(Subquery<Y> subquery) {
    return quantified(false, subquery);
  }

  @Override
  default <Y> Expression<Y> any(Subquery<Y> subquery) {
    return quantified(false, subquery);
  }

  private static <Y> Expression<Y> quantified(boolean all, Subquery<Y> subquery) {
    var node = SubqueryNode.of(subquery);
    return new Value<>(
        node.getJavaType(),
        lowering -> new Operation.Quantified(Node.NOWHERE, all, node.query(lowering)));
  }

  @Override
  default <T> Expression<T> function(String name, Class<T> type, Expression<?>... arguments) {
    var nodes = new ArrayList<ExpressionNode<?>>();
    for (var argument : arguments) {
      nodes.add(ExpressionNode.of(argument));
    }
    return Value.readAs(
        type, lowering -> new FunctionCall.Native(Node.NOWHERE, name, lowering.expressions(nodes)));
  }

  // ---- times ----

  @Override
  default Expression<Date> currentDate() {
    return Value.of(Date.class, PlainFunction.CURRENT_DATE);
  }

  @Override
  default Expression<Timestamp> currentTimestamp() {
    return Value.of(Timestamp.class, PlainFunction.CURRENT_TIMESTAMP);
  }

  @Override
  default Expression<Time> currentTime() {
    return Value.of(Time.class, PlainFunction.CURRENT_TIME);
  }

  @Override
  default Expression<LocalDate> localDate() {
    return Value.of(LocalDate.class, PlainFunction.LOCAL_DATE);
  }

  @Override
  default Expression<LocalDateTime> localDateTime() {
    return Value.of(LocalDateTime.class, PlainFunction.LOCAL_DATETIME);
  }

  @Override
  default Expression<LocalTime> localTime() {
    return Value.of(LocalTime.class, PlainFunction.LOCAL_TIME);
  }

  @Override
  default <N, T extends Temporal> Expression<N> extract(
      TemporalField<N, T> field, Expression<T> temporal) {
    var node = ExpressionNode.of(temporal);
    var part = FunctionCall.Field.valueOf(field.toString().toUpperCase(Locale.ROOT));
    Class<?> type =
        switch (part) {
          case SECOND -> Double.class;
          case DATE -> LocalDate.class;
          case TIME -> LocalTime.class;
          case YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE -> Integer.class;
        };
    return new Value<>(
        type, lowering -> new FunctionCall.Extract(Node.NOWHERE, part, node.lower(lowering)));
  }
}
