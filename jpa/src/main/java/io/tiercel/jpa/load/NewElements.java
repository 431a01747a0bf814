package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.LateEntries;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.shared.CachedRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The elements of a collection, made of gathered rows in a context that has none of their
/// hierarchy yet: nothing has to be looked up for each, and their entries are made when they are
/// asked for. Only of entities of one class that call for nothing else: no collections, inverse
/// sides, callbacks or eager associations.
final class NewElements extends LateEntries {
  private final List<Object> ids;
  private final GatheredRows rows;
  private final LoadBatch batch;

  /// Not the list that the collection has, which the application may change.
  private final List<Object> instances;

  private NewElements(EntityDescriptor type, List<Object> ids, GatheredRows rows, LoadBatch batch) {
    super(type);
    this.ids = ids;
    this.rows = rows;
    this.batch = batch;
    this.instances = new ArrayList<>(rows.size());
  }

  /// Makes them managed, in their order; null when they are not of that kind.
  ///
  /// @param referring the to-one by which the rows refer to the owner, as was seen of each; null
  ///     for nothing that is in them
  static @Nullable List<Object> manage(
      Loader loader,
      EntityEntry owner,
      @Nullable String referring,
      CachedElements stored,
      GatheredRows rows,
      LoadBatch batch) {
    EntityDescriptor type = loader.descriptors().of(rows.get(0).type());
    EntityDescriptor[] targets = type.targets(loader.descriptors());
    if (!isPlain(type, targets)) {
      return null;
    }
    var made = new NewElements(type, stored.ids(), rows, batch);
    for (int i = 0; i < rows.size(); i++) {
      if (!made.add(loader, owner, referring, rows.get(i), targets)) {
        return null;
      }
    }
    loader.identities().addLate(made);
    return made.instances;
  }

  private static boolean isPlain(EntityDescriptor type, EntityDescriptor[] targets) {
    if (type.isRecord
        || !type.plurals.isEmpty()
        || !type.inverseToOnes.isEmpty()
        || type.callbacks.has(LifecycleEvent.POST_LOAD)) {
      return false;
    }
    for (int i = 0; i < targets.length; i++) {
      ToOneAttribute attribute = type.owningToOnes.get(i);
      // One of the same hierarchy may refer to another one of these.
      if (!attribute.lazy()
          || !attribute.refersToId()
          || type.mayBeMissing(attribute)
          || targets[i].ordinal == type.ordinal) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // mappings are one object each
  private boolean add(
      Loader loader,
      EntityEntry owner,
      @Nullable String referring,
      CachedRow row,
      EntityDescriptor[] targets) {
    if (row.type() != type.mapping) {
      return false;
    }
    @Nullable Object[] values = row.row().values();
    Object instance = type.access.newInstance();
    type.access.fill(instance, values);
    for (int i = 0; i < targets.length; i++) {
      ToOneAttribute attribute = type.owningToOnes.get(i);
      Object target = null;
      if (attribute.name().equals(referring)) {
        target = owner.instance;
      } else {
        Object key = ForeignKeys.read(attribute.joinColumns(), values);
        EntityEntry referred = key == null ? null : loader.reference(targets[i], key, batch);
        if (key != null && (referred == null || !referred.type.isA(targets[i]))) {
          return false;
        }
        target = referred == null ? null : referred.instance;
      }
      type.access.set(instance, attribute.index(), target);
    }
    instances.add(instance);
    return true;
  }

  @Override
  protected int size() {
    return instances.size();
  }

  @Override
  protected EntityEntry entry(int index) {
    var entry = new EntityEntry(type, instances.get(index), ids.get(index), State.MANAGED, batch);
    entry.row = rows.get(index).row();
    return entry;
  }
}
