package io.tiercel.jpa.readonly;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.load.SharedLoad;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.SharedCollection;
import io.tiercel.jpa.shared.SharedEntity;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Copies instances from a workspace into a graph, and takes down the stored rows and collections
/// that they were made of. What it makes is nobody's until it is [published][#publish]. Guarded by
/// the lock of its graph.
@SuppressWarnings("ReferenceEquality") // whether a row is that very one
final class Copy {
  private final SharedGraph graph;
  private final SharedGraphs home;
  private final Workspace from;

  /// Null when nobody will be handed the graph any more.
  private final ReadSet.@Nullable Recorder reads;

  private final Map<Node.Key, Node> made = new HashMap<>();

  /// Those that have got their state here.
  private final List<Node> filled = new ArrayList<>();

  private final Set<SharedEntity> entities = new LinkedHashSet<>();
  private boolean isProven = true;
  private int bytes;

  Copy(SharedGraph graph, SharedGraphs home, Workspace from, ReadSet.@Nullable Recorder reads) {
    this.graph = graph;
    this.home = home;
    this.from = from;
    this.reads = reads;
  }

  /// Whether all that was copied is stored, as it was copied.
  boolean isProven() {
    return isProven;
  }

  /// How the entities that it was made of are cached.
  Set<SharedEntity> entities() {
    return entities;
  }

  /// About what it takes.
  int bytes() {
    return bytes;
  }

  private @Nullable Node known(Node.Key key) {
    Node here = made.get(key);
    return here == null ? graph.node(key) : here;
  }

  /// The instance that stands for that one in the graph.
  ///
  /// @param resolves whether what it refers to comes with it, where that is stored
  Object instance(EntityEntry entry, boolean resolves) {
    Node.Key key = Node.Key.of(entry.type, entry.id);
    Node known = known(key);
    if (known != null && known.row != null) {
      return known.instance;
    }
    CachedRow stored = prove(entry);
    if (known == null && stored != null && entry.type.isShareable()) {
      // It leads nowhere, so it needs no graph.
      return SharedLoad.instance(entry.type, stored);
    }
    if (entry.type.isRecord) {
      return record(key, entry, resolves);
    }
    Node node = known;
    if (node == null) {
      node = new Node(entry.type, entry.id, entry.type.access.newInstance());
      made.put(key, node);
    }
    fill(node, entry, resolves);
    return node.instance;
  }

  /// A record needs what it refers to when it is made.
  private Object record(Node.Key key, EntityEntry entry, boolean resolves) {
    EntityDescriptor type = entry.type;
    @Nullable Object[] referred = new Object[type.mapping.attributes().size()];
    for (ToOneAttribute attribute : type.owningToOnes) {
      referred[attribute.index()] = target(entry, attribute, resolves);
    }
    Row row = entry.requiredRow();
    Node node = new Node(type, entry.id, type.access.newRecord(row.values(), referred));
    made.put(key, node);
    add(node, row);
    return node.instance;
  }

  private void add(Node node, Row row) {
    node.row = row;
    filled.add(node);
    bytes += SharedGraph.BYTES_OF_A_NODE;
  }

  /// Gives an instance of the graph the state that another one has in the workspace.
  void fill(Node node, EntityEntry entry, boolean resolves) {
    EntityDescriptor type = entry.type;
    Row row = entry.requiredRow();
    add(node, row);
    type.access.fill(node.instance, row.values());
    for (ToOneAttribute attribute : type.owningToOnes) {
      type.access.set(node.instance, attribute.index(), target(entry, attribute, resolves));
    }
    for (ToOneAttribute attribute : type.inverseToOnes) {
      type.access.set(node.instance, attribute.index(), target(entry, attribute, resolves));
    }
    for (PluralAttribute attribute : type.plurals) {
      int index = attribute.index();
      type.access.set(node.instance, index, Contents.shared(attribute.kind(), graph, node, index));
    }
  }

  private @Nullable Object target(EntityEntry owner, ToOneAttribute attribute, boolean resolves) {
    Object value = owner.type.access.get(owner.instance, attribute.index());
    if (value == null) {
      return null;
    }
    EntityEntry target = from.entry(value);
    if (target.state != State.UNLOADED) {
      return instance(target, false);
    }
    Node.Key key = Node.Key.of(target.type, target.id);
    Node known = known(key);
    if (known != null) {
      return known.instance;
    }
    if (resolves && home.isInMemory(target.type, key.id())) {
      from.load(target);
      return instance(target, false);
    }
    EntityDescriptor type = target.type;
    Object lazy =
        Objects.requireNonNull(
            type.access.newLazyInstance(type.toAttribute(target.id), graph),
            "the workspace has a lazy one");
    Node node = new Node(type, target.id, lazy);
    made.put(key, node);
    bytes += SharedGraph.BYTES_OF_A_NODE;
    return lazy;
  }

  /// Takes the row down; null when it is not stored, or another one is.
  @Nullable CachedRow prove(EntityEntry entry) {
    SharedEntity shared = entry.type.shared;
    if (reads == null) {
      return null;
    }
    if (shared != null
        && shared.region().read(reads, Keys.normal(entry.id)) instanceof CachedRow stored
        && stored.row() == entry.row) {
      entities.add(shared);
      bytes += stored.bytes();
      return stored;
    }
    isProven = false;
    return null;
  }

  /// What a collection of an instance holds, entries for a map.
  Collection<?> content(Node owner, PluralAttribute attribute) {
    SharedCollection collection = owner.type.collections().get(attribute);
    Object id = Keys.normal(owner.id);
    CachedValue stored = null;
    if (reads != null) {
      stored = collection == null ? null : collection.read(home.results(), id, reads);
      if (stored == null || collection == null) {
        isProven = false;
        return List.of();
      }
      entities.addAll(collection.entities());
      bytes += stored.bytes();
    }
    EntityEntry entry = from.find(owner.type, owner.id);
    if (entry == null || !entry.type.mapping.has(attribute)) {
      isProven = false;
      return List.of();
    }
    Object value = entry.type.access.get(entry.instance, attribute.index());
    if (value instanceof LazyCollection lazy) {
      lazy.load();
    }
    if (stored != null
        && collection != null
        && collection.read(home.results(), id, home.recorder()) != stored) {
      // What was copied may be of before.
      isProven = false;
    }
    return content(value, attribute);
  }

  private Collection<?> content(@Nullable Object value, PluralAttribute attribute) {
    boolean holdsEntities = attribute instanceof ToManyAttribute;
    List<@Nullable Object> content = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      boolean hasEntityKeys =
          attribute.shape().key() instanceof CollectionKey.Stored(ToOneAttribute _);
      map.forEach(
          (key, one) ->
              content.add(
                  new SimpleImmutableEntry<>(
                      element(key, hasEntityKeys), element(one, holdsEntities))));
    } else if (value instanceof Collection<?> collection) {
      collection.forEach(one -> content.add(element(one, holdsEntities)));
    }
    bytes += content.size() * SharedGraph.BYTES_OF_AN_ELEMENT;
    return content;
  }

  private @Nullable Object element(@Nullable Object one, boolean isEntity) {
    if (one == null || !isEntity) {
      return one;
    }
    EntityEntry entry = from.entry(one);
    if (entry.state == State.UNLOADED) {
      from.load(entry);
    }
    return instance(entry, true);
  }

  /// Tells the callbacks of what was filled here.
  void tell() {
    for (int i = 0; i < filled.size(); i++) {
      Node node = filled.get(i);
      if (node.type.callbacks.has(LifecycleEvent.POST_LOAD)) {
        node.type.callbacks.call(LifecycleEvent.POST_LOAD, node.instance);
      }
    }
  }

  /// From now on others may see it.
  void publish() {
    made.forEach(graph::add);
    for (Node node : filled) {
      if (node.instance instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
        lazy.tiercelLoaded();
      }
    }
  }

  /// Nobody has seen it, and nobody will.
  void discard() {
    for (Node node : filled) {
      if (graph.node(node.key()) == node) {
        node.row = null;
      }
    }
  }
}
