package io.tiercel.jpa.readonly;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.cache.query.DerivedValues;
import io.tiercel.cache.query.Results;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.load.SharedLoad;
import io.tiercel.jpa.load.SharedRows;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.jpa.write.TableCatalog;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The instances of entities with associations that all units of work share who only read, by the
/// rows that they were found by. They have room of their own: a quarter of that of the rows. Safe
/// for any number of threads.
public final class SharedGraphs {
  private static final int PART_OF_BYTES = 4;

  /// What has all that levels promise that differ.
  private static final Consistency STRONG =
      new Consistency(Consistency.Level.STRONG, Duration.ZERO);

  private final SharedEntities entities;
  private final Descriptors descriptors;
  private final TableCatalog catalog;
  private final ShareableTypes types;
  private final DerivedValues<Object, SharedGraph> graphs;

  /// Of a unit.
  public SharedGraphs(SharedEntities entities, Descriptors descriptors, TableCatalog catalog) {
    this.entities = entities;
    this.descriptors = descriptors;
    this.catalog = catalog;
    this.types = new ShareableTypes(descriptors);
    this.graphs = new DerivedValues<>(Math.max(1, entities.settings().maxBytes() / PART_OF_BYTES));
  }

  /// The instance of a row that all share; null when there is none, the level in force does not
  /// allow it, or the context is not to be served from the cache now.
  ///
  /// @param rows of the context
  /// @param id as its column holds it
  public @Nullable Object find(SharedRows rows, EntityDescriptor type, Object id) {
    SharedEntity shared = type.shared;
    if (shared == null || !types.contains(type) || !rows.serves()) {
      return null;
    }
    Object key = shared.region().rowKey(Keys.normal(id));
    SharedGraph graph = current(shared, type, id, key);
    Consistency level = graph == null ? null : graph.level();
    if (graph == null
        || level == null
        || !graph.type().isA(type)
        || rows.reads().hit(level, graph, key) == null) {
      return null;
    }
    shared.region().served();
    if (entities.settings().guardsInstances()) {
      graph.guard(rows);
    }
    return graph.root();
  }

  /// As above, for an EntityManager that has done nothing yet: where its level asks for nothing.
  ///
  /// @param level of the find or the EntityManager; null for those of the entities and of the unit
  public @Nullable Object hit(EntityDescriptor type, Object id, @Nullable Consistency level) {
    SharedEntity shared = type.shared;
    if (shared == null || entities.settings().guardsInstances()) {
      return null;
    }
    Object found =
        type.isShareable() ? alone(shared, type, id, level) : graph(shared, type, id, level);
    if (found != null) {
      shared.region().served();
    }
    return found;
  }

  private @Nullable Object graph(
      SharedEntity shared, EntityDescriptor type, Object id, @Nullable Consistency level) {
    Object key = shared.region().rowKey(Keys.normal(id));
    SharedGraph graph = graphs.get(key);
    Entry<?> entry = graph == null ? null : graph.entry(key);
    return graph != null
            && entry != null
            && isServed(entry, level == null ? graph.level() : level)
            && graph.type().isA(type)
        ? graph.root()
        : null;
  }

  @SuppressWarnings("ReferenceEquality") // a mapping is one object
  private @Nullable Object alone(
      SharedEntity shared, EntityDescriptor type, Object id, @Nullable Consistency level) {
    Consistency ofEntity = shared.consistency();
    Consistency otherwise = ofEntity == null ? entities.settings().consistency() : ofEntity;
    Entry<CachedValue> entry = shared.region().entry(Keys.normal(id));
    return entry != null
            && isServed(entry, level == null ? otherwise : level)
            && entry.value() instanceof CachedRow row
            && row.type() == type.mapping
        ? SharedLoad.instance(type, row)
        : null;
  }

  /// Whether the level is kept without a question, and nothing need be remembered.
  private static boolean isServed(Entry<?> entry, @Nullable Consistency level) {
    return level != null
        && switch (level.level()) {
          case EVENTUAL -> true;
          case SESSION, SNAPSHOT -> entry.session().hasBrought(entry);
          case BOUNDED, STRONG -> false;
        };
  }

  private @Nullable SharedGraph current(
      SharedEntity shared, EntityDescriptor type, Object id, Object key) {
    SharedGraph known = graphs.get(key);
    if (known != null && known.isCurrent()) {
      return known;
    }
    if (shared.region().peek(Keys.normal(id)) == null) {
      return null;
    }
    SharedGraph made = SharedGraph.read(this, key, type, id);
    if (made == null) {
      // What was missing was read, and is there now if it may be.
      made = SharedGraph.read(this, key, type, id);
    }
    return made == null ? null : graphs.put(key, made);
  }

  // ---- for its graphs ----

  Workspace workspace(Runnable beforeDatabase) {
    return new Workspace(entities, descriptors, catalog, beforeDatabase);
  }

  ReadSet.Recorder recorder() {
    return new ReadSet.Recorder(entities.cache().coherence());
  }

  Results<Object, CachedValue> results() {
    return entities.cache().results();
  }

  Descriptors descriptors() {
    return descriptors;
  }

  ShareableTypes types() {
    return types;
  }

  /// Whether the row is stored, and an instance of it can be proved to be current.
  boolean isInMemory(EntityDescriptor type, Object id) {
    SharedEntity shared = type.shared;
    return shared != null
        && (type.isShareable() || types.contains(type))
        && shared.region().peek(id) != null;
  }

  /// The level in force for what is made of all these.
  ///
  /// @param before of others that it was made of; null for none
  Consistency level(@Nullable Consistency before, Set<SharedEntity> of) {
    Consistency level = before;
    for (SharedEntity one : of) {
      Consistency own = one.consistency();
      Consistency inForce = own == null ? entities.settings().consistency() : own;
      level = level == null || level.equals(inForce) ? inForce : STRONG;
    }
    return level == null ? STRONG : level;
  }

  void ended(Object key, SharedGraph graph) {
    graphs.remove(key, graph);
  }

  void grown(Object key, SharedGraph graph) {
    graphs.weigh(key, graph);
  }
}
