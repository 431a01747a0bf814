package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Row;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Gives an instance the state of a row, wherever that came from.
///
/// @param type of exactly the instance
/// @param targets what the owning to-ones lead to
/// @param own what is read with it
/// @param pending takes what it calls for
/// @param told the class of a to-one's target as far as the row tells, by its place
@SuppressWarnings("ArrayRecordComponent") // never compared
record Assembly(
    Loader loader,
    EntityDescriptor type,
    EntityDescriptor[] targets,
    FetchPlan own,
    PendingLoads pending,
    IntFunction<@Nullable EntityDescriptor> told) {
  static final IntFunction<@Nullable EntityDescriptor> NOTHING_TOLD = i -> null;

  /// A record, which needs what it refers to when it is made.
  Object record(Object id, @Nullable Object[] values) {
    @Nullable Object[] referred = new Object[type.mapping.attributes().size()];
    for (int i = 0; i < targets.length; i++) {
      ToOneAttribute attribute = type.owningToOnes.get(i);
      Object key = ForeignKeys.read(attribute.joinColumns(), values);
      if (key != null) {
        EntityEntry target = loader.target(type, id, attribute, targets[i], key, own, pending);
        referred[attribute.index()] = target.instance;
      }
    }
    return type.access.newRecord(values, referred);
  }

  /// Gives the entry that row, and its instance what the row holds.
  void apply(EntityEntry entry, Row row) {
    if (type.callbacks.has(LifecycleEvent.POST_LOAD)) {
      pending.told(entry);
    }
    entry.row = row;
    entry.snapshots = null;
    if (type.isRecord) {
      return;
    }
    type.access.fill(entry.instance, row.values());
    for (int i = 0; i < targets.length; i++) {
      refer(entry, row, i);
    }
    for (int i = 0; i < type.inverseToOnes.size(); i++) {
      ToOneAttribute attribute = type.inverseToOnes.get(i);
      pending.inverse(entry, attribute, own.below(attribute.name()));
    }
    for (int i = 0; i < type.toManys.size(); i++) {
      setUnloaded(entry, type.toManys.get(i));
    }
    for (int i = 0; i < type.elementRows.size(); i++) {
      setUnloaded(entry, type.elementRows.get(i).attribute);
    }
  }

  private void refer(EntityEntry entry, Row row, int place) {
    ToOneAttribute attribute = type.owningToOnes.get(place);
    Object key = ForeignKeys.read(attribute.joinColumns(), row.values());
    if (key == null) {
      type.access.set(entry.instance, attribute.index(), null);
    } else if (!attribute.refersToId() || type.mayBeMissing(attribute)) {
      pending.reference(entry, attribute, targets[place], key, own.below(attribute.name()));
    } else {
      loader.refer(entry, attribute, targets[place], told.apply(place), key, own, pending);
    }
  }

  private void setUnloaded(EntityEntry entry, PluralAttribute attribute) {
    int index = attribute.index();
    entry.type.access.set(
        entry.instance, index, Contents.lazy(attribute.kind(), loader, entry, index));
    if (!attribute.lazy() && own.keepsEager(attribute.name())) {
      pending.collection(entry, attribute);
    }
  }
}
