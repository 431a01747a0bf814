package io.tiercel.jpa.identity;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The entries of a context: by instance, by type and id, and in the order in which they came.
public final class IdentityMap {
  private static final int MIN_KEPT_ENTRIES = 100;
  private static final int MAX_KEPT_ENTRIES = 20_000;

  /// The first [#indexed] of the entries. It catches up when somebody asks: a query that only reads
  /// never does, and hashing by identity was a quarter of what reading a large result cost.
  private final InstanceTable byInstance = new InstanceTable();

  private final Descriptors descriptors;
  private int indexed;
  private final List<@Nullable Map<Object, EntityEntry>> byId = new ArrayList<>();
  private List<EntityEntry> entries = new ArrayList<>();
  private int detached;

  /// Whose rows were deleted in this transaction: removed instances, which may become managed again
  /// until it ends.
  private @Nullable IdentityHashMap<Object, EntityEntry> deleted;

  public IdentityMap(Descriptors descriptors) {
    this.descriptors = descriptors;
  }

  /// The entry of an instance. A record is a value: any with the id of an entry is found.
  public @Nullable EntityEntry of(Object instance) {
    if (instance instanceof Record) {
      return ofRecord(instance);
    }
    indexByInstance();
    return byInstance.get(instance);
  }

  private @Nullable EntityEntry ofRecord(Object record) {
    EntityDescriptor type = descriptors.ofInstance(record);
    Object id = type.idOf(record);
    return id == null ? null : of(type, id);
  }

  private void indexByInstance() {
    for (; indexed < entries.size(); indexed++) {
      EntityEntry entry = entries.get(indexed);
      if (entry.state != State.DETACHED && !entry.type.isRecord) {
        byInstance.add(entry);
      }
    }
  }

  public @Nullable EntityEntry of(EntityDescriptor type, Object id) {
    Map<Object, EntityEntry> ofType = type.ordinal < byId.size() ? byId.get(type.ordinal) : null;
    return ofType == null ? null : ofType.get(Keys.normal(id));
  }

  /// The entry that a foreign key of the association holds. One that does not refer to the id is
  /// looked for among the rows that are known here.
  public @Nullable EntityEntry referredTo(
      EntityDescriptor target, ToOneAttribute attribute, Object key) {
    if (attribute.refersToId()) {
      return of(target, key);
    }
    for (EntityEntry entry : entries) {
      if (entry.type == target
          && entry.row != null
          && entry.state != State.DETACHED
          && Values.same(key, entry.referenced(attribute))) {
        return entry;
      }
    }
    return null;
  }

  public void add(EntityEntry entry) {
    entriesOf(entry.type).put(Keys.normal(entry.id), entry);
    entries.add(entry);
  }

  private Map<Object, EntityEntry> entriesOf(EntityDescriptor type) {
    while (byId.size() <= type.ordinal) {
      byId.add(null);
    }
    Map<Object, EntityEntry> ofType = byId.get(type.ordinal);
    if (ofType == null) {
      ofType = new HashMap<>();
      byId.set(type.ordinal, ofType);
    }
    return ofType;
  }

  public void remove(EntityEntry entry) {
    indexByInstance();
    byInstance.remove(entry.instance);
    entriesOf(entry.type).remove(Keys.normal(entry.id), entry);
    entry.state = State.DETACHED;
    // The list is swept when half of it is waste, so that detaching one by one stays linear.
    if (++detached * 2 > entries.size()) {
      entries.removeIf(known -> known.state == State.DETACHED);
      indexed = entries.size();
      detached = 0;
    }
  }

  /// The entry's row is deleted.
  public void deleted(EntityEntry entry) {
    remove(entry);
    IdentityHashMap<Object, EntityEntry> known = deleted;
    if (known == null) {
      known = new IdentityHashMap<>();
      deleted = known;
    }
    known.put(entry.instance, entry);
  }

  /// The former entry of an instance whose row was deleted in this transaction.
  public @Nullable EntityEntry deleted(Object instance) {
    return deleted == null ? null : deleted.get(instance);
  }

  /// The instance is no removed one any more: it is persisted again, or detached.
  public void forgetDeleted(Object instance) {
    if (deleted != null) {
      deleted.remove(instance);
    }
  }

  /// The transaction is over: what it removed is detached.
  public void forgetDeleted() {
    deleted = null;
  }

  /// In the order in which they came. A snapshot is not taken: callers that add while they iterate
  /// walk by index and see what was added.
  public List<EntityEntry> entries() {
    return entries;
  }

  public void clear() {
    for (EntityEntry entry : entries) {
      entry.state = State.DETACHED;
    }
    byInstance.clear();
    indexed = 0;
    byId.replaceAll(IdentityMap::emptied);
    deleted = null;
    entries = new ArrayList<>();
    detached = 0;
  }

  /// A bulk program clears and fills again, so a table that it needed lately stays as large. A
  /// small one goes, for wiping costs as much as the table was ever large.
  private static @Nullable Map<Object, EntityEntry> emptied(
      @Nullable Map<Object, EntityEntry> ofType) {
    if (ofType == null || ofType.size() < MIN_KEPT_ENTRIES || ofType.size() > MAX_KEPT_ENTRIES) {
      return null;
    }
    ofType.clear();
    return ofType;
  }
}
