package io.tiercel.jpa.flush;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.TypeOrder;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.row.Values;
import io.tiercel.jpa.write.DeleteWrite;
import io.tiercel.jpa.write.InsertWrite;
import io.tiercel.jpa.write.KeyedRow;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdatePlan;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.VersionCheck;
import io.tiercel.jpa.write.WriteBatch;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Works out what a flush has to write. New instances become rows in foreign-key order, managed
/// ones are read into a scratch row and compared with the row they came from, collections with the
/// elements they had. One flusher serves one flush.
public final class Flusher {
  private static final BitSet NOTHING = new BitSet(0);

  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final Loader loader;
  private final Consumer<Object> remove;
  private final Map<EntityDescriptor, @Nullable Object[]> scratches = new HashMap<>();
  private final Map<EntityDescriptor, List<EntityEntry>> news = new LinkedHashMap<>();
  private final Map<EntityDescriptor, List<EntityEntry>> removed = new LinkedHashMap<>();

  /// Managed instances of which something is written.
  private final List<EntityEntry> touched = new ArrayList<>();

  private final Updates updates = new Updates();
  private final Map<EntityDescriptor, VersionCheck> versionChecks = new LinkedHashMap<>();
  private final List<InsertWrite> lateInserts = new ArrayList<>();
  private final List<Runnable> afterwards = new ArrayList<>();
  private final PostCallbacks callbacks = new PostCallbacks();

  // Made when there is a collection to compare, which few flushes have.
  private @Nullable CollectionChanges collections;
  private @Nullable ElementChanges elements;
  private final Set<EntityEntry> told;
  private final AssumedReferences assumed = new AssumedReferences();
  private boolean hasTold;

  /// @param told whom this flush has told of its update already; gets those that [#plan] tells
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
  }

  private CollectionChanges collections() {
    CollectionChanges known = collections;
    if (known == null) {
      known = new CollectionChanges(loader, this::keyOf);
      collections = known;
    }
    return known;
  }

  private ElementChanges elements() {
    ElementChanges known = elements;
    if (known == null) {
      known = new ElementChanges(loader, this::keyOf);
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
          news.computeIfAbsent(entry.type, type -> new ArrayList<>()).add(entry);
          compareCollections(entry);
        }
        case MANAGED -> compare(entry, compareCollections(entry), atCommit);
        case REMOVED -> {
          removed.computeIfAbsent(entry.type, type -> new ArrayList<>()).add(entry);
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
        assumed,
        () -> afterwards.forEach(Runnable::run),
        callbacks,
        descriptors.shared() == null ? List.of() : written(),
        descriptors.shared() == null ? List.of() : others());
  }

  private List<EntityEntry> written() {
    List<EntityEntry> written = new ArrayList<>(touched);
    news.values().forEach(written::addAll);
    removed.values().forEach(written::addAll);
    return written;
  }

  /// Collections may be written in the rows of their elements.
  private List<EntityDescriptor> others() {
    if (collections == null || collections.isNothing()) {
      return List.of();
    }
    return written().stream()
        .flatMap(entry -> entry.type.toManys.stream())
        .filter(attribute -> attribute.joinTable() == null)
        .filter(attribute -> attribute.isOwning() || !attribute.shape().columns().isEmpty())
        .map(attribute -> descriptors.of(attribute.target().type()))
        .distinct()
        .toList();
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
    Set<EntityDescriptor> types = new LinkedHashSet<>(news.keySet());
    types.addAll(removed.keySet());
    types.addAll(updates.types());
    TypeOrder order = descriptors.order(types);
    WriteBatch writes = new WriteBatch();
    updates.addLocks(writes, order, removed);
    Set<EntityDescriptor> early = earlyDeletes();
    if (!early.isEmpty()) {
      addCollectionDeletes(writes);
      addDeletes(writes, order, early::contains);
    }
    List<UpdateWrite> completions = new ArrayList<>();
    for (EntityDescriptor type : order.referencedFirst()) {
      List<EntityEntry> ofType = news.get(type);
      if (ofType != null) {
        insert(type, ofType, order, completions).forEach(writes::add);
      }
    }
    completions.forEach(writes::add);
    updates.addTo(writes, order);
    lateInserts.forEach(writes::add);
    if (early.isEmpty()) {
      addCollectionDeletes(writes);
    }
    collections().addTo(writes, order);
    elements().addInserts(writes);
    addDeletes(writes, order, type -> !early.contains(type));
    versionChecks.values().forEach(writes::add);
    collections().afterwards().ifPresent(afterwards::add);
    afterwards.addAll(elements().afterwards());
    return writes;
  }

  private void addCollectionDeletes(WriteBatch writes) {
    collections().addDeletes(writes);
    elements().addDeletes(writes);
  }

  // ---- new rows ----

  /// One statement for each of the type's tables. Those in which an entity may have no row wait
  /// until all rows are there that they may refer to.
  private List<InsertWrite> insert(
      EntityDescriptor type,
      List<EntityEntry> entries,
      TypeOrder order,
      List<UpdateWrite> completions) {
    List<InsertWrite> inserts = type.insertPlans.stream().map(InsertWrite::new).toList();
    List<InsertWrite> optional = type.optionalInsertPlans.stream().map(InsertWrite::new).toList();
    Column discriminator = type.mapping.inheritance().discriminator();
    List<@Nullable Object[]> rows = new ArrayList<>(entries.size());
    for (EntityEntry entry : entries) {
      @Nullable Object[] values = state(entry, new Object[type.mapping.columns().size()]);
      if (discriminator != null) {
        values[discriminator.slot()] = type.mapping.inheritance().discriminatorValue();
      }
      if (type.versionColumn != null) {
        int slot = type.versionColumn.slot();
        values[slot] = Versions.first(values[slot], type.versionColumn);
      }
      rows.add(values);
      @Nullable Object[] inserted = withoutLaterReferences(entry, values, order, completions);
      inserts.forEach(write -> write.add(inserted));
      for (int i = 0; i < optional.size(); i++) {
        if (type.optionalTables.get(i).hasValue(slot -> values[slot])) {
          optional.get(i).add(values);
        }
      }
    }
    optional.stream().filter(write -> !write.isEmpty()).forEach(lateInserts::add);
    afterwards.add(() -> inserted(type, entries, rows));
    callbacks.add(LifecycleEvent.POST_PERSIST, type, entries);
    return inserts;
  }

  private static void inserted(
      EntityDescriptor type, List<EntityEntry> entries, List<@Nullable Object[]> rows) {
    for (int i = 0; i < rows.size(); i++) {
      EntityEntry entry = entries.get(i);
      entry.state = State.MANAGED;
      entry.row = new Row(rows.get(i));
      writeVersion(type, entry);
    }
  }

  private static void writeVersion(EntityDescriptor type, EntityEntry entry) {
    if (type.isRecord) {
      entry.instance = Records.written(type, entry.instance, entry.requiredRow());
      return;
    }
    Column column = type.versionColumn;
    if (column != null) {
      Object value = Objects.requireNonNull(entry.requiredRow().get(column.slot()));
      var conversion = column.conversion();
      type.access.set(
          entry.instance,
          Objects.requireNonNull(type.mapping.version()).index(),
          conversion == null ? value : conversion.toAttribute(value));
    }
  }

  /// The values to insert: foreign keys to rows that are inserted later stay null for now.
  private @Nullable Object[] withoutLaterReferences(
      EntityEntry entry,
      @Nullable Object[] values,
      TypeOrder order,
      List<UpdateWrite> completions) {
    @Nullable Object[] inserted = values;
    for (ToOneAttribute attribute : entry.type.orderingToOnes) {
      List<Column> columns = detachable(attribute);
      if (columns.isEmpty()) {
        continue;
      }
      Object referred = entry.type.access.get(entry.instance, attribute.index());
      EntityEntry targetEntry = referred == null ? null : identities.of(referred);
      if (targetEntry != null
          && targetEntry.state == State.NEW
          && order.isLater(targetEntry.type, entry.type)) {
        if (inserted == values) {
          inserted = values.clone();
        }
        ForeignKeys.write(columns, null, inserted);
        UpdatePlan plan = entry.type.unchecked(columns);
        UpdateWrite completion = new UpdateWrite(plan);
        completion.add(keyed(entry, null, plan.select(values)));
        completions.add(completion);
      }
    }
    return inserted;
  }

  /// The columns of a foreign key that may be null for a while: then it refers to nothing.
  private static List<Column> detachable(ToOneAttribute attribute) {
    return attribute.joinColumns().stream()
        .filter(column -> column.nullable() && column.insertable() && column.updatable())
        .toList();
  }

  // ---- changed rows ----

  private void compare(EntityEntry entry, boolean collectionsChanged, boolean atCommit) {
    EntityDescriptor type = entry.type;
    @Nullable Object[] values = scratches.get(type);
    if (values == null) {
      values = new @Nullable Object[type.mapping.columns().size()];
      scratches.put(type, values);
    }
    state(entry, values);
    BitSet changed = entry.isReadOnly ? NOTHING : changedSlots(entry, values);
    boolean force =
        type.versionColumn != null
            && (collectionsChanged || (forcesIncrement(entry.lockMode) && !entry.isIncremented));
    if (changed.isEmpty() && !force && !collectionsChanged) {
      checkVersion(entry, atCommit);
      return;
    }
    if (type.callbacks.has(LifecycleEvent.PRE_UPDATE) && told.add(entry)) {
      type.callbacks.call(LifecycleEvent.PRE_UPDATE, entry.instance);
      hasTold = true;
      return;
    }
    // Collections that changed alone leave the row of an entity without a version as it is.
    if (!changed.isEmpty() || force) {
      update(entry, values, changed.isEmpty() ? new BitSet() : changed);
    }
    touched.add(entry);
    callbacks.add(LifecycleEvent.POST_UPDATE, type, List.of(entry));
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
      if (!Values.same(row.get(slot), values[slot])) {
        if (changed == null) {
          changed = new BitSet(values.length);
        }
        changed.set(slot);
      }
    }
    return changed == null ? NOTHING : changed;
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
    scratches.remove(type);
    Row row = entry.requiredRow();
    Object oldVersion = null;
    if (type.versionColumn != null) {
      int slot = type.versionColumn.slot();
      oldVersion = row.get(slot);
      boolean isRaised = type.isRecord && !Values.same(values[slot], oldVersion);
      if (!isRaised) {
        values[slot] =
            Versions.next(
                Objects.requireNonNull(oldVersion, () -> entry + " has a null version"),
                type.versionColumn);
      }
      changed.set(slot);
    }
    updates.add(type, changed, entry, oldVersion, values);
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
          writeVersion(type, entry);
        });
  }

  // ---- deleted rows ----

  private Set<EntityDescriptor> earlyDeletes() {
    if (removed.isEmpty()) {
      return Set.of();
    }
    Set<EntityDescriptor> written = new HashSet<>(news.keySet());
    written.addAll(updates.types());
    return new EarlyDeletes(descriptors, identities, removed)
        .choose(written, collections().releasing());
  }

  private void addDeletes(WriteBatch writes, TypeOrder order, Predicate<EntityDescriptor> which) {
    List<EntityDescriptor> types = order.referencedLast().stream().filter(which).toList();
    for (EntityDescriptor type : types) {
      deleteOptional(type, removed.getOrDefault(type, List.of()), writes);
    }
    for (EntityDescriptor type : types) {
      releaseRings(removed.getOrDefault(type, List.of()), order, writes);
    }
    for (EntityDescriptor type : types) {
      List<EntityEntry> ofType = removed.get(type);
      if (ofType != null) {
        delete(type, ofType).forEach(writes::add);
      }
    }
  }

  /// Rows that refer to others, and to which none refers, go before all those.
  private static void deleteOptional(
      EntityDescriptor type, List<EntityEntry> entries, WriteBatch writes) {
    if (entries.isEmpty()) {
      return;
    }
    for (EntityTable table : type.optionalTables) {
      DeleteWrite write = OptionalRows.delete(table);
      entries.forEach(entry -> write.add(keyed(entry, null)));
      writes.add(write);
    }
  }

  /// One statement for each of the other tables, the one that others refer to last. The one that
  /// has the version checks it.
  private List<DeleteWrite> delete(EntityDescriptor type, List<EntityEntry> entries) {
    List<DeleteWrite> deletes = new ArrayList<>();
    for (EntityTable table : type.requiredTables.reversed()) {
      Column version = type.versionIn(table);
      DeleteWrite write =
          new DeleteWrite(table.table(), new TableKey(table.key()), version, version != null);
      for (EntityEntry entry : entries) {
        write.add(keyed(entry, version == null ? null : entry.requiredRow().get(version.slot())));
      }
      deletes.add(write);
    }
    afterwards.add(() -> entries.forEach(identities::deleted));
    callbacks.add(LifecycleEvent.POST_REMOVE, type, entries);
    return deletes;
  }

  /// Rows are deleted in the reverse of the order in which they are inserted. A row that points to
  /// one which is deleted before it, as happens in a ring of types, lets go of it first.
  private void releaseRings(List<EntityEntry> entries, TypeOrder order, WriteBatch writes) {
    if (entries.isEmpty()) {
      return;
    }
    EntityDescriptor type = entries.getFirst().type;
    for (ToOneAttribute attribute : type.orderingToOnes) {
      List<Column> columns = detachable(attribute);
      EntityDescriptor target = descriptors.of(attribute.target().type());
      if (columns.isEmpty()) {
        continue;
      }
      UpdateWrite write = new UpdateWrite(type.unchecked(columns));
      boolean any = false;
      for (EntityEntry entry : entries) {
        EntityEntry removedTarget = removedTarget(entry, attribute, target);
        if (removedTarget != null && order.isLater(removedTarget.type, type)) {
          write.add(keyed(entry, null, new @Nullable Object[columns.size()]));
          any = true;
        }
      }
      if (any) {
        writes.add(write);
      }
    }
  }

  private @Nullable EntityEntry removedTarget(
      EntityEntry entry, ToOneAttribute attribute, EntityDescriptor target) {
    Object key = ForeignKeys.read(attribute.joinColumns(), entry.requiredRow());
    EntityEntry referred = key == null ? null : identities.referredTo(target, attribute, key);
    return referred != null && referred.state == State.REMOVED ? referred : null;
  }

  private boolean removesOrphans() {
    for (EntityEntry entry : identities.entries()) {
      if (entry.type.removesOrphans) {
        return true;
      }
    }
    return false;
  }

  private void removeOrphans() {
    if (!removesOrphans()) {
      return;
    }
    for (EntityEntry orphan : new Orphans(loader, collections()).find()) {
      // One may have gone along with another.
      if (orphan.isManaged()) {
        remove.accept(orphan.instance);
      }
    }
  }

  // ---- values ----

  /// The instance's present state as column values, in the given array.
  private @Nullable Object[] state(EntityEntry entry, @Nullable Object[] values) {
    EntityDescriptor type = entry.type;
    type.access.read(entry.instance, values);
    if (!type.mapping.id().isAttribute()) {
      ForeignKeys.write(type.key.columns(), entry.id, values);
    }
    for (int i = 0; i < type.owningToOnes.size(); i++) {
      ToOneAttribute attribute = type.owningToOnes.get(i);
      Object target = type.access.get(entry.instance, attribute.index());
      if (type.isIdSlot(attribute.joinColumns().getFirst().slot())) {
        // The id is what it was when the instance was persisted or read.
        new DerivedIdChanges(descriptors, identities).refuse(entry, attribute, target);
        continue;
      }
      if (target == null) {
        entry.clear(attribute, values);
      } else {
        ForeignKeys.write(attribute.joinColumns(), keyOf(entry, attribute, target), values);
      }
    }
    return values;
  }

  /// What the foreign key of an association to the instance holds.
  private Object keyOf(EntityEntry owner, ToOneAttribute attribute, Object target) {
    Object id = keyOf(owner, attribute.name(), target);
    if (attribute.refersToId()) {
      return id;
    }
    EntityEntry entry = identities.of(target);
    if (entry != null && entry.state == State.UNLOADED) {
      loader.load((LazyInstance) target);
    }
    EntityDescriptor type = descriptors.ofInstance(target);
    Object key = type.valueOf(target, attribute.referencedColumns());
    if (key == null) {
      throw new IllegalStateException(
          "%s.%s of %s refers to %s#%s by %s, which is null\nHint: set it before the flush."
              .formatted(owner.type, attribute.name(), owner, type, id, attribute.uniqueColumns()));
    }
    return key;
  }

  /// The id of an associated instance; IllegalStateException when it is neither managed nor stored.
  private Object keyOf(EntityEntry owner, String attributeName, Object target) {
    EntityEntry entry = identities.of(target);
    EntityEntry gone = entry != null && entry.state == State.REMOVED ? entry : null;
    if (entry == null) {
      gone = identities.deleted(target);
    }
    if (gone != null && owner.state != State.REMOVED) {
      throw new IllegalStateException(
          "%s.%s of %s refers to %s, which is removed\nHint: set it to null or to another instance."
              .formatted(owner.type, attributeName, owner, gone));
    }
    if (entry != null) {
      return entry.id;
    }
    EntityDescriptor type = descriptors.ofInstance(target);
    Object id = type.idOf(target);
    if (id == null || isNew(type, target, id)) {
      throw new IllegalStateException(
          "%s.%s of %s refers to a %s that is not persisted\nHint: persist it first, or set cascade = CascadeType.PERSIST on %s.%s."
              .formatted(owner.type, attributeName, owner, type, owner.type, attributeName));
    }
    assumed.add(owner, attributeName, type, id);
    return id;
  }

  /// Whether an instance that is not managed was never stored: a generated id is still zero, or the
  /// version of one with an assigned id is still unset. Without either it is taken for stored, and
  /// the foreign key decides.
  private static boolean isNew(EntityDescriptor type, Object target, Object id) {
    if (type.mapping.idGeneration() instanceof IdGeneration.Assigned) {
      var version = type.mapping.version();
      return version != null && type.access.get(target, version.index()) == null;
    }
    return type.mapping.id().javaType().isPrimitive()
        && id instanceof Number number
        && number.longValue() == 0;
  }

  static KeyedRow keyed(EntityEntry entry, @Nullable Object version, @Nullable Object... values) {
    return new KeyedRow(entry.id, version, values, entry.instance, entry.type.mapping.entityName());
  }

  /// Whether a collection's elements are known here.
  static boolean isLoaded(@Nullable Object collection) {
    return !(collection instanceof LazyCollection lazy) || lazy.isLoaded();
  }
}
