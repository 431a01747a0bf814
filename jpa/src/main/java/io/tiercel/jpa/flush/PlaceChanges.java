package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.CollectionRow;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.PlacedElement;
import io.tiercel.jpa.descriptor.Places;
import io.tiercel.jpa.descriptor.RowIdentity;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.WrittenCollection;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.write.DeleteWrite;
import io.tiercel.jpa.write.InsertWrite;
import io.tiercel.jpa.write.KeyedRow;
import io.tiercel.jpa.write.RowDelete;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.WriteBatch;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a flush writes for the positions and keys of associations: whole rows of join tables, of
/// which those that changed are deleted and inserted anew, and columns of the targets' tables.
final class PlaceChanges {
  private final Loader loader;
  private final CollectionChanges.Keys keys;
  private final Map<Places, JoinRows> joinRows = new LinkedHashMap<>();

  /// Places by the targets' keys, all null where a target left its collection.
  private final Map<Places, Map<Object, PlacedElement>> inTargets = new LinkedHashMap<>();

  /// @param clears deletes all rows of an owner
  private record JoinRows(
      DeleteWrite clears,
      RowDelete deletes,
      InsertWrite inserts,
      RowIdentity identity,
      int ownWidth) {}

  PlaceChanges(Loader loader, CollectionChanges.Keys keys) {
    this.loader = loader;
    this.keys = keys;
  }

  private JoinRows rows(Places places) {
    return joinRows.computeIfAbsent(
        places,
        any -> {
          var plan = Objects.requireNonNull(places.joinRows);
          var joinTable = Objects.requireNonNull(places.attribute.joinTable());
          List<Column> all = plan.columns();
          int own = joinTable.ownColumns().size();
          RowIdentity identity =
              RowIdentity.of(all.subList(all.size() - places.columns.size(), all.size()));
          return new JoinRows(
              new DeleteWrite(joinTable.table(), new TableKey(joinTable.ownColumns()), null, false),
              new RowDelete(joinTable.table(), all.subList(0, own), identity.columns()),
              new InsertWrite(plan),
              identity,
              own);
        });
  }

  /// Notes the join rows that changed; whether any did.
  boolean compareRows(
      EntityEntry owner, Places places, List<PlacedElement> before, List<PlacedElement> now) {
    JoinRows to = rows(places);
    Set<CollectionRow> had = rows(owner, places, to, before);
    Set<CollectionRow> has = rows(owner, places, to, now);
    if (had.equals(has)) {
      return false;
    }
    if (!to.identity.finds(before.stream().allMatch(PlacedElement::isRead))) {
      to.clears.add(new KeyedRow(owner.id, null, new Object[0], null, "join row"));
      has.forEach(row -> to.inserts.add(row.values));
      return true;
    }
    for (CollectionRow row : had) {
      if (!has.contains(row)) {
        to.deletes.add(row.values);
      }
    }
    for (CollectionRow row : has) {
      if (!had.contains(row)) {
        to.inserts.add(row.values);
      }
    }
    return true;
  }

  private Set<CollectionRow> rows(
      EntityEntry owner, Places places, JoinRows to, List<PlacedElement> elements) {
    Set<CollectionRow> rows = new LinkedHashSet<>();
    int width = Objects.requireNonNull(places.joinRows).columns().size();
    int placeAt = width - places.columns.size();
    for (PlacedElement one : elements) {
      @Nullable Object[] values = new Object[width];
      for (int i = 0; i < to.ownWidth; i++) {
        values[i] = ForeignKeys.part(owner.id, i);
      }
      Object target = key(owner, places, one.element());
      for (int i = to.ownWidth; i < placeAt; i++) {
        values[i] = ForeignKeys.part(target, i - to.ownWidth);
      }
      System.arraycopy(one.place(), 0, values, placeAt, one.place().length);
      rows.add(new CollectionRow(values, to.ownWidth, one.isRead()));
    }
    return rows;
  }

  /// Also of an element that is removed, which left the collection.
  private Object key(EntityEntry owner, Places places, Object element) {
    EntityEntry entry = loader.identities().of(element);
    return entry != null && entry.state == State.REMOVED
        ? entry.id
        : keys.of(owner, places.attribute.name(), element);
  }

  /// Notes the places that changed in the targets' table; whether any did. A list as it was read
  /// keeps elements without a position as they are.
  boolean compareInTargets(
      EntityEntry owner, Places places, List<PlacedElement> before, List<PlacedElement> now) {
    if (sameElements(before, now) && samePlaces(before, now)) {
      return false;
    }
    Map<Object, PlacedElement> changes =
        inTargets.computeIfAbsent(places, any -> new LinkedHashMap<>());
    IdentityHashMap<Object, PlacedElement> had = byElement(before);
    boolean changed = false;
    for (PlacedElement one : now) {
      PlacedElement earlier = had.remove(one.element());
      if (earlier == null || !earlier.samePlace(one.place())) {
        changes.put(keys.of(owner, places.attribute.name(), one.element()), one);
        changed = true;
      }
    }
    for (PlacedElement gone : had.values()) {
      EntityEntry entry = loader.identities().of(gone.element());
      if (entry != null && entry.state != State.REMOVED) {
        changes.putIfAbsent(
            entry.id, new PlacedElement(gone.element(), new Object[places.columns.size()], false));
        changed = true;
      }
    }
    return changed;
  }

  private static boolean sameElements(List<PlacedElement> before, List<PlacedElement> now) {
    if (before.size() != now.size()) {
      return false;
    }
    for (int i = 0; i < now.size(); i++) {
      if (before.get(i).element() != now.get(i).element()) {
        return false;
      }
    }
    return true;
  }

  /// Whether each has the place it had, or had none.
  private static boolean samePlaces(List<PlacedElement> before, List<PlacedElement> now) {
    for (int i = 0; i < now.size(); i++) {
      PlacedElement earlier = before.get(i);
      boolean hadNone = earlier.samePlace(new Object[earlier.place().length]);
      if (!hadNone && !earlier.samePlace(now.get(i).place())) {
        return false;
      }
    }
    return true;
  }

  private static IdentityHashMap<Object, PlacedElement> byElement(List<PlacedElement> elements) {
    IdentityHashMap<Object, PlacedElement> byElement = new IdentityHashMap<>();
    elements.forEach(one -> byElement.put(one.element(), one));
    return byElement;
  }

  /// Of which rows are written.
  List<WrittenCollection> written() {
    List<WrittenCollection> written = new ArrayList<>();
    joinRows.keySet().forEach(places -> written.add(WrittenCollection.unknown(places.attribute)));
    inTargets.forEach(
        (places, changes) ->
            written.add(new WrittenCollection(places.attribute, Set.of(), changes.keySet())));
    return written;
  }

  boolean isNothing() {
    return joinRows.isEmpty() && inTargets.isEmpty();
  }

  /// Join rows that go.
  void addDeletes(WriteBatch writes) {
    for (JoinRows one : joinRows.values()) {
      if (!one.clears.isEmpty()) {
        writes.add(one.clears);
      }
      if (!one.deletes.isEmpty()) {
        writes.add(one.deletes);
      }
    }
  }

  /// Join rows that come, and places in the targets' rows.
  void addTo(WriteBatch writes) {
    for (JoinRows one : joinRows.values()) {
      if (!one.inserts.isEmpty()) {
        writes.add(one.inserts);
      }
    }
    inTargets.forEach(
        (places, changes) -> {
          if (!changes.isEmpty()) {
            writes.add(update(places, changes));
          }
        });
  }

  private UpdateWrite update(Places places, Map<Object, PlacedElement> changes) {
    EntityDescriptor target = loader.descriptors().of(places.attribute.target().type());
    var write = new UpdateWrite(target.unchecked(places.columns));
    String name = target.mapping.entityName();
    changes.forEach((id, one) -> write.add(new KeyedRow(id, null, one.place(), null, name)));
    return write;
  }
}
