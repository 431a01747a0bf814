package io.tiercel.jpa.flush;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import org.jspecify.annotations.Nullable;

/// Reads what instances hold as the values of columns, associations as foreign keys. Serves one
/// flush.
final class InstanceState {
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final Loader loader;
  private final DerivedIdChanges derivedIds;
  private final AssumedReferences assumed = new AssumedReferences();

  InstanceState(Descriptors descriptors, IdentityMap identities, Loader loader) {
    this.descriptors = descriptors;
    this.identities = identities;
    this.loader = loader;
    this.derivedIds = new DerivedIdChanges(descriptors, identities);
  }

  /// The references to instances that are taken for stored.
  AssumedReferences assumed() {
    return assumed;
  }

  /// The instance's present state as column values, in the given array.
  @Nullable Object[] read(EntityEntry entry, @Nullable Object[] values) {
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
        derivedIds.refuse(entry, attribute, target);
        continue;
      }
      if (target == null) {
        entry.clear(attribute, values);
      } else {
        Object key = keyOf(entry, attribute, type.targets(descriptors)[i], target);
        ForeignKeys.write(attribute.joinColumns(), key, values);
      }
    }
    return values;
  }

  /// What the foreign key of an association to the instance holds.
  private Object keyOf(
      EntityEntry owner, ToOneAttribute attribute, EntityDescriptor declared, Object target) {
    EntityEntry entry = identities.of(target, owner, attribute, declared);
    Object id = keyOf(owner, attribute.name(), target, entry);
    if (attribute.refersToId()) {
      return id;
    }
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
  Object keyOf(EntityEntry owner, String attributeName, Object target) {
    return keyOf(owner, attributeName, target, identities.of(target));
  }

  private Object keyOf(
      EntityEntry owner, String attributeName, Object target, @Nullable EntityEntry entry) {
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
}
