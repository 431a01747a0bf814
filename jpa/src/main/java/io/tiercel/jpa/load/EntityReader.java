package io.tiercel.jpa.load;

import io.tiercel.cache.coherence.Fill;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.PersistenceException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Turns result rows into managed instances of one entity type. An instance that is managed already
/// keeps its state unless this reader refreshes.
public final class EntityReader {
  private static final @Nullable TargetClass[] NONE_TOLD = {};

  private final Loader loader;
  private final EntityDescriptor type;
  private final RowReader keys;
  private final int[] places;
  private final PendingLoads pending;
  private final boolean refreshes;
  private final List<EntityReader> joined;
  private final List<PluralAttribute> fetchedCollections;

  /// Null when the plan names nothing.
  private @Nullable PlannedFetch planned;

  private FetchPlan plan = FetchPlan.MAPPING;

  /// Of the latest row whose own columns tell all, for those of its class.
  private @Nullable Assembly assembly;

  /// Null when what is read is not stored in the shared cache.
  private @Nullable Fill fill;

  /// For rows that may be of several classes: what tells them; null when all are of one.
  private final @Nullable ClassMarks marks;

  /// How rows of exactly `type` are read; for several classes the last one that was needed.
  private Variant variant;

  /// Of other classes than `type`, made when the first of them is read.
  private Map<EntityDescriptor, Variant> variants = Map.of();

  /// How rows of one class are read.
  ///
  /// @param targets of the owning to-ones, in their order
  /// @param targetClasses what tells of which classes they are, null where nothing does
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Variant(
      EntityDescriptor type,
      RowReader rows,
      EntityDescriptor[] targets,
      @Nullable TargetClass[] targetClasses) {}

  /// @param places where the columns of the type's layout stand in a row; not copied
  public EntityReader(
      Loader loader,
      EntityDescriptor type,
      int[] places,
      PendingLoads pending,
      boolean refreshes,
      List<EntityReader> joined,
      List<PluralAttribute> fetchedCollections) {
    this.loader = loader;
    this.type = type;
    this.places = places;
    this.pending = pending;
    this.refreshes = refreshes;
    this.joined = joined;
    this.fetchedCollections = fetchedCollections;
    this.variant = variant(type);
    this.keys = variant.rows;
    boolean ofOneClass = !type.mapping.isPolymorphic();
    this.marks = ofOneClass ? null : new ClassMarks(type.mapping, places);
  }

  private Variant variant(EntityDescriptor of) {
    return new Variant(
        of, new RowReader(of, places(of)), of.targets(loader.descriptors()), targetClasses(of));
  }

  private @Nullable TargetClass[] targetClasses(EntityDescriptor of) {
    int marked = type.marks.isEmpty() ? 0 : places.length - type.mapping.layout().width();
    if (marked <= 0) {
      // A native query has no such columns.
      return NONE_TOLD;
    }
    int[] at = type.markPlaces(of);
    @Nullable TargetClass[] told = new TargetClass[at.length];
    for (int i = 0; i < at.length; i++) {
      if (at[i] >= 0) {
        int place = places[places.length - marked + at[i]];
        told[i] = new TargetClass(type.marks.get(at[i]), place, loader.descriptors());
      }
    }
    return told;
  }

  private int[] places(EntityDescriptor of) {
    if (of == type) {
      // Its own columns are the first of its layout, and more than these are not asked for.
      return places;
    }
    return IntStream.of(type.mapping.layout().positions(of.mapping)).map(i -> places[i]).toArray();
  }

  /// How the row of a new or unread instance is read.
  private Variant variant(DataRow row, Object id) {
    return marks == null ? variant : of(loader.descriptors().of(marks.of(row, id)));
  }

  private Variant of(EntityDescriptor actual) {
    if (variant.type != actual) {
      if (variants.isEmpty()) {
        variants = new HashMap<>();
      }
      variant = variants.computeIfAbsent(actual, this::variant);
    }
    return variant;
  }

  /// Its rows are those of the tables, and are stored in the shared cache. To be called before the
  /// query is sent.
  public EntityReader filling() {
    SharedRows shared = loader.shared();
    fill = shared == null ? null : shared.beginFill(type);
    return this;
  }

  /// Reads with each entity what a graph names of it.
  public EntityReader by(FetchPlan graph) {
    plan = graph;
    assembly = null;
    planned = graph.namesNothing() ? null : new PlannedFetch(loader, pending);
    return this;
  }

  /// Reads a row for its effect on the context alone.
  void accept(DataRow row) {
    EntityEntry unused = read(row);
  }

  /// The entry of the row's entity, null when its id is null.
  public @Nullable EntityEntry read(DataRow row) {
    EntityEntry entry = load(row);
    if (entry != null && planned != null) {
      planned.collect(entry, plan);
    }
    return entry;
  }

  private @Nullable EntityEntry load(DataRow row) {
    Object id = keys.key(row);
    if (id == null) {
      return null;
    }
    EntityEntry entry = loader.identities().of(type, id);
    if (entry == null) {
      Variant read = variant(row, id);
      Object instance = read.type.isRecord ? record(read, row, id) : read.type.access.newInstance();
      entry = new EntityEntry(read.type, instance, id, State.MANAGED, pending.batch);
      loader.identities().add(entry);
      pending.batch.add(entry);
      if (!read.type.isRecord) {
        loadJoined(row);
      }
      apply(entry, read, row, id);
    } else if (entry.state == State.UNLOADED) {
      ((LazyInstance) entry.instance).tiercelLoaded();
      entry.state = State.MANAGED;
      entry.batch = pending.batch;
      pending.batch.add(entry);
      loadJoined(row);
      apply(entry, row, id);
    } else if (refreshes && entry.state == State.MANAGED) {
      if (entry.batch == LoadBatch.NONE) {
        // Persisted here: from now on its collections are to be read like any other's.
        entry.batch = pending.batch;
        pending.batch.add(entry);
      }
      loadJoined(row);
      apply(entry, row, id);
    } else {
      loadJoined(row);
    }
    for (int i = 0; i < fetchedCollections.size(); i++) {
      pending.collection(entry, fetchedCollections.get(i));
    }
    return entry;
  }

  /// After the owner is in the context, so that targets that refer to it find it; before its
  /// attributes are set, so that its foreign keys find them. What a plan names of them is found on
  /// the way from the owner.
  private void loadJoined(DataRow row) {
    for (int i = 0; i < joined.size(); i++) {
      joined.get(i).load(row);
    }
  }

  /// The key that a row holds in columns of the entity; null when one is null.
  @Nullable Object key(DataRow row, List<Column> columns) {
    @Nullable Object[] values = new Object[type.mapping.columns().size()];
    for (Column column : columns) {
      Object value = keys.value(row, column.slot());
      if (value != null && Keys.isPadded(row, keys.position(column.slot()))) {
        value = Keys.unpadded(value);
      }
      values[column.slot()] = value;
    }
    Object key = ForeignKeys.read(columns, values);
    return key == null ? null : Keys.normal(key);
  }

  private void apply(EntityEntry entry, DataRow row, Object id) {
    Variant read = variant(row, id);
    if (read.type != entry.type) {
      throw new PersistenceException(
          "%s is of class %s here, but its row is one of %s\nHint: detach it and read it again."
              .formatted(entry, entry.type, read.type));
    }
    if (read.type.isRecord) {
      entry.instance = record(read, row, id);
    }
    apply(entry, read, row, id);
  }

  private Object record(Variant read, DataRow row, Object id) {
    loadJoined(row);
    return assembly(read, row).record(id, values(read, row, id));
  }

  @SuppressWarnings("ReferenceEquality") // another reader has other columns
  private @Nullable Object[] values(Variant read, DataRow row, Object id) {
    return read.rows.values(row, read.rows == keys ? id : null);
  }

  private void apply(EntityEntry entry, Variant read, DataRow row, Object id) {
    Row values = new Row(values(read, row, id));
    assembly(read, row).apply(entry, values);
    Fill from = fill;
    SharedRows shared = loader.shared();
    if (from != null && shared != null) {
      shared.offer(entry.type, entry.id, values, from);
    }
  }

  private Assembly assembly(Variant read, DataRow row) {
    if (read.targetClasses.length > 0) {
      return assembly(read, i -> told(read.targetClasses[i], row));
    }
    Assembly known = assembly;
    if (known == null || known.type() != read.type) {
      known = assembly(read, Assembly.NOTHING_TOLD);
      assembly = known;
    }
    return known;
  }

  private Assembly assembly(Variant read, IntFunction<@Nullable EntityDescriptor> told) {
    FetchPlan own = plan.of(read.type.mapping.javaType());
    return new Assembly(loader, read.type, read.targets, own, pending, told);
  }

  private static @Nullable EntityDescriptor told(@Nullable TargetClass by, DataRow row) {
    return by == null ? null : by.of(row);
  }
}
