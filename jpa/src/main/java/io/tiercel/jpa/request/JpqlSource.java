package io.tiercel.jpa.request;

import io.tiercel.jpa.query.ArgumentReader;
import io.tiercel.jpa.query.LockClause;
import io.tiercel.jpa.query.ParameterUse;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.QueryArguments;
import io.tiercel.jpa.statement.QueryArguments.QueryParameter;
import io.tiercel.jpa.statement.QuerySettings;
import io.tiercel.jpa.statement.ResultForm;
import io.tiercel.jpa.statement.ResultShape;
import io.tiercel.jpa.unit.ManagerState;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query in the Jakarta Persistence query language.
final class JpqlSource implements QuerySource {
  private final String text;
  private final QueryPlan plan;
  private final Class<?> resultClass;
  private final ArgumentReader reader;

  /// @param reader for instances that are bound as arguments
  JpqlSource(String text, QueryPlan plan, Class<?> resultClass, ArgumentReader reader) {
    this.text = text;
    this.plan = plan;
    this.resultClass = resultClass;
    this.reader = reader;
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
    List<ParameterUse> uses = plan.parameters();
    List<QueryParameter> parameters = new ArrayList<>(uses.size());
    for (ParameterUse use : uses) {
      parameters.add(new QueryParameter(use.key(), use.javaType(), use.isCollection()));
    }
    return parameters;
  }

  @Override
  public QueryArguments.Declared declared() {
    return plan.attached(
        QueryArguments.Declared.class, any -> new QueryArguments.Declared(parameters()));
  }

  @Override
  public boolean isSelect() {
    return plan.kind() == QueryPlan.Kind.SELECT;
  }

  @Override
  public void tellShared(ManagerState state) {
    tellShared(plan, state);
  }

  /// Tells the shared cache what the statement may change, before it is sent.
  static void tellShared(QueryPlan plan, ManagerState state) {
    if (plan.callsFunctions()) {
      state.context().writesAny();
    } else if (plan.kind() != QueryPlan.Kind.SELECT) {
      state.context().writesSome(state.unit().descriptors().of(plan.target().javaType()));
    }
  }

  @Override
  public QueryPlan plan(QueryArguments arguments) {
    return plan.forArguments(arguments::value);
  }

  @Override
  public @Nullable Object[] values(QueryPlan plan, QueryArguments arguments) {
    return plan.bind(arguments::value, reader, null, null);
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
        typed.sql(max != null, first != null, clause(lock), lockSuffix),
        typed.bind(arguments::value, reader, max, first),
        new ResultForm.Selected(
            ResultShape.fitted(typed.selections(), resultClass), List.of(), typed.locksWhole()),
        typed.isPlainRead() && clause(lock) == LockClause.NONE,
        typed);
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
