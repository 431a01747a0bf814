package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Keys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a result calls for beside its own rows: eager associations, fetched collections, the other
/// side of one-to-ones. Collected while rows are read, then loaded for all of them in one exchange.
///
/// There are few different loads and many owners, so a load is found by looking through a list:
/// comparing identities is cheaper than hashing an attribute with all its columns for each row.
@SuppressWarnings("ReferenceEquality") // see above: mappings are one object each
public final class PendingLoads {
  /// The instances of this result; what is loaded because of them belongs to a batch of its own.
  LoadBatch batch = new LoadBatch();

  /// The lazy collection whose first touch this is; its owner is the first of `collections`.
  @Nullable LazyCollection touched;

  /// Whether collections are read now, whatever the shared cache has.
  boolean fromDatabase;

  /// As above, for whoever compares with what the database has.
  public PendingLoads fromDatabase() {
    fromDatabase = true;
    return this;
  }

  /// A to-one whose target has no lazy instance: set once the target is here.
  record Unset(EntityEntry owner, ToOneAttribute attribute, Object key) {}

  /// Rows to read by key.
  record KeyLoad(EntityDescriptor type, FetchPlan plan, Set<Object> keys) {}

  /// A collection to read for its owners.
  ///
  /// @param type of the first of them; others may be of other types of its hierarchy
  record CollectionLoad(
      EntityDescriptor type, PluralAttribute attribute, FetchPlan plan, Set<EntityEntry> owners) {}

  /// The other side of a one-to-one to read for its owners.
  record InverseLoad(
      EntityDescriptor type, ToOneAttribute attribute, FetchPlan plan, Set<EntityEntry> owners) {}

  /// Targets to read by columns that are not their id, for their owners by key.
  record ReferenceLoad(
      EntityDescriptor target,
      ToOneAttribute attribute,
      FetchPlan plan,
      Map<Object, List<EntityEntry>> owners) {}

  // Most results call for nothing: lists are made when there is something for them.
  List<ReferenceLoad> references = List.of();
  List<KeyLoad> keys = List.of();
  List<Unset> unset = List.of();
  List<CollectionLoad> collections = List.of();
  List<InverseLoad> inverses = List.of();

  /// Instances read whose callbacks are to be told, once their eager state is here.
  List<EntityEntry> told = List.of();

  private static <T> List<T> with(List<T> list, T one) {
    List<T> into = list.isEmpty() ? new ArrayList<>(1) : list;
    into.add(one);
    return into;
  }

  private static <T> List<T> with(List<T> list, List<T> others) {
    if (others.isEmpty()) {
      return list;
    }
    List<T> into = list.isEmpty() ? new ArrayList<>(others.size()) : list;
    into.addAll(others);
    return into;
  }

  /// Adds an instance whose callbacks are to be told.
  void told(EntityEntry entry) {
    told = with(told, entry);
  }

  /// Adds a to-one to be set once its target is here.
  void unset(EntityEntry owner, ToOneAttribute attribute, Object key) {
    unset = with(unset, new Unset(owner, attribute, key));
  }

  /// Adds a row.
  void key(EntityDescriptor type, Object key) {
    key(type, key, FetchPlan.MAPPING);
  }

  /// As above.
  ///
  /// @param plan what is to be read with the row, here and below for what is read
  void key(EntityDescriptor type, Object key, FetchPlan plan) {
    for (KeyLoad load : keys) {
      if (load.type() == type && load.plan() == plan) {
        load.keys().add(key);
        return;
      }
    }
    KeyLoad load = new KeyLoad(type, plan, LinkedHashSet.newLinkedHashSet(1));
    load.keys().add(key);
    keys = with(keys, load);
  }

  /// An association that does not refer to the target's id: only its row tells which one it is.
  void reference(
      EntityEntry owner,
      ToOneAttribute attribute,
      EntityDescriptor target,
      Object key,
      FetchPlan plan) {
    ReferenceLoad found = null;
    for (ReferenceLoad load : references) {
      if (load.attribute() == attribute && load.plan() == plan) {
        found = load;
      }
    }
    if (found == null) {
      found = new ReferenceLoad(target, attribute, plan, LinkedHashMap.newLinkedHashMap(1));
      references = with(references, found);
    }
    found.owners().computeIfAbsent(Keys.normal(key), any -> new ArrayList<>()).add(owner);
  }

  public void collection(EntityEntry owner, PluralAttribute attribute) {
    collection(owner, attribute, FetchPlan.MAPPING);
  }

  public void collection(EntityEntry owner, PluralAttribute attribute, FetchPlan plan) {
    for (CollectionLoad load : collections) {
      if (load.attribute() == attribute && load.plan() == plan) {
        load.owners().add(owner);
        return;
      }
    }
    CollectionLoad load =
        new CollectionLoad(owner.type, attribute, plan, LinkedHashSet.newLinkedHashSet(1));
    load.owners().add(owner);
    collections = with(collections, load);
  }

  void inverse(EntityEntry owner, ToOneAttribute attribute, FetchPlan plan) {
    for (InverseLoad load : inverses) {
      if (load.attribute() == attribute && load.plan() == plan) {
        load.owners().add(owner);
        return;
      }
    }
    InverseLoad load =
        new InverseLoad(owner.type, attribute, plan, LinkedHashSet.newLinkedHashSet(1));
    load.owners().add(owner);
    inverses = with(inverses, load);
  }

  /// Takes back what an owner calls for; whether it did.
  boolean withdraw(EntityEntry owner, Attribute attribute, FetchPlan plan) {
    for (CollectionLoad load : collections) {
      if (load.attribute() == attribute && load.plan() == plan && load.owners().remove(owner)) {
        collections.removeIf(one -> one.owners().isEmpty());
        return true;
      }
    }
    for (InverseLoad load : inverses) {
      if (load.attribute() == attribute && load.plan() == plan && load.owners().remove(owner)) {
        inverses.removeIf(one -> one.owners().isEmpty());
        return true;
      }
    }
    return false;
  }

  /// Adds what others called for, to be loaded in the same exchange.
  void addAll(PendingLoads others) {
    references = with(references, others.references);
    keys = with(keys, others.keys);
    unset = with(unset, others.unset);
    collections = with(collections, others.collections);
    inverses = with(inverses, others.inverses);
    told = with(told, others.told);
  }

  /// Forgets what has been loaded, for a reader that goes on.
  public void clear() {
    keys = List.of();
    references = List.of();
    unset = List.of();
    collections = List.of();
    inverses = List.of();
    told = List.of();
  }

  /// The load is over: nothing of it is kept.
  void end() {
    clear();
    batch = LoadBatch.NONE;
    touched = null;
    fromDatabase = false;
  }

  /// As a new one, after [#end].
  PendingLoads again() {
    batch = new LoadBatch();
    return this;
  }

  boolean isEmpty() {
    return keys.isEmpty()
        && references.isEmpty()
        && unset.isEmpty()
        && collections.isEmpty()
        && inverses.isEmpty();
  }
}
