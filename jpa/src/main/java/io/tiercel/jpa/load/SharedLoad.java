package io.tiercel.jpa.load;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.shared.CachedRow;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes managed instances of rows from the shared cache.
@SuppressWarnings("ReferenceEquality") // mappings are one object each
public final class SharedLoad {
  private SharedLoad() {}

  /// The entry of that id, with what its mapping says; null when the database has to be asked.
  public static @Nullable EntityEntry find(
      Loader loader, SharedRows shared, EntityDescriptor type, Object id) {
    return find(loader, shared, type, id, FetchPlan.MAPPING);
  }

  /// As above.
  ///
  /// @param plan what is to be read with it
  public static @Nullable EntityEntry find(
      Loader loader, SharedRows shared, EntityDescriptor type, Object id, FetchPlan plan) {
    PendingLoads pending = loader.pending();
    EntityEntry entry = take(loader, shared, type, id, plan, pending);
    if (entry != null) {
      loader.complete(pending);
    }
    loader.free(pending);
    return entry;
  }

  /// Takes those rows that are in the cache, and leaves the others to be read.
  ///
  /// @param next takes what they call for
  static void takeHits(
      Loader loader, SharedRows shared, List<PendingLoads.KeyLoad> loads, PendingLoads next) {
    for (PendingLoads.KeyLoad load : loads) {
      if (load.type().shared == null) {
        continue;
      }
      for (Iterator<Object> keys = load.keys().iterator(); keys.hasNext(); ) {
        if (take(loader, shared, load.type(), keys.next(), load.plan(), next) != null) {
          keys.remove();
        }
      }
    }
  }

  /// The live instance of a stored row that all contexts share; null when the type has none, or
  /// the database has to be asked.
  public static @Nullable Object instance(
      Loader loader, SharedRows shared, EntityDescriptor type, Object id) {
    CachedRow cached = shared.row(type, id);
    if (cached == null) {
      return null;
    }
    EntityDescriptor actual = loader.descriptors().of(cached.type());
    if (!actual.isA(type) || !actual.isShareable()) {
      return null;
    }
    Object instance = instance(actual, cached);
    shared.guard(actual, id, cached.row(), instance, loader.descriptors());
    return instance;
  }

  /// As above, of a row of exactly that type.
  public static Object instance(EntityDescriptor type, CachedRow cached) {
    return cached
        .instance()
        .get(
            () -> {
              @Nullable Object[] values = cached.row().values();
              if (type.isRecord) {
                return type.access.newRecord(values, new Object[type.mapping.attributes().size()]);
              }
              Object made = type.access.newInstance();
              type.access.fill(made, values);
              type.callbacks.call(LifecycleEvent.POST_LOAD, made);
              return made;
            });
  }

  /// As [#find], with what it calls for left to be loaded.
  ///
  /// @param pending takes that
  static @Nullable EntityEntry take(
      Loader loader,
      SharedRows shared,
      EntityDescriptor type,
      Object id,
      FetchPlan plan,
      PendingLoads pending) {
    EntityEntry known = loader.identities().of(type, id);
    if (known != null && known.state != State.UNLOADED) {
      return null;
    }
    CachedRow cached = shared.row(type, id);
    return cached == null ? null : manage(loader, shared, type, id, known, cached, plan, pending);
  }

  /// The entry of that id with the state of the row; null when that is of another class.
  ///
  /// @param known its entry, which is not loaded; null when there is none
  /// @param plan what is to be read with it
  static @Nullable EntityEntry manage(
      Loader loader,
      SharedRows shared,
      EntityDescriptor type,
      Object id,
      @Nullable EntityEntry known,
      CachedRow cached,
      FetchPlan plan,
      PendingLoads pending) {
    EntityDescriptor actual =
        cached.type() == type.mapping ? type : loader.descriptors().of(cached.type());
    if (!actual.isA(type) || (known != null && known.type != actual)) {
      return null;
    }
    FetchPlan own = plan.of(actual.mapping.javaType());
    var assembly =
        new Assembly(
            loader,
            actual,
            actual.targets(loader.descriptors()),
            own,
            pending,
            Assembly.NOTHING_TOLD);
    boolean isAmong = known != null && known.batch == pending.batch;
    EntityEntry entry = known == null ? enter(loader, actual, cached, id, assembly) : known;
    if (known != null) {
      ((LazyInstance) known.instance).tiercelLoaded();
      known.state = State.MANAGED;
      known.batch = pending.batch;
    }
    if (!isAmong) {
      pending.batch.add(entry);
    }
    assembly.apply(entry, cached.row());
    if (!plan.namesNothing()) {
      new PlannedFetch(loader, pending, shared).collect(entry, plan);
    }
    return entry;
  }

  /// In the context before its attributes are set, so that what refers to it finds it.
  private static EntityEntry enter(
      Loader loader, EntityDescriptor type, CachedRow cached, Object id, Assembly assembly) {
    Object instance =
        !type.isRecord
            ? type.access.newInstance()
            : type.isShareable()
                ? instance(type, cached)
                : assembly.record(id, cached.row().values());
    EntityEntry entry =
        new EntityEntry(type, instance, id, State.MANAGED, assembly.pending().batch);
    loader.identities().add(entry);
    return entry;
  }
}
