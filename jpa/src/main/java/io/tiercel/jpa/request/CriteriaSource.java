package io.tiercel.jpa.request;

import io.tiercel.jpa.criteria.CriteriaStatement;
import io.tiercel.jpa.query.ArgumentReader;
import io.tiercel.jpa.query.LockClause;
import io.tiercel.jpa.query.ParameterUse;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.QueryArguments;
import io.tiercel.jpa.statement.QueryArguments.QueryParameter;
import io.tiercel.jpa.statement.QuerySettings;
import io.tiercel.jpa.statement.ResultForm;
import io.tiercel.jpa.unit.ManagerState;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A criteria query (Jakarta Persistence 3.2, chapter 6).
final class CriteriaSource implements QuerySource {
  private final CriteriaStatement query;
  private final QueryPlan plan;
  private final ArgumentReader reader;

  /// @param reader for instances that are bound as arguments
  CriteriaSource(CriteriaStatement query, QueryPlan plan, ArgumentReader reader) {
    this.query = query;
    this.plan = plan;
    this.reader = reader;
  }

  /// The SQL: the application wrote no text.
  @Override
  public String text() {
    return plan.sql();
  }

  @Override
  public boolean isNative() {
    return false;
  }

  @Override
  public NamedQueries.Named named(QuerySettings settings) {
    return new NamedQueries.Named(text(), false, query.shape(), null, settings, query);
  }

  @Override
  public List<QueryParameter> parameters() {
    List<QueryParameter> parameters = new ArrayList<>();
    query
        .parameters()
        .forEach(
            (expression, key) ->
                parameters.add(
                    new QueryParameter(
                        key,
                        expression.getParameterType(),
                        comparedType(key, expression.getParameterType()),
                        standsForList(key, expression.getParameterType()),
                        expression)));
    return parameters;
  }

  private Class<?> comparedType(String key, Class<?> declaredType) {
    return plan.parameters().stream()
        .filter(use -> use.key().equals(key) && use.javaType() != Object.class)
        .<Class<?>>map(ParameterUse::javaType)
        .findFirst()
        .orElse(declaredType);
  }

  private boolean standsForList(String key, Class<?> type) {
    return Collection.class.isAssignableFrom(type)
        || plan.parameters().stream().anyMatch(use -> use.key().equals(key) && use.isCollection());
  }

  /// The application has the parameter itself, whether it has a name or not.
  @Override
  public @Nullable Object key(Parameter<?> parameter) {
    String key = query.parameters().get(parameter);
    return key != null ? key : QuerySource.super.key(parameter);
  }

  @Override
  public boolean isSelect() {
    return plan.kind() == QueryPlan.Kind.SELECT;
  }

  @Override
  public void tellShared(ManagerState state) {
    JpqlSource.tellShared(plan, state);
  }

  @Override
  public QueryPlan plan(QueryArguments arguments) {
    return plan.forArguments(key -> value(key, arguments));
  }

  @Override
  public @Nullable Object[] values(QueryPlan plan, QueryArguments arguments) {
    return plan.bind(key -> value(key, arguments), reader, null, null);
  }

  @Override
  public Statement statement(
      QueryArguments arguments,
      @Nullable Integer first,
      @Nullable Integer max,
      LockModeType lock,
      String lockSuffix) {
    QueryPlan typed = plan(arguments);
    return new Statement(
        typed.sql(max != null, first != null, JpqlSource.clause(lock), lockSuffix),
        typed.bind(key -> value(key, arguments), reader, max, first),
        new ResultForm.Selected(typed.selections(), query.elements(), typed.locksWhole()),
        typed.isPlainRead() && JpqlSource.clause(lock) == LockClause.NONE,
        typed);
  }

  private @Nullable Object value(Object key, QueryArguments arguments) {
    return query.values().containsKey(key) ? query.values().get(key) : arguments.value(key);
  }
}
