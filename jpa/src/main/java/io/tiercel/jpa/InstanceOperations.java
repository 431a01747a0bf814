package io.tiercel.jpa;

import io.tiercel.jpa.context.PersistenceContext;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.settings.OperationOptions;
import io.tiercel.jpa.unit.ManagerState;
import io.tiercel.jpa.unit.Unit;
import jakarta.persistence.LockModeType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The operations of an EntityManager on instances: finding, refreshing and locking them (Jakarta
/// Persistence 3.2, sections 3.2 and 3.5). Confined to one thread.
final class InstanceOperations {
  private final ManagerState state;
  private final Unit unit;

  InstanceOperations(ManagerState state) {
    this.state = state;
    this.unit = state.unit();
  }

  static <T> T requireEntity(@Nullable T entity) {
    if (entity == null) {
      throw new IllegalArgumentException("the entity is null");
    }
    return entity;
  }

  private static Object requireId(@Nullable Object id) {
    if (id == null) {
      throw new IllegalArgumentException("the id is null");
    }
    return id;
  }

  private EntityDescriptor descriptor(@Nullable Class<?> type) {
    if (type == null) {
      throw new IllegalArgumentException("the entity class is null");
    }
    return unit.descriptors().of(type);
  }

  /// As the mapping and the EntityManager say.
  <T> @Nullable T find(Class<T> type, @Nullable Object id) {
    state.begin();
    Limits limits = state.limits();
    if (!state.session().limits().equals(limits)) {
      return find(type, id, () -> OperationOptions.plain(limits));
    }
    // The same as below without the objects that options take: this is what is done most.
    try {
      EntityDescriptor descriptor = descriptor(type);
      PersistenceContext context = state.context();
      Object found =
          state.readsOnly()
              ? context.findReadOnly(descriptor, requireId(id), FetchPlan.MAPPING)
              : context.find(descriptor, requireId(id), LockModeType.NONE, FetchPlan.MAPPING);
      return type.cast(found);
    } catch (RuntimeException e) {
      throw state.marked(e);
    }
  }

  <T> @Nullable T find(Class<T> type, @Nullable Object id, Supplier<OperationOptions> given) {
    return state.guard(
        () -> {
          OperationOptions options = given.get();
          state.requireTransactionFor(options.lockMode());
          EntityDescriptor descriptor = descriptor(type);
          return within(
              options,
              () -> {
                T found = type.cast(found(descriptor, requireId(id), options, type));
                if (found != null && options.extended()) {
                  state.context().lockJoinTables(found, options.lockMode());
                }
                return found;
              });
        });
  }

  private @Nullable Object found(
      EntityDescriptor descriptor, Object id, OperationOptions options, Class<?> type) {
    Boolean ofFind = options.readOnly();
    boolean readsOnly = ofFind == null ? state.readsOnly() : ofFind;
    return readsOnly && options.lockMode() == LockModeType.NONE
        ? state.context().findReadOnly(descriptor, id, options.plan(type))
        : state.context().find(descriptor, id, options.lockMode(), options.plan(type));
  }

  <T> T reference(Class<T> type, @Nullable Object id) {
    return state.guard(
        () -> {
          EntityDescriptor descriptor = descriptor(type);
          return type.cast(state.context().reference(descriptor, requireId(id)));
        });
  }

  @SuppressWarnings("unchecked") // the reference is of the instance's entity class
  <T> T reference(T entity) {
    return (T)
        state.guard(
            () -> {
              EntityDescriptor type = unit.descriptors().ofInstance(requireEntity(entity));
              Object id = state.factory().getPersistenceUnitUtil().getIdentifier(entity);
              if (id == null) {
                throw new IllegalArgumentException("the %s has no id".formatted(type));
              }
              return state.context().reference(type, id);
            });
  }

  void refresh(Object entity, Supplier<OperationOptions> given) {
    state.guarded(
        () -> {
          OperationOptions options = given.get();
          state.requireTransactionFor(options.lockMode());
          within(
              options,
              () -> {
                state
                    .context()
                    .refresh(
                        requireEntity(entity), options.lockMode(), options.plan(entity.getClass()));
                if (options.extended()) {
                  state.context().lockJoinTables(entity, options.lockMode());
                }
                return true;
              });
        });
  }

  void lock(Object entity, LockModeType lockMode, Supplier<OperationOptions> given) {
    state.guarded(
        () -> {
          OperationOptions options = given.get();
          state.requireTransaction("lock");
          within(
              options,
              () -> {
                state.context().lock(requireEntity(entity), lockMode);
                if (options.extended()) {
                  state.context().lockJoinTables(entity, lockMode);
                }
                return true;
              });
        });
  }

  LockModeType lockMode(Object entity) {
    return state.guard(
        () -> {
          state.requireTransaction("getLockMode");
          return state.context().lockMode(requireEntity(entity));
        });
  }

  private <T extends @Nullable Object> T within(OperationOptions options, Supplier<T> work) {
    Limits limits = options.limits();
    return state.withCacheModes(
        options.retrieve(),
        options.store(),
        options.consistency(),
        () -> state.session().within(limits, work));
  }
}
