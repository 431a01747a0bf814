package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.TypeOrder;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.jpa.write.InsertWrite;
import io.tiercel.jpa.write.UpdatePlan;
import io.tiercel.jpa.write.UpdateWrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rows of new instances. Serves one flush.
final class Inserts {
  private final InstanceState state;
  private final IdentityMap identities;
  private final List<Runnable> afterwards;
  private final PostCallbacks callbacks;
  private final CollectionChanges collections;
  private final List<InsertWrite> late = new ArrayList<>();

  /// The hierarchies whose rows in a table that several types share are inserted by one statement,
  /// with those statements.
  private final Map<EntityMapping, List<InsertWrite>> joint = new HashMap<>();

  /// @param afterwards gets what is to be done when the rows are there
  Inserts(
      InstanceState state,
      IdentityMap identities,
      List<Runnable> afterwards,
      PostCallbacks callbacks,
      CollectionChanges collections) {
    this.state = state;
    this.identities = identities;
    this.afterwards = afterwards;
    this.callbacks = callbacks;
    this.collections = collections;
  }

  /// What waits until all rows are there that it may refer to.
  List<InsertWrite> late() {
    return late;
  }

  /// Looks for rows that must refer to one of another type of their hierarchy which is inserted
  /// after them: one statement has to insert both. The server looks at foreign keys at its end.
  void findJoint(Map<EntityDescriptor, List<EntityEntry>> news, TypeOrder order) {
    news.forEach(
        (type, entries) -> {
          if (!type.mapping.inheritance().isAlone()
              && requiredInHierarchy(type).stream()
                  .anyMatch(attribute -> isAnyLater(attribute, entries, order))) {
            joint.put(type.root, new ArrayList<>());
          }
        });
  }

  @SuppressWarnings("ReferenceEquality") // mappings are one object each
  private static List<ToOneAttribute> requiredInHierarchy(EntityDescriptor type) {
    return type.owningToOnes.stream()
        .filter(attribute -> attribute.target().mapping().root() == type.root)
        .filter(
            attribute -> type.detachables.stream().noneMatch(one -> one.attribute() == attribute))
        .toList();
  }

  private boolean isAnyLater(ToOneAttribute attribute, List<EntityEntry> entries, TypeOrder order) {
    for (EntityEntry entry : entries) {
      Object referred = entry.type.access.get(entry.instance, attribute.index());
      EntityEntry target = referred == null ? null : identities.of(referred);
      if (target != null && target.state == State.NEW && order.isLater(target.type, entry.type)) {
        return true;
      }
    }
    return false;
  }

  /// One statement for each of the type's tables. Those in which an entity may have no row wait
  /// until all rows are there that they may refer to.
  List<InsertWrite> add(
      EntityDescriptor type,
      List<EntityEntry> entries,
      TypeOrder order,
      List<UpdateWrite> completions) {
    OwnerKeys owners = new OwnerKeys(collections, type);
    NewRows rows = new NewRows(type, entries, state);
    List<InsertWrite> inserts =
        owners.isEmpty() && type.isReadPlainly() && !joint.containsKey(type.root)
            ? writes(owners.plans(), rows)
            : read(type, entries, rows, owners, order, completions);
    afterwards.add(() -> inserted(entries, rows));
    callbacks.add(LifecycleEvent.POST_PERSIST, type, entries);
    return inserts;
  }

  private List<InsertWrite> read(
      EntityDescriptor type,
      List<EntityEntry> entries,
      NewRows rows,
      OwnerKeys owners,
      TypeOrder order,
      List<UpdateWrite> completions) {
    List<InsertWrite> added = new ArrayList<>();
    List<InsertWrite> inserts = writes(type, owners.plans(), added);
    List<InsertWrite> optional = writes(type.optionalInsertPlans);
    for (int row = 0; row < rows.size(); row++) {
      EntityEntry entry = entries.get(row);
      @Nullable Object[] values = rows.get(row);
      @Nullable Object[] inserted =
          owners.with(entry, withoutLaterReferences(entry, values, order, completions), order);
      for (int i = 0; i < inserts.size(); i++) {
        inserts.get(i).add(inserted);
      }
      for (int i = 0; i < optional.size(); i++) {
        if (type.optionalTables.get(i).hasValue(slot -> values[slot])) {
          optional.get(i).add(values);
        }
      }
    }
    for (InsertWrite write : optional) {
      if (!write.isEmpty()) {
        late.add(write);
      }
    }
    return added;
  }

  /// @param added gets those that are not of a type before it
  private List<InsertWrite> writes(
      EntityDescriptor type, List<InsertPlan> plans, List<InsertWrite> added) {
    List<InsertWrite> ofHierarchy = joint.getOrDefault(type.root, List.of());
    List<InsertWrite> writes = new ArrayList<>(plans.size());
    for (InsertPlan plan : plans) {
      InsertWrite write =
          ofHierarchy.stream().filter(one -> one.takesRowsOf(plan)).findFirst().orElse(null);
      if (write == null) {
        write = new InsertWrite(plan);
        InsertWrite first = ofTable(ofHierarchy, write.table());
        if (first == null) {
          added.add(write);
        } else {
          first.join(write);
        }
        if (joint.containsKey(type.root)) {
          ofHierarchy.add(write);
        }
      }
      writes.add(write);
    }
    return writes;
  }

  /// The first one for the table, which the others join; null when there is none.
  private static @Nullable InsertWrite ofTable(List<InsertWrite> writes, Table table) {
    return writes.stream().filter(one -> one.table().equals(table)).findFirst().orElse(null);
  }

  private static List<InsertWrite> writes(List<InsertPlan> plans, NewRows rows) {
    List<InsertWrite> writes = new ArrayList<>(plans.size());
    for (InsertPlan plan : plans) {
      writes.add(new InsertWrite(plan, rows));
    }
    return writes;
  }

  private static List<InsertWrite> writes(List<InsertPlan> plans) {
    List<InsertWrite> writes = new ArrayList<>(plans.size());
    for (InsertPlan plan : plans) {
      writes.add(new InsertWrite(plan));
    }
    return writes;
  }

  private static void inserted(List<EntityEntry> entries, NewRows rows) {
    for (int i = 0; i < rows.size(); i++) {
      EntityEntry entry = entries.get(i);
      entry.state = State.MANAGED;
      entry.row = rows.row(i);
      // Most hold it already, and the instance is long out of the processor's caches.
      if (rows.givesVersions()) {
        Records.giveVersion(entry);
      }
    }
  }

  /// The values to insert: foreign keys to rows that are inserted later stay null for now.
  private @Nullable Object[] withoutLaterReferences(
      EntityEntry entry,
      @Nullable Object[] values,
      TypeOrder order,
      List<UpdateWrite> completions) {
    @Nullable Object[] inserted = values;
    List<EntityDescriptor.Detachable> detachables = entry.type.detachables;
    for (int i = 0; i < detachables.size(); i++) {
      ToOneAttribute attribute = detachables.get(i).attribute();
      List<Column> columns = detachables.get(i).columns();
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
        completion.add(Flusher.keyed(entry, null, plan.select(values)));
        completions.add(completion);
      }
    }
    return inserted;
  }
}
