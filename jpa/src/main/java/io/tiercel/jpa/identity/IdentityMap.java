package io.tiercel.jpa.identity;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.row.Values;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The entries of a context: by instance, by type and id, and in the order in which they came. Some
/// are not made before [they are asked for][LateEntries].
@SuppressWarnings("ReferenceEquality") // instances are told apart by what they are
public final class IdentityMap {
  private static final List<EntityEntry> NONE = List.of();

  /// Up to so many entries an instance is found by looking through them.
  private static final int MAX_FEW = IdTable.MAX_FEW;

  private static final int FIRST = 4;

  /// The first [#indexed] of the entries. It catches up when somebody asks: a query that only reads
  /// never does, and hashing by identity was a quarter of what reading a large result cost.
  private @Nullable InstanceTable byInstance;

  private final Descriptors descriptors;
  private int indexed;
  private final IdTable byId = new IdTable();

  /// [#NONE] as long as there is none.
  private List<EntityEntry> entries = NONE;

  private int detached;

  /// The first and the last of those whose entries are not made yet; null for none.
  private @Nullable LateEntries late;

  private @Nullable LateEntries lastLate;

  /// How many entries these stand for.
  private int lateCount;

  /// Whether somebody has asked for all entries: who walks through them sees what is added.
  private boolean isListed;

  /// Whose rows were deleted in this transaction: removed instances, which may become managed again
  /// until it ends.
  private @Nullable IdentityHashMap<Object, EntityEntry> deleted;

  /// Of those that were ever among the entries since it was empty.
  private boolean cascadesPersist;

  private boolean removesOrphans;

  public IdentityMap(Descriptors descriptors) {
    this.descriptors = descriptors;
  }

  /// The entry of an instance. A record is a value: any with the id of an entry is found.
  public @Nullable EntityEntry of(Object instance) {
    if (instance instanceof Record) {
      return ofRecord(instance);
    }
    if (late != null && isLate(instance)) {
      makeLate();
    }
    if (byInstance == null && entries.size() <= MAX_FEW) {
      return among(instance);
    }
    return byInstance().get(instance);
  }

  private boolean isLate(Object instance) {
    for (LateEntries some = late; some != null; some = some.next) {
      if (some.type.mapping.javaType() == instance.getClass()) {
        return true;
      }
    }
    return false;
  }

  private boolean isLate(EntityDescriptor type) {
    for (LateEntries some = late; some != null; some = some.next) {
      if (some.type.ordinal == type.ordinal) {
        return true;
      }
    }
    return false;
  }

  private void makeLate() {
    LateEntries some = late;
    late = null;
    lastLate = null;
    lateCount = 0;
    for (; some != null; some = some.next) {
      for (int i = 0; i < some.size(); i++) {
        add(some.entry(i));
      }
    }
  }

  private @Nullable EntityEntry among(Object instance) {
    for (int i = 0; i < entries.size(); i++) {
      EntityEntry entry = entries.get(i);
      if (entry.instance == instance && entry.state != State.DETACHED) {
        return entry;
      }
    }
    return null;
  }

  /// The entry of what an association of an entry holds. Mostly that is what the row refers to, so
  /// it is looked for by that id first: among many an instance can only be looked for by its
  /// identity, and giving it a hash code and a place in a table costs more than one look-up.
  public @Nullable EntityEntry of(
      Object instance, EntityEntry owner, ToOneAttribute attribute, EntityDescriptor target) {
    Row row = owner.row;
    if (row != null && attribute.refersToId()) {
      Object key = ForeignKeys.read(attribute.joinColumns(), row.values());
      EntityEntry referred = key == null ? null : of(target, key);
      if (referred != null && referred.instance == instance) {
        return referred;
      }
    }
    return of(instance);
  }

  private @Nullable EntityEntry ofRecord(Object record) {
    EntityDescriptor type = descriptors.ofInstance(record);
    Object id = type.idOf(record);
    return id == null ? null : of(type, id);
  }

  private InstanceTable byInstance() {
    InstanceTable table = byInstance;
    if (table == null) {
      table = new InstanceTable();
      byInstance = table;
    }
    for (; indexed < entries.size(); indexed++) {
      EntityEntry entry = entries.get(indexed);
      if (entry.state != State.DETACHED && !entry.type.isRecord) {
        table.add(entry);
      }
    }
    return table;
  }

  public @Nullable EntityEntry of(EntityDescriptor type, Object id) {
    if (late != null && isLate(type)) {
      makeLate();
    }
    return byId.get(type, id);
  }

  /// Whether there may be an entry of the hierarchy.
  public boolean mayHold(EntityDescriptor type) {
    return byId.mayHold(type) || isLate(type);
  }

  /// The entry that a foreign key of the association holds. One that does not refer to the id is
  /// looked for among the rows that are known here.
  public @Nullable EntityEntry referredTo(
      EntityDescriptor target, ToOneAttribute attribute, Object key) {
    if (attribute.refersToId()) {
      return of(target, key);
    }
    makeLate();
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
    byId.put(entry);
    cascadesPersist |= entry.type.cascadesPersist;
    removesOrphans |= entry.type.removesOrphans;
    if (entries == NONE) {
      entries = new ArrayList<>(FIRST);
    }
    entries.add(entry);
  }

  /// Adds instances whose ids have no entries yet, and whose entries are made when they are asked
  /// for.
  public void addLate(LateEntries added) {
    LateEntries last = lastLate;
    if (last == null) {
      late = added;
    } else {
      last.next = added;
    }
    lastLate = added;
    lateCount += added.size();
    if (isListed) {
      makeLate();
    }
  }

  public void remove(EntityEntry entry) {
    if (byInstance != null) {
      byInstance().remove(entry.instance);
    }
    byId.remove(entry);
    entry.state = State.DETACHED;
    // The list is swept when half of it is waste, so that detaching one by one stays linear.
    if (++detached * 2 > entries.size()) {
      entries.removeIf(known -> known.state == State.DETACHED);
      indexed = byInstance == null ? 0 : entries.size();
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

  /// In the order in which they came, or were made. A snapshot is not taken: callers that add while
  /// they iterate walk by index and see what was added.
  public List<EntityEntry> entries() {
    isListed = true;
    makeLate();
    return entries;
  }

  /// Whether an entry may be of a type of which persisting an instance reaches others.
  public boolean mayCascadePersist() {
    makeLate();
    return cascadesPersist;
  }

  /// Whether an entry may be of a type with an association that takes what falls out of it for
  /// removed.
  public boolean mayRemoveOrphans() {
    makeLate();
    return removesOrphans;
  }

  /// How many entries there are, those included that are not made yet.
  public int size() {
    return entries.size() + lateCount;
  }

  public void clear() {
    for (EntityEntry entry : entries) {
      entry.state = State.DETACHED;
    }
    if (byInstance != null) {
      byInstance.clear();
    }
    indexed = 0;
    late = null;
    lastLate = null;
    lateCount = 0;
    isListed = false;
    cascadesPersist = false;
    removesOrphans = false;
    byId.clear();
    deleted = null;
    entries = NONE;
    detached = 0;
  }
}
