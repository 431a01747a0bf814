package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.descriptor.Cascades;
import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.lock.RowLock;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.ToManyAttribute;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// One refresh operation: rows read again, over whatever the instances hold (Jakarta Persistence
/// 3.2, section 3.2.5).
final class Refresh {
  private final PersistenceContext context;
  private final Loader loader;
  private final IdentityMap identities;
  private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>(4));

  Refresh(PersistenceContext context, Loader loader, IdentityMap identities) {
    this.context = context;
    this.loader = loader;
    this.identities = identities;
  }

  /// Reads the row of a managed instance again and follows cascades.
  void refresh(EntityEntry entry, LockModeType lockMode, RowLock lock, FetchPlan plan) {
    Object instance = entry.instance;
    if (!visited.add(instance)) {
      return;
    }
    if (entry.state == State.UNLOADED) {
      loader.load((LazyInstance) instance);
    }
    List<ToManyAttribute> read = readCollections(entry);
    List<ElementRows> readValues = readValues(entry);
    if (entry.state == State.NEW || loader.read(entry.type, entry.id, lock, true, plan) == null) {
      throw new EntityNotFoundException(entry + " does not exist in the database");
    }
    entry.noteLock(lockMode);
    Cascades.follow(entry.type, instance, Cascade::refresh, false, false, this::pass);
    // Reading the row has emptied them. What they had may have been changed in memory, so they are
    // read now: the elements are those that the database has.
    for (ToManyAttribute attribute : read) {
      for (Object element : Cascades.elements(entry.type, instance, attribute, true)) {
        if (element != null) {
          pass(element);
        }
      }
    }
    for (ElementRows rows : readValues) {
      Cascades.followValues(entry.type, instance, rows, Cascade::refresh, true, this::pass);
    }
  }

  /// The same of values that refer to entities.
  private static List<ElementRows> readValues(EntityEntry entry) {
    List<ElementRows> read = new ArrayList<>(0);
    for (ElementRows rows : entry.type.elementRows) {
      if (rows.passes(Cascade::refresh)
          && Contents.isLoaded(entry.type.access.get(entry.instance, rows.attribute.index()))) {
        read.add(rows);
      }
    }
    return read;
  }

  /// The collections that pass the operation on and have been read.
  private static List<ToManyAttribute> readCollections(EntityEntry entry) {
    List<ToManyAttribute> read = new ArrayList<>(0);
    for (ToManyAttribute attribute : entry.type.toManys) {
      if (attribute.cascade().refresh()
          && Contents.isLoaded(entry.type.access.get(entry.instance, attribute.index()))) {
        read.add(attribute);
      }
    }
    return read;
  }

  /// Those that are to be deleted have no state to bring back.
  private void pass(Object target) {
    EntityEntry entry = identities.of(target);
    if (entry == null || entry.state != State.REMOVED) {
      refresh(
          context.managed(target, "refresh"), LockModeType.NONE, RowLock.NONE, FetchPlan.MAPPING);
    }
  }
}
