package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.TypeOrder;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.write.DeleteWrite;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.WriteBatch;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The rows of removed instances, deleted in such an order that none refers to one that is gone.
/// Serves one flush.
final class Deletes {
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final Map<EntityDescriptor, List<EntityEntry>> removed;
  private final List<Runnable> afterwards;
  private final PostCallbacks callbacks;

  /// @param afterwards gets what is to be done when the rows are gone
  Deletes(
      Descriptors descriptors,
      IdentityMap identities,
      Map<EntityDescriptor, List<EntityEntry>> removed,
      List<Runnable> afterwards,
      PostCallbacks callbacks) {
    this.descriptors = descriptors;
    this.identities = identities;
    this.removed = removed;
    this.afterwards = afterwards;
    this.callbacks = callbacks;
  }

  /// Adds the deletes of those types.
  void addTo(WriteBatch writes, TypeOrder order, Predicate<EntityDescriptor> which) {
    if (removed.isEmpty()) {
      return;
    }
    List<EntityDescriptor> types = order.referencedLast().stream().filter(which).toList();
    for (EntityDescriptor type : types) {
      deleteOptional(type, removed.getOrDefault(type, List.of()), writes);
    }
    for (EntityDescriptor type : types) {
      releaseRings(removed.getOrDefault(type, List.of()), order, writes);
    }
    Set<EntityMapping> joint = hierarchiesToDeleteAtOnce(types, order);
    // Those of a table that several types share stand where the last of these would.
    Map<Object, DeleteWrite> deletes = new LinkedHashMap<>();
    for (EntityDescriptor type : types) {
      List<EntityEntry> ofType = removed.get(type);
      if (ofType != null) {
        delete(type, ofType, joint.contains(type.root), deletes);
      }
    }
    deletes.values().forEach(writes::add);
  }

  /// A row of a type that must refer to one of another type of its hierarchy, which is deleted
  /// before it, cannot let go of it. One statement may delete both: the server looks at foreign
  /// keys when it is done.
  private Set<EntityMapping> hierarchiesToDeleteAtOnce(
      List<EntityDescriptor> types, TypeOrder order) {
    Set<EntityMapping> joint = new HashSet<>();
    for (EntityDescriptor type : types) {
      if (!type.mapping.inheritance().isAlone()) {
        for (EntityEntry entry : removed.getOrDefault(type, List.of())) {
          if (mustReferToDeleted(entry, order)) {
            joint.add(type.root);
          }
        }
      }
    }
    return joint;
  }

  @SuppressWarnings("ReferenceEquality") // mappings are one object each
  private boolean mustReferToDeleted(EntityEntry entry, TypeOrder order) {
    EntityDescriptor type = entry.type;
    for (ToOneAttribute attribute : type.owningToOnes) {
      EntityEntry target =
          removedTarget(entry, attribute, descriptors.of(attribute.target().type()));
      boolean must =
          target != null
              && target.type.root == type.root
              && order.isLater(target.type, type)
              && type.detachables.stream().noneMatch(one -> one.attribute() == attribute);
      if (must) {
        return true;
      }
    }
    return false;
  }

  /// Rows that refer to others, and to which none refers, go before all those.
  private static void deleteOptional(
      EntityDescriptor type, List<EntityEntry> entries, WriteBatch writes) {
    if (entries.isEmpty()) {
      return;
    }
    for (EntityTable table : type.optionalTables) {
      DeleteWrite write = OptionalRows.delete(table);
      entries.forEach(entry -> write.add(Flusher.keyed(entry, null)));
      writes.add(write);
    }
  }

  /// One statement for each of the other tables, the one that others refer to last. The one that
  /// has the version checks it.
  ///
  /// @param jointly whether rows of other types in the same table are deleted with them
  private void delete(
      EntityDescriptor type,
      List<EntityEntry> entries,
      boolean jointly,
      Map<Object, DeleteWrite> deletes) {
    for (EntityTable table : type.requiredTables.reversed()) {
      Column version = type.versionIn(table);
      Object key = jointly ? table.table() : new Object();
      DeleteWrite known = deletes.remove(key);
      DeleteWrite write =
          known != null
              ? known
              : new DeleteWrite(table.table(), new TableKey(table.key()), version, version != null);
      for (EntityEntry entry : entries) {
        write.add(
            Flusher.keyed(entry, version == null ? null : entry.requiredRow().get(version.slot())));
      }
      deletes.put(key, write);
    }
    afterwards.add(() -> entries.forEach(identities::deleted));
    callbacks.add(LifecycleEvent.POST_REMOVE, type, entries);
  }

  /// Rows are deleted in the reverse of the order in which they are inserted. A row that points to
  /// one which is deleted before it, as happens in a ring of types, lets go of it first.
  private void releaseRings(List<EntityEntry> entries, TypeOrder order, WriteBatch writes) {
    if (entries.isEmpty()) {
      return;
    }
    EntityDescriptor type = entries.getFirst().type;
    for (EntityDescriptor.Detachable detachable : type.detachables) {
      ToOneAttribute attribute = detachable.attribute();
      List<Column> columns = detachable.columns();
      EntityDescriptor target = descriptors.of(attribute.target().type());
      UpdateWrite write = new UpdateWrite(type.unchecked(columns));
      boolean any = false;
      for (EntityEntry entry : entries) {
        EntityEntry removedTarget = removedTarget(entry, attribute, target);
        if (removedTarget != null && order.isLater(removedTarget.type, type)) {
          write.add(Flusher.keyed(entry, null, new @Nullable Object[columns.size()]));
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
}
