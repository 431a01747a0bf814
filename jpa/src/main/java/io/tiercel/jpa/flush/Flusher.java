package io.tiercel.jpa.flush;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.TypeOrder;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.WrittenCollection;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.row.Values;
import io.tiercel.jpa.write.KeyedRow;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.VersionCheck;
import io.tiercel.jpa.write.WriteBatch;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Works out what a flush has to write. New instances become rows in foreign-key order, managed
/// ones are read into a scratch row and compared with the row they came from, collections with the
/// elements they had. One flusher serves one flush.
public final class Flusher {
  private static final BitSet NOTHING = new BitSet(0);
  private static final @Nullable Object[] NO_VALUES = {};

  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final Loader loader;
  private final Consumer<Object> remove;
  private final InstanceState state;

  /// Where instances are read into, of whatever type; at least as long as a row of `scratchType`.
  private @Nullable Object[] scratch = NO_VALUES;

  private @Nullable EntityDescriptor scratchType;

  // Most flushes write nothing, so what collects is made when there is something to collect.
  private Map<EntityDescriptor, List<EntityEntry>> news = Map.of();
  private Map<EntityDescriptor, List<EntityEntry>> removed = Map.of();

  /// Managed instances of which something is written.
  private List<EntityEntry> touched = List.of();

  private @Nullable Updates updates;
  private Map<EntityDescriptor, VersionCheck> versionChecks = Map.of();
  private final List<Runnable> afterwards = new ArrayList<>(0);
  private final PostCallbacks callbacks = new PostCallbacks();

  // Made when there is a collection to compare, which few flushes have.
  private @Nullable CollectionChanges collections;
  private @Nullable ElementChanges elements;

  /// Unchangeable while it is empty.
  private Set<EntityEntry> told;

  private boolean hasTold;

  /// @param told whom this flush has told of its update already, as [#told] of the flusher before
  public Flusher(
      Descriptors descriptors,
      IdentityMap identities,
      Loader loader,
      Consumer<Object> remove,
      Set<EntityEntry> told) {
    this.told = told;
    this.descriptors = descriptors;
    this.identities = identities;
    this.loader = loader;
    this.remove = remove;
    this.state = new InstanceState(descriptors, identities, loader);
  }

  /// Whom this flush has told of its update, those that [#plan] has told among them. No set of the
  /// caller's is changed but one that another flusher gave.
  public Set<EntityEntry> told() {
    return told;
  }

  private boolean isToldNow(EntityEntry entry) {
    if (told.isEmpty()) {
      told = Collections.newSetFromMap(new IdentityHashMap<>());
    }
    return told.add(entry);
  }

  private CollectionChanges collections() {
    CollectionChanges known = collections;
    if (known == null) {
      known = new CollectionChanges(loader, state::keyOf);
      collections = known;
    }
    return known;
  }

  private Updates updates() {
    Updates known = updates;
    if (known == null) {
      known = new Updates();
      updates = known;
    }
    return known;
  }

  private ElementChanges elements() {
    ElementChanges known = elements;
    if (known == null) {
      known = new ElementChanges(loader, state::keyOf);
      elements = known;
    }
    return known;
  }

  /// What is to be written. Null when a callback was called before an update: it may have changed
  /// any instance, also one that was compared before, so everything is to be compared again.
  public @Nullable FlushPlan plan(boolean atCommit) {
    removeOrphans();
    List<EntityEntry> entries = identities.entries();
    // By index: reading what a replaced collection held may add entries.
    for (int i = 0; i < entries.size(); i++) {
      EntityEntry entry = entries.get(i);
      switch (entry.state) {
        case NEW -> {
          news = with(news, entry);
          compareCollections(entry);
        }
        case MANAGED -> compare(entry, compareCollections(entry), atCommit);
        case REMOVED -> {
          removed = with(removed, entry);
          collections().removeOwner(entry);
          elements().removeOwner(entry);
        }
        case UNLOADED, DETACHED -> {
          // Nothing can have changed.
        }
      }
    }
    if (hasTold) {
      return null;
    }
    if (isNothing()) {
      return FlushPlan.NOTHING;
    }
    validate();
    return new FlushPlan(
        writes(),
        collections().doubles(),
        new TakenKeys(news),
        state.assumed(),
        () -> afterwards.forEach(Runnable::run),
        callbacks,
        descriptors.shared() == null ? List.of() : written(),
        descriptors.shared() == null ? List.of() : writtenCollections());
  }

  /// The map with one more entry: the same one, but for the first.
  private static Map<EntityDescriptor, List<EntityEntry>> with(
      Map<EntityDescriptor, List<EntityEntry>> known, EntityEntry entry) {
    Map<EntityDescriptor, List<EntityEntry>> byType =
        known.isEmpty() ? new LinkedHashMap<>() : known;
    List<EntityEntry> ofType = byType.get(entry.type);
    if (ofType == null) {
      ofType = new ArrayList<>();
      byType.put(entry.type, ofType);
    }
    ofType.add(entry);
    return byType;
  }

  private List<EntityEntry> written() {
    List<EntityEntry> written = new ArrayList<>(touched);
    news.values().forEach(written::addAll);
    removed.values().forEach(written::addAll);
    return written;
  }

  /// The collections of which rows are written, those of their elements included.
  private List<WrittenCollection> writtenCollections() {
    List<WrittenCollection> written = new ArrayList<>();
    if (collections != null) {
      written.addAll(collections.written());
    }
    if (elements != null) {
      written.addAll(elements.written());
    }
    return written;
  }

  /// Whether all is as the database has it: so it is in transactions that only read.
  private boolean isNothing() {
    return news.isEmpty()
        && removed.isEmpty()
        && touched.isEmpty()
        && versionChecks.isEmpty()
        && (collections == null || collections.isNothing())
        && (elements == null || elements.isNothing());
  }

  /// After all callbacks. A new instance was valid when persisted, but may have changed since.
  private void validate() {
    news.forEach(
        (type, entries) ->
            entries.forEach(
                entry -> type.validation.validate(LifecycleEvent.PRE_PERSIST, entry.instance)));
    touched.forEach(
        entry -> entry.type.validation.validate(LifecycleEvent.PRE_UPDATE, entry.instance));
  }

  private boolean compareCollections(EntityEntry entry) {
    boolean associations = entry.type.tracksAssociations && collections().compare(entry);
    return (!entry.type.elementRows.isEmpty() && elements().compare(entry)) || associations;
  }

  private WriteBatch writes() {
    Inserts inserts = new Inserts(state, identities, afterwards, callbacks, collections());
    Deletes deletes = new Deletes(descriptors, identities, removed, afterwards, callbacks);
    Updates updates = updates();
    Set<EntityDescriptor> types = new LinkedHashSet<>(news.keySet());
    types.addAll(removed.keySet());
    types.addAll(updates.types());
    TypeOrder order = descriptors.order(types);
    WriteBatch writes = new WriteBatch();
    updates.addLocks(writes, order, removed);
    Set<EntityDescriptor> early = earlyDeletes();
    if (!early.isEmpty()) {
      addCollectionDeletes(writes);
      deletes.addTo(writes, order, early::contains);
    }
    List<UpdateWrite> completions = new ArrayList<>();
    inserts.findJoint(news, order);
    for (EntityDescriptor type : order.referencedFirst()) {
      List<EntityEntry> ofType = news.get(type);
      if (ofType != null) {
        inserts.add(type, ofType, order, completions).forEach(writes::add);
      }
    }
    completions.forEach(writes::add);
    updates.addTo(writes, order);
    inserts.late().forEach(writes::add);
    if (early.isEmpty()) {
      addCollectionDeletes(writes);
    }
    collections().addTo(writes, order);
    elements().addInserts(writes);
    deletes.addTo(writes, order, type -> !early.contains(type));
    versionChecks.values().forEach(writes::add);
    collections().afterwards().ifPresent(afterwards::add);
    afterwards.addAll(elements().afterwards());
    return writes;
  }

  private void addCollectionDeletes(WriteBatch writes) {
    collections().addDeletes(writes);
    elements().addDeletes(writes);
  }

  // ---- changed rows ----

  private void compare(EntityEntry entry, boolean collectionsChanged, boolean atCommit) {
    EntityDescriptor type = entry.type;
    @Nullable Object[] values = scratch(type);
    state.read(entry, values);
    BitSet changed = entry.isReadOnly ? NOTHING : changedSlots(entry, values);
    boolean force =
        type.versionColumn != null
            && (collectionsChanged || (forcesIncrement(entry.lockMode) && !entry.isIncremented));
    if (changed.isEmpty() && !force && !collectionsChanged) {
      checkVersion(entry, atCommit);
      return;
    }
    if (type.callbacks.has(LifecycleEvent.PRE_UPDATE) && isToldNow(entry)) {
      type.callbacks.call(LifecycleEvent.PRE_UPDATE, entry.instance);
      hasTold = true;
      return;
    }
    // Collections that changed alone leave the row of an entity without a version as it is.
    if (!changed.isEmpty() || force) {
      // The scratch row is read into again, so what is written gets values of its own.
      update(
          entry,
          Arrays.copyOf(values, type.mapping.columns().size()),
          changed.isEmpty() ? new BitSet() : changed);
    }
    if (touched.isEmpty()) {
      touched = new ArrayList<>();
    }
    touched.add(entry);
    callbacks.add(LifecycleEvent.POST_UPDATE, type, List.of(entry));
  }

  @SuppressWarnings("ReferenceEquality") // a type has one descriptor
  private @Nullable Object[] scratch(EntityDescriptor type) {
    if (scratchType != type) {
      int width = type.mapping.columns().size();
      if (scratch.length < width) {
        scratch = new @Nullable Object[width];
      } else {
        Arrays.fill(scratch, null);
      }
      scratchType = type;
    }
    return scratch;
  }

  /// The slots of updatable columns, but for the version's, whose values are not those of the row.
  private static BitSet changedSlots(EntityEntry entry, @Nullable Object[] values) {
    EntityDescriptor type = entry.type;
    Row row = entry.requiredRow();
    BitSet changed = null;
    for (int i = 0; i < type.updatable.size(); i++) {
      int slot = type.updatable.get(i).slot();
      if (type.versionColumn != null && slot == type.versionColumn.slot()) {
        continue;
      }
      if (hasChanged(type.updatable.get(i), row.get(slot), values[slot])) {
        if (changed == null) {
          changed = new BitSet(values.length);
        }
        changed.set(slot);
      }
    }
    return changed == null ? NOTHING : changed;
  }

  private static boolean hasChanged(
      Column column, @Nullable Object stored, @Nullable Object present) {
    if (Values.same(stored, present)) {
      return false;
    }
    Conversion conversion = column.conversion();
    return conversion == null
        || stored == null
        || present == null
        || !Values.same(conversion.rewritten(stored), present);
  }

  private static boolean forcesIncrement(LockModeType lockMode) {
    return lockMode == LockModeType.OPTIMISTIC_FORCE_INCREMENT
        || lockMode == LockModeType.WRITE
        || lockMode == LockModeType.PESSIMISTIC_FORCE_INCREMENT;
  }

  private void checkVersion(EntityEntry entry, boolean atCommit) {
    boolean wanted =
        entry.lockMode == LockModeType.OPTIMISTIC || entry.lockMode == LockModeType.READ;
    Column version = entry.type.versionColumn;
    if (atCommit && wanted && version != null) {
      if (versionChecks.isEmpty()) {
        versionChecks = new LinkedHashMap<>();
      }
      versionChecks
          .computeIfAbsent(entry.type, type -> versionCheck(type, version))
          .add(keyed(entry, entry.requiredRow().get(version.slot())));
    }
  }

  private static VersionCheck versionCheck(EntityDescriptor type, Column version) {
    EntityTable table = type.tableOf(version);
    return new VersionCheck(table.table(), new TableKey(table.key()), version);
  }

  private void update(EntityEntry entry, @Nullable Object[] values, BitSet changed) {
    EntityDescriptor type = entry.type;
    Row row = entry.requiredRow();
    Object oldVersion = null;
    if (type.versionColumn != null) {
      int slot = type.versionColumn.slot();
      oldVersion = row.get(slot);
      boolean isRaised = type.isRecord && !Values.same(values[slot], oldVersion);
      if (!isRaised) {
        values[slot] = Versions.next(oldVersion, type.versionColumn);
      }
      changed.set(slot);
    }
    updates().add(type, changed, entry, oldVersion, values);
    // What may not be updated stays in the snapshot as the database has it.
    for (int slot = 0; slot < values.length; slot++) {
      if (!changed.get(slot)) {
        values[slot] = row.get(slot);
      }
    }
    afterwards.add(
        () -> {
          entry.row = new Row(values);
          entry.isIncremented = forcesIncrement(entry.lockMode);
          Records.giveVersion(entry);
        });
  }

  // ---- deleted rows ----

  private Set<EntityDescriptor> earlyDeletes() {
    if (removed.isEmpty()) {
      return Set.of();
    }
    Set<EntityDescriptor> written = new HashSet<>(news.keySet());
    written.addAll(updates().types());
    return new EarlyDeletes(descriptors, identities, removed)
        .choose(written, collections().releasing());
  }

  private void removeOrphans() {
    if (!identities.mayRemoveOrphans()) {
      return;
    }
    for (EntityEntry orphan : new Orphans(loader, collections()).find()) {
      // One may have gone along with another.
      if (orphan.isManaged()) {
        remove.accept(orphan.instance);
      }
    }
  }

  static KeyedRow keyed(EntityEntry entry, @Nullable Object version, @Nullable Object... values) {
    return new KeyedRow(entry.id, version, values, entry.instance, entry.type.mapping.entityName());
  }

  /// Whether a collection's elements are known here.
  static boolean isLoaded(@Nullable Object collection) {
    return !(collection instanceof LazyCollection lazy) || lazy.isLoaded();
  }
}
