package io.tiercel.jpa.request;

import io.tiercel.jpa.criteria.CriteriaStatement;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.sql.ProcedureDeclaration;
import io.tiercel.jpa.sql.ResultSetMapping;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.ResultShape;
import io.tiercel.jpa.unit.ManagerState;
import io.tiercel.jpa.unit.Unit;
import jakarta.persistence.TypedQueryReference;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes the queries of one EntityManager (Jakarta Persistence 3.2, section 3.11). Confined to one
/// thread.
public final class QueryMaker {
  private final ManagerState state;
  private final Unit unit;

  public QueryMaker(ManagerState state) {
    this.state = state;
    this.unit = state.unit();
  }

  public <T> TiercelQuery<T> jpql(String text, Class<?> resultClass) {
    return state.guard(
        () -> {
          QueryPlan plan = unit.plans().of(text);
          ResultShape.check(plan.selections(), resultClass);
          return new TiercelQuery<>(
              state, new JpqlSource(text, plan, resultClass, unit.arguments()), resultClass);
        });
  }

  /// A criteria query, as it is when this is called.
  public <T> TiercelQuery<T> criteria(Supplier<CriteriaStatement> query) {
    return state.guard(() -> criteria(query.get()));
  }

  private <T> TiercelQuery<T> criteria(CriteriaStatement query) {
    QueryPlan plan = unit.plans().of(query.statement());
    return new TiercelQuery<>(
        state, new CriteriaSource(query, plan, unit.arguments()), query.shape());
  }

  public <T> TiercelQuery<T> named(String name, Class<?> resultClass) {
    return state.guard(
        () -> {
          NamedQueries.Named named = unit.namedQueries().get(name);
          boolean own = resultClass == Object.class && named.resultClass() != void.class;
          Class<?> wanted = own ? named.resultClass() : resultClass;
          CriteriaStatement criteria = named.criteria();
          if (criteria != null) {
            TiercelQuery<T> query = criteria(criteria);
            return query.set(named.settings());
          }
          TiercelQuery<T> query =
              named.isNative() ? nativeSql(named, wanted) : jpql(named.text(), wanted);
          return query.set(named.settings());
        });
  }

  private <T> TiercelQuery<T> nativeSql(NamedQueries.Named named, Class<?> resultClass) {
    return named.mapping() == null
        ? nativeSql(named.text(), resultClass)
        : nativeSql(named.text(), resultClass, named.mapping());
  }

  /// A call of the routine of that name.
  ///
  /// @param results how its result sets are read, each a class or the name of a mapping
  public TiercelProcedureQuery procedure(String name, List<Object> results) {
    return state.guard(
        () -> {
          for (Object result : results) {
            if (result instanceof String mapping) {
              // Refuses an unknown name now.
              ResultSetMapping unused = unit.resultSetMappings().get(mapping);
            }
          }
          return new TiercelProcedureQuery(state, ProcedureDeclaration.of(name, results));
        });
  }

  public TiercelProcedureQuery namedProcedure(String name) {
    return state.guard(() -> new TiercelProcedureQuery(state, unit.namedProcedures().get(name)));
  }

  public <T> TiercelQuery<T> referenced(TypedQueryReference<T> reference) {
    return state.guard(
        () -> {
          TiercelQuery<T> query = named(reference.getName(), reference.getResultType());
          reference.getHints().forEach(query::setHint);
          return query;
        });
  }

  /// SQL whose rows are of a class: an entity, a value, or an array or Tuple of values.
  public <T> TiercelQuery<T> nativeSql(String sql, Class<?> resultClass) {
    return nativeSql(
        sql,
        resultClass,
        unit.mapping().isEntity(resultClass) ? ResultSetMapping.of(resultClass) : null);
  }

  /// SQL whose rows are read by the result set mapping of that name.
  public <T> TiercelQuery<T> nativeSql(String sql, String resultSetMapping) {
    return state.guard(
        () -> nativeSql(sql, Object.class, unit.resultSetMappings().get(resultSetMapping)));
  }

  private <T> TiercelQuery<T> nativeSql(
      String sql, Class<?> resultClass, @Nullable ResultSetMapping mapping) {
    return state.guard(
        () -> new TiercelQuery<>(state, new NativeSource(sql, resultClass, mapping), resultClass));
  }
}
