package io.tiercel.jpa.load;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.query.Results;
import io.tiercel.cache.query.UniqueIndex;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.wire.row.DataRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What queries of one persistence context take from the shared cache, and give to it. Confined to
/// its thread.
public final class SharedQueries {
  private final Loader loader;
  private final SharedRows shared;

  /// For a context with that loader.
  public SharedQueries(Loader loader, SharedRows shared) {
    this.loader = loader;
    this.shared = shared;
  }

  /// Whether queries may be answered from memory now: as far as the modes and the transaction say.
  public boolean serves() {
    return shared.serves();
  }

  /// To be called before a query is sent whose result may be stored; null when it may not be.
  public @Nullable Fill beginFill() {
    return shared.beginFill();
  }

  /// Whether what was read since [#beginFill] may still be stored.
  public boolean mayStore() {
    return shared.mayStoreResults();
  }

  /// Whether it takes the place of what is there.
  public boolean replaces() {
    return shared.replaces();
  }

  /// A result was read that could not be stored: it may be ahead of what is.
  public void readAhead() {
    shared.reads().askPosition();
  }

  /// What is stored under a key, if the level of consistency in force allows to serve it.
  ///
  /// @param of the entities that it was made of
  public <K, V> @Nullable Entry<V> hit(List<SharedEntity> of, Results<K, V> results, K key) {
    return shared.reads().hit(of, results, key);
  }

  /// As above, in an index by unique columns.
  public <K> @Nullable Entry<Optional<K>> find(
      SharedEntity of, UniqueIndex<K> index, List<? extends @Nullable Object> values) {
    return shared.reads().find(of, index, values);
  }

  /// The stored row of an entity, as [SharedRows#row] has it.
  public @Nullable CachedRow row(EntityMapping type, Object id) {
    return shared.row(loader.descriptors().of(type), id);
  }

  /// The key in a result row whose columns begin there, as the cache knows rows; null for none.
  public static @Nullable Object key(DataRow row, int firstColumn, EntityMapping type) {
    return Keys.read(row, firstColumn, type.id().columns());
  }

  /// An id, as a persistence context has it, as the cache knows rows.
  public static Object key(Object id) {
    return Keys.normal(id);
  }

  /// Makes managed instances of stored rows.
  ///
  /// @param plan what is to be read with them
  public Managed managed(EntityMapping type, FetchPlan plan) {
    return new Managed(loader, shared, loader.descriptors().of(type), plan, new PendingLoads());
  }

  /// One managed instance of a stored row, as [Managed#add] has it, with what it calls for.
  public @Nullable Object managed(EntityMapping type, Object id, CachedRow row, FetchPlan plan) {
    PendingLoads pending = loader.pending();
    var managed = new Managed(loader, shared, loader.descriptors().of(type), plan, pending);
    Object instance = managed.add(id, row);
    if (instance != null) {
      managed.complete();
    }
    loader.free(pending);
    return instance;
  }

  /// The rows of an entity's table.
  ///
  /// @param of how the entity is in the cache
  public TableRows table(EntityMapping type, SharedEntity of) {
    return loader.table(of, loader.descriptors().of(type), shared);
  }

  /// Reads the state of entities out of result rows.
  public States states(EntityMapping type, int firstColumn) {
    EntityDescriptor descriptor = loader.descriptors().of(type);
    return new States(descriptor, new RowReader(descriptor, descriptor.places(firstColumn)));
  }

  /// Instances that one result brings into the context.
  public static final class Managed {
    private final Loader loader;
    private final SharedRows shared;
    private final EntityDescriptor type;
    private final FetchPlan plan;
    private final PendingLoads pending;

    private Managed(
        Loader loader,
        SharedRows shared,
        EntityDescriptor type,
        FetchPlan plan,
        PendingLoads pending) {
      this.pending = pending;
      this.loader = loader;
      this.shared = shared;
      this.type = type;
      this.plan = plan;
    }

    /// The instance of that id: the one that is managed already, as it is, or one with the state of
    /// the row; null when the row is of another class.
    public @Nullable Object add(Object id, CachedRow row) {
      EntityEntry known = loader.identities().of(type, id);
      if (known != null && known.state != State.UNLOADED) {
        if (!plan.namesNothing()) {
          new PlannedFetch(loader, pending).collect(known, plan);
        }
        return known.instance;
      }
      EntityEntry entry = SharedLoad.manage(loader, shared, type, id, known, row, plan, pending);
      return entry == null ? null : entry.instance;
    }

    /// Loads what they are to bring with them.
    public void complete() {
      loader.complete(pending);
    }
  }

  /// The state of entities of exactly one type.
  public static final class States {
    private final EntityDescriptor type;
    private final RowReader reader;

    private States(EntityDescriptor type, RowReader reader) {
      this.type = type;
      this.reader = reader;
    }

    /// The id, as a persistence context has it; null for no entity.
    public @Nullable Object id(DataRow row) {
      return reader.key(row);
    }

    /// The whole state.
    public CachedRow state(DataRow row) {
      return CachedRow.of(type.mapping, new Row(reader.values(row, null)));
    }
  }
}
