package io.tiercel.jpa.flush;

import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.descriptor.CollectionRow;
import io.tiercel.jpa.descriptor.ElementReferences;
import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.PendingLoads;
import io.tiercel.jpa.load.WrittenCollection;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.write.DeleteWrite;
import io.tiercel.jpa.write.InsertWrite;
import io.tiercel.jpa.write.KeyedRow;
import io.tiercel.jpa.write.RowDelete;
import io.tiercel.jpa.write.WriteBatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a flush writes for collections of values. A row that changed is deleted and inserted anew:
/// so the elements of a list change places without getting into each other's way, and each
/// collection costs two statements at most, for all its owners.
final class ElementChanges {
  private final Loader loader;
  private final CollectionChanges.Keys keys;
  private final Map<ElementRows, Writes> writes = new LinkedHashMap<>();
  private final List<Runnable> afterwards = new ArrayList<>();

  /// @param owners whose collections are written
  private record Writes(
      DeleteWrite clears, RowDelete deletes, InsertWrite inserts, Set<Object> owners) {

    static Writes of(ElementRows rows) {
      Table table = rows.attribute.table().table();
      return new Writes(
          new DeleteWrite(table, rows.ownKey, null, false),
          new RowDelete(table, rows.ownKey.columns(), rows.identity.columns()),
          new InsertWrite(rows.insertPlan),
          new HashSet<>());
    }
  }

  ElementChanges(Loader loader, CollectionChanges.Keys keys) {
    this.loader = loader;
    this.keys = keys;
  }

  private Writes writes(ElementRows rows) {
    return writes.computeIfAbsent(rows, Writes::of);
  }

  /// Notes what changed in the entry's collections; whether anything did.
  boolean compare(EntityEntry entry) {
    boolean changed = false;
    for (ElementRows rows : entry.type.elementRows) {
      int index = rows.attribute.index();
      Object value = entry.type.access.get(entry.instance, index);
      if (!Contents.isLoaded(value)) {
        continue;
      }
      List<CollectionRow> now = now(value, entry, rows);
      List<CollectionRow> before = entry.state == State.NEW ? List.of() : before(entry, rows);
      if (!rows.same(before, now)) {
        changed = note(entry, rows, before, now) || changed;
        afterwards.add(() -> entry.setSnapshot(index, now.toArray()));
      }
    }
    return changed;
  }

  private List<CollectionRow> now(@Nullable Object value, EntityEntry owner, ElementRows rows) {
    ElementReferences.Keys references =
        (toOne, target) -> keys.of(owner, rows.attribute.name() + "." + toOne.name(), target);
    List<CollectionRow> now = rows.rows(value, owner, references);
    now.forEach(row -> rows.ownKey.put(owner.id, row.values, 0));
    return now;
  }

  /// The rows as of the last read or write; read now when the attribute was replaced unread.
  private List<CollectionRow> before(EntityEntry entry, ElementRows rows) {
    Object[] known = entry.snapshot(rows.attribute.index());
    if (known == null && entry.batch == LoadBatch.NONE) {
      return List.of();
    }
    if (known == null) {
      PendingLoads wanted = new PendingLoads();
      wanted.collection(entry, rows.attribute);
      loader.complete(wanted);
      known = Objects.requireNonNull(entry.snapshot(rows.attribute.index()));
    }
    List<CollectionRow> before = new ArrayList<>(known.length);
    for (Object row : known) {
      before.add((CollectionRow) row);
    }
    return before;
  }

  private boolean note(
      EntityEntry entry, ElementRows rows, List<CollectionRow> before, List<CollectionRow> now) {
    Map<CollectionRow, Integer> had = counts(before);
    Map<CollectionRow, Integer> has = counts(now);
    if (had.equals(has)) {
      return false;
    }
    Writes to = writes(rows);
    to.owners.add(entry.id);
    if (!rows.identity.finds(before.stream().allMatch(row -> row.isRead))) {
      if (!before.isEmpty()) {
        to.clears.add(clear(entry));
      }
      now.forEach(row -> to.inserts.add(row.values));
      return true;
    }
    had.forEach(
        (row, count) -> {
          if (has.getOrDefault(row, 0) < count) {
            to.deletes.add(row.values);
          }
        });
    has.forEach(
        (row, count) -> {
          int stay = had.getOrDefault(row, 0);
          // A DELETE takes all rows that are the same.
          for (int i = stay > count ? 0 : stay; i < count; i++) {
            to.inserts.add(row.values);
          }
        });
    return true;
  }

  private static Map<CollectionRow, Integer> counts(List<CollectionRow> rows) {
    Map<CollectionRow, Integer> counts = LinkedHashMap.newLinkedHashMap(rows.size());
    rows.forEach(row -> counts.merge(row, 1, Integer::sum));
    return counts;
  }

  private static KeyedRow clear(EntityEntry entry) {
    return new KeyedRow(entry.id, null, new Object[0], null, "collection row");
  }

  /// The owner goes, and its rows with it.
  void removeOwner(EntityEntry entry) {
    for (ElementRows rows : entry.type.elementRows) {
      Writes to = writes(rows);
      to.clears.add(clear(entry));
      to.owners.add(entry.id);
    }
  }

  /// Of which rows are written.
  List<WrittenCollection> written() {
    List<WrittenCollection> written = new ArrayList<>(writes.size());
    writes.forEach(
        (rows, one) -> written.add(new WrittenCollection(rows.attribute, one.owners, Set.of())));
    return written;
  }

  /// Whether there is nothing to write and nothing to take note of.
  boolean isNothing() {
    return writes.isEmpty() && afterwards.isEmpty();
  }

  /// Rows that go. None refers to them, so they may go at any time.
  void addDeletes(WriteBatch batch) {
    for (Writes one : writes.values()) {
      if (!one.clears.isEmpty()) {
        batch.add(one.clears);
      }
      if (!one.deletes.isEmpty()) {
        batch.add(one.deletes);
      }
    }
  }

  /// Rows that come, once those of their owners are there.
  void addInserts(WriteBatch batch) {
    for (Writes one : writes.values()) {
      if (!one.inserts.isEmpty()) {
        batch.add(one.inserts);
      }
    }
  }

  List<Runnable> afterwards() {
    return afterwards;
  }
}
