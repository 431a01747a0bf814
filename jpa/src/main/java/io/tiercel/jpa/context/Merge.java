package io.tiercel.jpa.context;

import io.tiercel.jpa.access.EmbeddedMember;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.CollectionRow;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.ElementReferences;
import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.flush.Records;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.CollectionKey;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Values;
import jakarta.persistence.OptimisticLockException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One merge operation: the state of a detached graph copied onto managed instances (Jakarta
/// Persistence 3.2, section 3.2.7.1).
final class Merge {
  private final PersistenceContext context;
  private final Loader loader;
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final IdentityHashMap<Object, Object> merged = new IdentityHashMap<>();

  /// Copies of new instances that are not managed yet, each with what it is a copy of.
  private final IdentityHashMap<Object, Object> unmanaged = new IdentityHashMap<>();

  /// Those among them whose own state is copied, and which wait for one that gives them their id.
  private final List<Object> waiting = new ArrayList<>();

  /// How many copies that take their ids from others are having their associations copied: until
  /// these are there, no cascade may reach the copy.
  private int deriving;

  Merge(
      PersistenceContext context, Loader loader, Descriptors descriptors, IdentityMap identities) {
    this.context = context;
    this.loader = loader;
    this.descriptors = descriptors;
    this.identities = identities;
  }

  /// The operation as a whole.
  Object mergeGraph(Object instance) {
    Object result = merge(instance);
    persistWaiting();
    // What still waits is refused, by the name of the association.
    waiting.forEach(this::persist);
    return result;
  }

  private Object merge(Object instance) {
    Object known = merged.get(instance);
    if (known != null) {
      return known;
    }
    if (instance instanceof Record) {
      Object result = mergeRecord(instance);
      merged.put(instance, result);
      return result;
    }
    EntityEntry entry = identities.of(instance);
    if (entry != null) {
      return mergeManaged(entry);
    }
    EntityEntry gone = identities.deleted(instance);
    if (gone != null) {
      throw new IllegalArgumentException("cannot merge %s: it is removed".formatted(gone));
    }
    EntityDescriptor type = descriptors.ofInstance(instance);
    if (instance instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
      // Never read, so nothing can have changed.
      return context.reference(type, lazy.tiercelId());
    }
    EntityEntry target = target(type, instance);
    if (target == null) {
      refuseDeleted(type, instance);
      return mergeNew(type, instance);
    }
    verifyVersion(type, instance, target);
    target.isReadOnly = false;
    merged.put(instance, target.instance);
    var version = type.mapping.version();
    Object present = version == null ? null : type.access.get(target.instance, version.index());
    copyBasics(type, instance, target.instance);
    if (!type.derivedIds.associations().isEmpty()) {
      // The instance need not have set what its association gives.
      @Nullable Object[] id = new Object[type.mapping.columns().size()];
      ForeignKeys.write(type.key.columns(), target.id, id);
      type.writeId(target.instance, id);
    }
    if (version != null) {
      type.access.set(target.instance, version.index(), present);
    }
    copyAssociations(type, instance, target.instance);
    return target.instance;
  }

  /// A record replaces the one that has its id; what is returned has the version that the flush is
  /// to write.
  private Object mergeRecord(Object record) {
    EntityDescriptor type = descriptors.ofInstance(record);
    boolean isNew = type.assignedId(record) == null;
    EntityEntry entry = isNew ? null : target(type, record);
    if (entry != null) {
      Records.verifyVersion(entry, record, "merge");
      entry.isReadOnly = false;
    } else {
      refuseDeleted(type, record);
    }
    @Nullable Object[] targets = Records.targets(type, record);
    for (ToOneAttribute attribute : type.owningToOnes) {
      Object target = targets[attribute.index()];
      targets[attribute.index()] =
          target == null ? null : counterpart(target, attribute.cascade().merge());
    }
    if (entry == null) {
      return context.persistRecord(
          type, type.access.newRecord(Records.values(type, record), targets));
    }
    entry.instance = Records.replacing(entry, record, targets);
    return entry.instance;
  }

  private Object mergeManaged(EntityEntry entry) {
    if (entry.state == State.REMOVED) {
      throw new IllegalArgumentException("cannot merge %s: it is removed".formatted(entry));
    }
    merged.put(entry.instance, entry.instance);
    if (entry.state != State.UNLOADED) {
      referToMerged(entry.type, entry.instance);
    }
    return entry.instance;
  }

  /// Merges what a managed instance refers to, and has it refer to the managed copies.
  private void referToMerged(EntityDescriptor type, Object instance) {
    for (List<ToOneAttribute> toOnes : List.of(type.owningToOnes, type.inverseToOnes)) {
      for (ToOneAttribute attribute : toOnes) {
        Object target =
            attribute.cascade().merge() ? type.access.get(instance, attribute.index()) : null;
        Object copy = mergedOrNull(target);
        if (copy != target) {
          type.access.set(instance, attribute.index(), copy);
        }
      }
    }
    for (ToManyAttribute attribute : type.toManys) {
      Object value =
          attribute.cascade().merge() ? type.access.get(instance, attribute.index()) : null;
      if (value != null && Contents.isLoaded(value)) {
        replaceByMerged(value);
      }
    }
    for (ElementRows rows : type.elementRows) {
      Object value =
          rows.passes(Cascade::merge) ? type.access.get(instance, rows.attribute.index()) : null;
      if (value != null && Contents.isLoaded(value)) {
        referToMerged(value, rows);
      }
    }
  }

  /// The same for what values of a collection and keys of a map refer to. The hash codes of those
  /// may come from what they refer to.
  private void referToMerged(Object collection, ElementRows rows) {
    List<@Nullable Object> values = Arrays.asList(Contents.of(collection));
    boolean changed = referToMerged(values, rows.toOnes());
    if (changed && collection instanceof Set) {
      Contents.replace(collection, values);
    }
    if (collection instanceof Map<?, ?> map && !rows.keyToOnes().isEmpty()) {
      List<Map.Entry<?, ?>> entries = new ArrayList<>(map.size());
      map.forEach((key, value) -> entries.add(new SimpleImmutableEntry<>(key, value)));
      if (referToMerged(entries.stream().map(Map.Entry::getKey).toList(), rows.keyToOnes())) {
        Contents.replace(map, entries);
      }
    }
  }

  private boolean referToMerged(
      List<? extends @Nullable Object> values, List<EmbeddedMember<ToOneAttribute>> toOnes) {
    boolean changed = false;
    for (Object value : values) {
      for (EmbeddedMember<ToOneAttribute> toOne : toOnes) {
        Object target =
            value != null && toOne.attribute().cascade().merge() ? toOne.get(value) : null;
        Object copy = mergedOrNull(target);
        if (value != null && copy != target) {
          toOne.set(value, copy);
          changed = true;
        }
      }
    }
    return changed;
  }

  /// A detached element may equal its managed copy, so identity decides. Works on copies, because
  /// what is merged may lead back to the collection.
  private void replaceByMerged(Object collection) {
    boolean changed = false;
    if (collection instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> entries = new LinkedHashMap<>(map);
      for (Map.Entry<Object, @Nullable Object> entry : entries.entrySet()) {
        Object copy = mergedOrNull(entry.getValue());
        changed |= copy != entry.getValue();
        entry.setValue(copy);
      }
      if (changed) {
        Contents.replace(collection, entries.entrySet());
      }
      return;
    }
    List<@Nullable Object> elements = Arrays.asList(Contents.of(collection));
    for (int i = 0; i < elements.size(); i++) {
      Object copy = mergedOrNull(elements.get(i));
      changed |= copy != elements.get(i);
      elements.set(i, copy);
    }
    if (changed) {
      Contents.replace(collection, elements);
    }
  }

  private @Nullable Object mergedOrNull(@Nullable Object target) {
    return target == null ? null : merge(target);
  }

  private @Nullable EntityEntry target(EntityDescriptor type, Object instance) {
    Object id = type.derivedIds.idOf(instance);
    if (id == null) {
      return null;
    }
    EntityEntry known = identities.of(type, id);
    if (known != null && known.state == State.REMOVED) {
      throw new IllegalArgumentException("cannot merge %s: it is removed".formatted(known));
    }
    if (known != null && known.state != State.UNLOADED) {
      return known;
    }
    return loader.read(type, id);
  }

  /// An instance with a generated id and a version was stored once: when its row is gone, another
  /// transaction deleted it, and to insert it again would undo that.
  private static void refuseDeleted(EntityDescriptor type, Object instance) {
    Object id = type.assignedId(instance);
    boolean stored =
        id != null
            && type.mapping.version() != null
            && !(type.mapping.idGeneration() instanceof IdGeneration.Assigned);
    if (stored) {
      throw new OptimisticLockException(
          "cannot merge %s#%s: its row was deleted by another transaction\nHint: persist a new instance if it is to come back."
              .formatted(type, id),
          null,
          instance);
    }
  }

  private Object mergeNew(EntityDescriptor type, Object instance) {
    Object copy = type.access.newInstance();
    merged.put(instance, copy);
    unmanaged.put(copy, instance);
    copyBasics(type, instance, copy);
    boolean generated = !(type.mapping.idGeneration() instanceof IdGeneration.Assigned);
    if (generated) {
      clearId(type, copy);
    }
    boolean derives = !type.derivedIds.associations().isEmpty();
    deriving += derives ? 1 : 0;
    copyAssociations(type, instance, copy);
    deriving -= derives ? 1 : 0;
    if (mustWait(type, copy)) {
      waiting.add(copy);
    } else {
      persist(copy);
      persistWaiting();
    }
    return copy;
  }

  private void persist(Object copy) {
    unmanaged.remove(copy);
    context.persist(copy);
  }

  /// Whether its id comes from a copy that is not managed yet, or cascades would reach one whose
  /// associations are not all there.
  private boolean mustWait(EntityDescriptor type, Object copy) {
    if (deriving > 0) {
      return true;
    }
    for (ToOneAttribute association : type.derivedIds.associations()) {
      if (isUnmanaged(type.access.get(copy, association.index()))) {
        return true;
      }
    }
    return false;
  }

  private boolean isUnmanaged(@Nullable Object copy) {
    return copy != null && unmanaged.containsKey(copy) && identities.of(copy) == null;
  }

  /// Makes those managed that need not wait any longer; each may be what another one waits for.
  private void persistWaiting() {
    boolean anyMore = deriving == 0 && !waiting.isEmpty();
    while (anyMore) {
      List<Object> ready = new ArrayList<>();
      waiting.removeIf(copy -> !mustWait(descriptors.ofInstance(copy), copy) && ready.add(copy));
      ready.forEach(this::persist);
      anyMore = !ready.isEmpty() && !waiting.isEmpty();
    }
  }

  static void clearId(EntityDescriptor type, Object copy) {
    // A fresh instance has the id attribute's default, also where it is a primitive.
    Object blank = type.access.newInstance();
    int index = type.mapping.id().index();
    type.access.set(copy, index, type.access.get(blank, index));
  }

  private static void verifyVersion(EntityDescriptor type, Object instance, EntityEntry target) {
    var version = type.mapping.version();
    if (version == null || target.row == null) {
      return;
    }
    Object theirs = type.access.get(instance, version.index());
    Object ours = type.access.get(target.instance, version.index());
    if (theirs != null && !Values.same(theirs, ours)) {
      throw new OptimisticLockException(
          "cannot merge %s: it was detached with version %s, the database has %s\nHint: read it again and repeat the change."
              .formatted(target, theirs, ours),
          null,
          instance);
    }
  }

  private static void copyBasics(EntityDescriptor type, Object from, Object to) {
    @Nullable Object[] values = new Object[type.mapping.columns().size()];
    type.access.read(from, values);
    for (EntityMapping.Nested nested : type.mapping.nested()) {
      // An embeddable that holds nothing else is there for its association, which is copied later.
      if (nested.attribute() instanceof ToOneAttribute toOne
          && type.access.get(from, toOne.index()) != null) {
        toOne.joinColumns().forEach(column -> values[column.slot()] = true);
      }
    }
    // Embeddables are made anew, and what they hold beside values is not copied with these.
    Map<Attribute, @Nullable Object> present = new LinkedHashMap<>();
    for (EntityMapping.Nested nested : type.mapping.nested()) {
      if (nested.attribute() instanceof PluralAttribute plural) {
        present.put(plural, type.access.get(to, plural.index()));
      }
    }
    type.access.fill(to, values);
    present.forEach((plural, held) -> type.access.set(to, plural.index(), held));
  }

  private void copyAssociations(EntityDescriptor type, Object from, Object to) {
    for (ToOneAttribute attribute : type.owningToOnes) {
      copyToOne(type, from, to, attribute);
    }
    for (ToOneAttribute attribute : type.inverseToOnes) {
      copyToOne(type, from, to, attribute);
    }
    for (ToManyAttribute attribute : type.toManys) {
      copyToMany(type, from, to, attribute);
    }
    for (ElementRows rows : type.elementRows) {
      copyElements(type, from, to, rows);
    }
  }

  /// Values are copied, so that the detached instance does not share them.
  private void copyElements(EntityDescriptor type, Object from, Object to, ElementRows rows) {
    int index = rows.attribute.index();
    Object source = type.access.get(from, index);
    if (source == null || !Contents.isLoaded(source)) {
      // Not fetched before detachment: to be ignored (section 3.2.7.1).
      return;
    }
    Object present = type.access.get(to, index);
    List<CollectionRow> theirs = rows.rows(source, from, merging);
    if (present == null) {
      present = Contents.empty(rows.attribute.kind());
      type.access.set(to, index, present);
    } else if (rows.same(rows.rows(present, to, references), theirs)) {
      return;
    }
    loader.loadHashed(rows, List.of(theirs));
    Contents.replace(present, rows.content(theirs, to, references));
  }

  /// Entities that values of the merged instance refer to become managed, and are merged where the
  /// association says so.
  private final ElementReferences.Keys merging = this::mergedKey;

  private Object mergedKey(ToOneAttribute attribute, Object target) {
    if (!attribute.cascade().merge()) {
      return references.key(attribute, target);
    }
    Object copy = merge(target);
    if (identities.of(copy) == null) {
      // A new one that waits, or whose own merge has led here: it gets its id now.
      persistEarly(copy);
    }
    return references.key(attribute, copy);
  }

  private void persistEarly(Object copy) {
    EntityDescriptor type = descriptors.ofInstance(copy);
    Object source = unmanaged.get(copy);
    for (ToOneAttribute association : type.derivedIds.associations()) {
      Object parent = type.access.get(copy, association.index());
      if (parent == null && source != null) {
        // The merge of the parent has led here, so that the copy does not refer to it yet.
        parent = merged.get(type.access.get(source, association.index()));
        type.access.set(copy, association.index(), parent);
      }
      if (parent != null && isUnmanaged(parent)) {
        persistEarly(parent);
      }
    }
    persist(copy);
  }

  /// Entities that values refer to become managed, but are not merged.
  private final ElementReferences references =
      new ElementReferences() {
        @Override
        public Object key(ToOneAttribute attribute, Object target) {
          EntityEntry entry = identities.of(target);
          Object id = entry != null ? entry.id : descriptors.ofInstance(target).idOf(target);
          if (id == null) {
            throw new IllegalStateException(
                "%s of a value refers to a %s that is not persisted\nHint: persist it first."
                    .formatted(attribute.name(), descriptors.ofInstance(target)));
          }
          return id;
        }

        @Override
        public Object target(ToOneAttribute attribute, Object key) {
          EntityDescriptor type = descriptors.of(attribute.target().type());
          return context.reference(type, type.toAttribute(key));
        }
      };

  private void copyToOne(EntityDescriptor type, Object from, Object to, ToOneAttribute attribute) {
    Object target = type.access.get(from, attribute.index());
    type.access.set(
        to,
        attribute.index(),
        target == null ? null : counterpart(target, attribute.cascade().merge()));
  }

  private void copyToMany(
      EntityDescriptor type, Object from, Object to, ToManyAttribute attribute) {
    Object source = type.access.get(from, attribute.index());
    if (source == null || (source instanceof LazyCollection lazy && !lazy.isLoaded())) {
      // Not fetched before detachment: to be ignored (section 3.2.7.1).
      return;
    }
    Object present = type.access.get(to, attribute.index());
    if (present == null) {
      present = Contents.empty(attribute.kind());
      type.access.set(to, attribute.index(), present);
    }
    if (source instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> merged = counterparts(map, attribute);
      if (!present.equals(merged)) {
        Contents.replace(present, merged.entrySet());
      }
      return;
    }
    List<@Nullable Object> elements = new ArrayList<>();
    for (Object element : (Collection<?>) source) {
      elements.add(element == null ? null : counterpart(element, attribute.cascade().merge()));
    }
    if (!Arrays.asList(Contents.of(present)).equals(elements)) {
      Contents.replace(present, elements);
    }
  }

  /// Keys that are entities become managed too, but are not merged.
  private Map<Object, @Nullable Object> counterparts(Map<?, ?> map, ToManyAttribute attribute) {
    boolean entityKeys = attribute.shape().key() instanceof CollectionKey.Stored(ToOneAttribute _);
    Map<Object, @Nullable Object> merged = new LinkedHashMap<>();
    map.forEach(
        (key, value) ->
            merged.put(
                entityKeys && key != null ? counterpart(key, false) : key,
                value == null ? null : counterpart(value, attribute.cascade().merge())));
    return merged;
  }

  private Object counterpart(Object target, boolean cascades) {
    if (cascades) {
      return merge(target);
    }
    EntityEntry entry = identities.of(target);
    if (entry != null) {
      return target;
    }
    Object known = merged.get(target);
    if (known != null) {
      return known;
    }
    EntityDescriptor type = descriptors.ofInstance(target);
    Object id = target instanceof LazyInstance lazy ? lazy.tiercelId() : type.identifier(target);
    // A new instance stays what it is; the flush says which association lacks a cascade.
    return id == null ? target : context.reference(type, id);
  }
}
