package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.PlacedElement;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.descriptor.TypeOrder;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.PendingLoads;
import io.tiercel.jpa.load.WrittenCollection;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute.JoinTable;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.write.DeleteWrite;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.jpa.write.InsertWrite;
import io.tiercel.jpa.write.KeyedRow;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.WriteBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a flush writes for collections that their side owns: rows of join tables, and foreign keys
/// in the target's table for `@OneToMany @JoinColumn`.
final class CollectionChanges {

  /// The id of an element, or an error naming owner and attribute.
  @FunctionalInterface
  interface Keys {
    Object of(EntityEntry owner, String attributeName, Object element);
  }

  private final Loader loader;
  private final Keys keys;
  private final PlaceChanges placeChanges;
  private final Map<ToManyAttribute, DeleteWrite> deletes = new LinkedHashMap<>();
  private final Map<ToManyAttribute, DeleteWrite> clears = new LinkedHashMap<>();
  private final Map<ToManyAttribute, InsertWrite> inserts = new LinkedHashMap<>();
  /// By the target's key, so that each row is written once: the server would pick any one of two.
  private final Map<ToManyAttribute, References> references = new LinkedHashMap<>();

  /// Of which rows of join tables are written.
  private final IdentityHashMap<ToManyAttribute, WrittenCollection> written =
      new IdentityHashMap<>();

  private final List<Released> released = new ArrayList<>();

  /// Types that must keep their removed rows until foreign keys of elements are updated.
  private final Set<EntityDescriptor> releasing = new HashSet<>();
  private final List<Runnable> afterwards = new ArrayList<>();
  private final Doubles doubles = new Doubles();

  /// The owners by the targets' keys, null where a target lost its owner.
  private record References(Map<Object, @Nullable EntityEntry> owners) {}

  /// A target that is removed together with the owner it points to.
  private record Released(EntityDescriptor owner, ToManyAttribute attribute, Object targetKey) {}

  CollectionChanges(Loader loader, Keys keys) {
    this.loader = loader;
    this.keys = keys;
    this.placeChanges = new PlaceChanges(loader, keys);
  }

  /// Elements that were in a collection and are no more.
  List<Object> taken(EntityEntry entry, ToManyAttribute attribute) {
    Object value = entry.type.access.get(entry.instance, attribute.index());
    if (!Flusher.isLoaded(value)) {
      return List.of();
    }
    Object[] before = before(entry, attribute);
    return before.length == 0 ? List.of() : missing(before, identitySet(elements(value)));
  }

  /// Notes what changed in the entry's owned collections; whether anything did.
  boolean compare(EntityEntry entry) {
    boolean changed = false;
    for (ToManyAttribute attribute : entry.type.toManys) {
      if (!EntityDescriptor.isTracked(attribute)) {
        continue;
      }
      Object value = entry.type.access.get(entry.instance, attribute.index());
      if (!Flusher.isLoaded(value)) {
        continue;
      }
      Places places = entry.type.places(attribute);
      if (places != null) {
        changed |= compare(entry, places, value);
        continue;
      }
      Object[] now = elements(value);
      Object[] before = entry.state == State.NEW ? new Object[0] : before(entry, attribute);
      if (attribute.isOwning()) {
        changed |= note(entry, attribute, before, now);
      }
      if (now.length > 0 || before.length > 0) {
        afterwards.add(() -> entry.setSnapshot(attribute.index(), now));
      }
    }
    if (entry.type.removesOrphans) {
      entry.type.inverseToOnes.forEach(attribute -> track(entry, attribute));
    }
    return changed;
  }

  /// The same for a collection whose elements have positions or keys. Where these alone changed on
  /// the inverse side, the owner counts as unchanged.
  private boolean compare(EntityEntry entry, Places places, @Nullable Object value) {
    ToManyAttribute attribute = places.attribute;
    List<PlacedElement> now =
        places.placed(value, entry, one -> keys.of(entry, attribute.name(), one));
    List<PlacedElement> before = new ArrayList<>();
    if (entry.state != State.NEW) {
      for (Object one : snapshot(entry, attribute)) {
        before.add((PlacedElement) one);
      }
    }
    if (now.isEmpty() && before.isEmpty()) {
      return false;
    }
    afterwards.add(() -> entry.setSnapshot(attribute.index(), now.toArray()));
    if (places.joinRows != null) {
      return placeChanges.compareRows(entry, places, before, now);
    }
    boolean linked =
        attribute.isOwning() && note(entry, attribute, instances(before), instances(now));
    boolean placed = places.isStored() && placeChanges.compareInTargets(entry, places, before, now);
    return linked || (placed && attribute.isOwning());
  }

  private static Object[] instances(List<PlacedElement> placed) {
    return placed.stream().map(PlacedElement::element).toArray();
  }

  /// The next flush must know which instance a one-to-one held, for there is no column that tells.
  private void track(EntityEntry entry, ToOneAttribute attribute) {
    if (attribute.orphanRemoval()) {
      Object now = entry.type.access.get(entry.instance, attribute.index());
      Object[] elements = now == null ? new Object[0] : new Object[] {now};
      afterwards.add(() -> entry.setSnapshot(attribute.index(), elements));
    }
  }

  /// The owner goes: so do its join rows, and foreign keys that point to it.
  void removeOwner(EntityEntry entry) {
    for (ToManyAttribute attribute : entry.type.toManys) {
      if (!attribute.isOwning()) {
        continue;
      }
      JoinTable joinTable = attribute.joinTable();
      if (joinTable != null) {
        clears
            .computeIfAbsent(
                attribute,
                any ->
                    new DeleteWrite(
                        joinTable.table(), new TableKey(joinTable.ownColumns()), null, false))
            .add(joinRow(entry.id));
        // Which elements it held is not read for this.
        add(new WrittenCollection(attribute, new HashSet<>(List.of(entry.id)), null), written);
      } else {
        note(entry, attribute, before(entry, attribute), new Object[0]);
      }
    }
  }

  private boolean note(
      EntityEntry entry, ToManyAttribute attribute, Object[] before, Object[] now) {
    Set<Object> inNow = identitySet(now);
    Set<Object> inBefore = identitySet(before);
    JoinTable table = attribute.joinTable();
    if (table != null && (inNow.size() < now.length || inBefore.size() < before.length)) {
      return noteBag(entry, attribute, table, before, now);
    }
    List<Object> gone = missing(before, inNow);
    List<Object> added = missing(now, inBefore);
    for (Object element : gone) {
      drop(entry, attribute, element);
    }
    for (Object element : added) {
      link(entry, attribute, keys.of(entry, attribute.name(), element));
    }
    return !gone.isEmpty() || !added.isEmpty();
  }

  /// A list that holds an element more than once has as many join rows for it. A DELETE by key
  /// takes all of them, so those that stay are inserted again.
  private boolean noteBag(
      EntityEntry entry,
      ToManyAttribute attribute,
      JoinTable table,
      Object[] before,
      Object[] now) {
    IdentityHashMap<Object, Integer> had = counts(before);
    IdentityHashMap<Object, Integer> has = counts(now);
    Set<Object> elements = identitySet(before);
    Collections.addAll(elements, now);
    boolean changed = false;
    for (Object element : elements) {
      int rows = had.getOrDefault(element, 0);
      int wanted = has.getOrDefault(element, 0);
      if (rows == wanted) {
        continue;
      }
      changed = true;
      if (wanted < rows) {
        drop(entry, attribute, element);
        rows = 0;
      }
      for (; rows < wanted; rows++) {
        link(entry, attribute, keys.of(entry, attribute.name(), element));
      }
      if (wanted > 1) {
        doubles.add(table.table(), entry.type.name(attribute) + " of " + entry);
      }
    }
    return changed;
  }

  private static IdentityHashMap<Object, Integer> counts(Object[] elements) {
    IdentityHashMap<Object, Integer> counts = new IdentityHashMap<>();
    for (Object element : elements) {
      if (element != null) {
        counts.merge(element, 1, Integer::sum);
      }
    }
    return counts;
  }

  private void drop(EntityEntry entry, ToManyAttribute attribute, Object element) {
    EntityEntry target = loader.identities().of(element);
    JoinTable joinTable = attribute.joinTable();
    if (joinTable != null) {
      Object key = target != null ? target.id : keys.of(entry, attribute.name(), element);
      deletes
          .computeIfAbsent(
              attribute,
              any ->
                  new DeleteWrite(joinTable.table(), new TableKey(columns(joinTable)), null, false))
          .add(joinRow(ForeignKeys.joined(entry.id, key)));
      wrote(attribute, entry.id, key);
    } else if (target != null && target.state != State.REMOVED) {
      releasing.add(entry.type);
      reference(attribute, target.id, null);
    } else if (target != null && entry.state == State.REMOVED) {
      releasing.add(entry.type);
      releasing.add(target.type);
      released.add(new Released(entry.type, attribute, target.id));
    }
  }

  private void link(EntityEntry entry, ToManyAttribute attribute, Object key) {
    JoinTable joinTable = attribute.joinTable();
    if (joinTable == null) {
      reference(attribute, key, entry);
      return;
    }
    inserts
        .computeIfAbsent(
            attribute,
            any ->
                new InsertWrite(
                    new InsertPlan(joinTable.table(), inOrder(columns(joinTable)), false)))
        .add(ForeignKeys.parts(columns(joinTable).size(), ForeignKeys.joined(entry.id, key)));
    wrote(attribute, entry.id, key);
  }

  private void wrote(ToManyAttribute attribute, Object ownerKey, Object targetKey) {
    if (loader.descriptors().shared() == null) {
      return;
    }
    WrittenCollection known =
        written.computeIfAbsent(
            attribute, any -> new WrittenCollection(any, new HashSet<>(), new HashSet<>()));
    Set<Object> owners = known.owners();
    Set<Object> targets = known.targets();
    if (owners != null) {
      owners.add(ownerKey);
    }
    if (targets != null) {
      targets.add(targetKey);
    }
  }

  /// Those that refer to the owner, then those that refer to the target.
  private static List<Column> columns(JoinTable joinTable) {
    List<Column> columns = new ArrayList<>(joinTable.ownColumns());
    columns.addAll(joinTable.targetColumns());
    return columns;
  }

  /// A join row is (own key, target key), whatever slots its columns were given.
  private static List<Column> inOrder(List<Column> columns) {
    List<Column> numbered = new ArrayList<>();
    for (Column column : columns) {
      numbered.add(column.inSlot(numbered.size()));
    }
    return numbered;
  }

  /// What an element is moved to wins over what it was taken from, whichever is seen first.
  private void reference(ToManyAttribute attribute, Object targetKey, @Nullable EntityEntry owner) {
    Map<Object, @Nullable EntityEntry> owners =
        references.computeIfAbsent(attribute, any -> new References(new LinkedHashMap<>())).owners;
    if (owner != null || !owners.containsKey(targetKey)) {
      owners.put(targetKey, owner);
    }
  }

  /// The collections that give elements of that type an owner by a column in the element's table.
  List<ToManyAttribute> giveOwners(EntityDescriptor type) {
    return references.isEmpty()
        ? List.of()
        : references.keySet().stream()
            .filter(attribute -> type.isA(loader.descriptors().of(attribute.target().type())))
            .toList();
  }

  /// The key of a new element's owner whose row is there before the element's: the element's row
  /// is inserted with it, so nothing is left to update. Null without such an owner.
  @Nullable Object takeOwner(ToManyAttribute attribute, EntityEntry element, TypeOrder order) {
    References found = references.get(attribute);
    EntityEntry owner = found == null ? null : found.owners.get(element.id);
    if (found == null || owner == null || !isBefore(owner, attribute, element, order)) {
      return null;
    }
    found.owners.remove(element.id);
    return owner.id;
  }

  private static boolean isBefore(
      EntityEntry owner, ToManyAttribute attribute, EntityEntry element, TypeOrder order) {
    if (owner.state != State.NEW) {
      return true;
    }
    // Rows of one type are in no order, and many of them are not one statement. Where the column
    // cannot wait there is no other way.
    return owner.type == element.type
        ? attribute.targetColumns().stream().noneMatch(Column::nullable)
        : !order.isLater(owner.type, element.type);
  }

  private UpdateWrite referencing(ToManyAttribute attribute, References to) {
    EntityDescriptor target = loader.descriptors().of(attribute.target().type());
    UpdateWrite write = new UpdateWrite(target.unchecked(attribute.targetColumns()));
    String name = target.mapping.entityName();
    int width = attribute.targetColumns().size();
    to.owners.forEach(
        (key, owner) ->
            write.add(
                new KeyedRow(
                    key,
                    null,
                    ForeignKeys.parts(width, owner == null ? null : owner.id),
                    null,
                    name)));
    return write;
  }

  private static KeyedRow joinRow(Object key) {
    return new KeyedRow(key, null, new Object[0], null, "join row");
  }

  /// Targets that go with their owner, but after it, let go of it first.
  private void release(TypeOrder order) {
    for (Released one : released) {
      EntityDescriptor target = loader.descriptors().of(one.attribute().target().type());
      if (order.isLater(one.owner(), target)) {
        reference(one.attribute(), one.targetKey(), null);
      }
    }
  }

  /// Whether there is nothing to write and nothing to take note of.
  boolean isNothing() {
    return deletes.isEmpty()
        && clears.isEmpty()
        && inserts.isEmpty()
        && references.isEmpty()
        && released.isEmpty()
        && afterwards.isEmpty()
        && placeChanges.isNothing();
  }

  /// Of which rows are written.
  Collection<WrittenCollection> written() {
    IdentityHashMap<ToManyAttribute, WrittenCollection> all = new IdentityHashMap<>(written);
    references.forEach(
        (attribute, to) ->
            add(new WrittenCollection(attribute, Set.of(), to.owners.keySet()), all));
    released.forEach(
        one -> add(new WrittenCollection(one.attribute(), Set.of(), Set.of(one.targetKey())), all));
    placeChanges.written().forEach(one -> add(one, all));
    return all.values();
  }

  private static void add(WrittenCollection more, Map<ToManyAttribute, WrittenCollection> written) {
    written.merge((ToManyAttribute) more.attribute(), more, WrittenCollection::and);
  }

  /// Types whose removed rows are there until foreign keys of elements are updated.
  Set<EntityDescriptor> releasing() {
    return releasing;
  }

  /// Join rows that go. They refer to others and none refers to them, so they may go at any time
  /// before what they refer to.
  void addDeletes(WriteBatch writes) {
    clears.values().forEach(writes::add);
    deletes.values().forEach(writes::add);
    placeChanges.addDeletes(writes);
  }

  /// Join rows that come, foreign keys of elements, and their places.
  void addTo(WriteBatch writes, TypeOrder order) {
    release(order);
    inserts.values().forEach(writes::add);
    for (Map.Entry<ToManyAttribute, References> one : references.entrySet()) {
      if (!one.getValue().owners.isEmpty()) {
        writes.add(referencing(one.getKey(), one.getValue()));
      }
    }
    placeChanges.addTo(writes);
  }

  /// Elements that a list holds more than once.
  Doubles doubles() {
    return doubles;
  }

  Optional<Runnable> afterwards() {
    return afterwards.isEmpty()
        ? Optional.empty()
        : Optional.of(() -> afterwards.forEach(Runnable::run));
  }

  /// The elements as of the last read or write; read now when the attribute was replaced unread.
  private Object[] before(EntityEntry entry, ToManyAttribute attribute) {
    Object[] known = snapshot(entry, attribute);
    return entry.type.places(attribute) == null
        ? known
        : Stream.of(known).map(one -> ((PlacedElement) one).element()).toArray();
  }

  private Object[] snapshot(EntityEntry entry, ToManyAttribute attribute) {
    Object[] known = entry.snapshot(attribute.index());
    if (known != null) {
      return known;
    }
    if (entry.batch == LoadBatch.NONE) {
      return new Object[0];
    }
    PendingLoads wanted = new PendingLoads().fromDatabase();
    wanted.collection(entry, attribute);
    loader.complete(wanted);
    return Objects.requireNonNull(entry.snapshot(attribute.index()));
  }

  private static Object[] elements(@Nullable Object value) {
    return switch (value) {
      case null -> new Object[0];
      case Map<?, ?> map -> map.values().toArray();
      default -> ((Collection<?>) value).toArray();
    };
  }

  private static Set<Object> identitySet(Object[] elements) {
    Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>(elements.length));
    Collections.addAll(set, elements);
    return set;
  }

  private static List<Object> missing(Object[] elements, Set<Object> in) {
    List<Object> missing = new ArrayList<>();
    for (Object element : elements) {
      if (element != null && !in.contains(element)) {
        missing.add(element);
      }
    }
    return missing;
  }
}
