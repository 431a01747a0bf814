package io.tiercel.jpa;

import io.tiercel.jpa.query.QueryPlan;
import jakarta.persistence.TypedQueryReference;

/// Makes the queries of one EntityManager (Jakarta Persistence 3.2, section 3.11). Confined to one
/// thread.
final class QueryMaker {
  private final ManagerState state;
  private final Unit unit;

  QueryMaker(ManagerState state) {
    this.state = state;
    this.unit = state.unit();
  }

  <T> TiercelQuery<T> jpql(String text, Class<?> resultClass) {
    return state.guard(
        () -> {
          QueryPlan plan = unit.plans().of(text);
          ResultShape.check(plan.selections(), resultClass);
          return new TiercelQuery<>(
              state, new JpqlSource(text, plan, resultClass, this::idOfArgument), resultClass);
        });
  }

  private Object idOfArgument(Object entity) {
    Object id = state.factory().getPersistenceUnitUtil().getIdentifier(entity);
    if (id == null) {
      throw new IllegalArgumentException(
          "cannot bind a %s without an id: it is not persisted"
              .formatted(entity.getClass().getSimpleName()));
    }
    return id;
  }

  <T> TiercelQuery<T> named(String name, Class<?> resultClass) {
    return state.guard(
        () -> {
          NamedQueries.Named named = unit.namedQueries().get(name);
          boolean own = resultClass == Object.class && named.resultClass() != void.class;
          Class<?> wanted = own ? named.resultClass() : resultClass;
          TiercelQuery<T> query =
              named.isNative() ? nativeSql(named.text(), wanted) : jpql(named.text(), wanted);
          return query.set(named.settings());
        });
  }

  <T> TiercelQuery<T> referenced(TypedQueryReference<T> reference) {
    return state.guard(
        () -> {
          TiercelQuery<T> query = named(reference.getName(), reference.getResultType());
          reference.getHints().forEach(query::setHint);
          return query;
        });
  }

  <T> TiercelQuery<T> nativeSql(String sql, Class<?> resultClass) {
    return state.guard(
        () ->
            new TiercelQuery<>(
                state,
                new NativeSource(
                    sql,
                    resultClass,
                    unit.mapping().isEntity(resultClass)
                        ? unit.mapping().entity(resultClass)
                        : null),
                resultClass));
  }
}
