package io.tiercel.jpa;

import io.tiercel.jpa.QueryArguments.QueryParameter;
import io.tiercel.jpa.query.LockClause;
import io.tiercel.jpa.query.QueryPlan;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A query in the Jakarta Persistence query language.
final class JpqlSource implements QuerySource {
  private final String text;
  private final QueryPlan plan;
  private final Class<?> resultClass;
  private final UnaryOperator<Object> idOf;

  /// @param idOf the id of an entity that is bound as an argument
  JpqlSource(String text, QueryPlan plan, Class<?> resultClass, UnaryOperator<Object> idOf) {
    this.text = text;
    this.plan = plan;
    this.resultClass = resultClass;
    this.idOf = idOf;
  }

  @Override
  public NamedQueries.Named named(QuerySettings settings) {
    return new NamedQueries.Named(text, false, resultClass, null, settings);
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean isNative() {
    return false;
  }

  @Override
  public List<QueryParameter> parameters() {
    return plan.parameters().stream()
        .map(use -> new QueryParameter(use.key(), use.javaType(), use.isCollection()))
        .toList();
  }

  @Override
  public boolean isSelect() {
    return plan.kind() == QueryPlan.Kind.SELECT;
  }

  @Override
  public Statement statement(
      QueryArguments arguments,
      @Nullable Integer first,
      @Nullable Integer max,
      LockModeType lock,
      String lockSuffix) {
    QueryPlan typed = plan.forArguments(arguments::value);
    return new Statement(
        typed.sql(max != null, first != null, clause(lock), lockSuffix),
        typed.bind(arguments::value, idOf, max, first),
        new ResultForm.Selected(typed.selections(), List.of()));
  }

  /// The locking clause of a lock mode.
  static LockClause clause(LockModeType lock) {
    return switch (lock) {
      case PESSIMISTIC_READ -> LockClause.FOR_SHARE;
      case PESSIMISTIC_WRITE, PESSIMISTIC_FORCE_INCREMENT -> LockClause.FOR_UPDATE;
      case NONE, READ, WRITE, OPTIMISTIC, OPTIMISTIC_FORCE_INCREMENT -> LockClause.NONE;
    };
  }
}
