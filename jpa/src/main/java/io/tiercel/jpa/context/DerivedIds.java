package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToOneAttribute;
import jakarta.persistence.PersistenceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ids that are the ids of associated instances, or hold them (Jakarta Persistence 3.2, section
/// 2.4.1). Safe for any number of threads.
final class DerivedIds {
  private final EntityDescriptor type;
  private final Descriptors descriptors;

  DerivedIds(EntityDescriptor type, Descriptors descriptors) {
    this.type = type;
    this.descriptors = descriptors;
  }

  /// The associations that give the id or parts of it, none as a rule.
  List<ToOneAttribute> associations() {
    return type.mapping.id().derived();
  }

  /// The id of what the association holds, null for nothing or for one without an id yet.
  @Nullable Object key(Object instance, ToOneAttribute association) {
    Object target = type.access.get(instance, association.index());
    if (target == null) {
      return null;
    }
    EntityDescriptor targetType = descriptors.ofInstance(target);
    return target instanceof LazyInstance
        ? targetType.idOf(target)
        : PersistenceContext.assignedId(targetType, target);
  }

  /// The id of an instance whose id attributes need not be set yet, null when a part is missing.
  @Nullable Object idOf(Object instance) {
    if (associations().isEmpty()) {
      return type.idOf(instance);
    }
    return type.keyOf(values(instance));
  }

  /// Sets the id attributes that associations with `@MapsId` give. PersistenceException when such
  /// an instance has no id yet.
  void fill(Object instance) {
    boolean mapped = false;
    for (ToOneAttribute association : associations()) {
      boolean missing =
          type.access.get(instance, association.index()) != null
              && key(instance, association) == null;
      if (missing) {
        throw new PersistenceException(
            "cannot persist a %s before its %s, whose id it takes\nHint: persist that first, or set cascade = CascadeType.PERSIST on %s."
                .formatted(type, association.name(), type.name(association)));
      }
      mapped |= !type.mapping.id().attributes().contains(association);
    }
    if (mapped) {
      type.writeId(instance, values(instance));
    }
  }

  /// An association over columns of the id must hold what it held when the instance was persisted
  /// or read: ids do not change (section 2.4). PersistenceException when it does not.
  ///
  /// @param target what it holds now
  void refuseChange(
      EntityEntry owner,
      ToOneAttribute association,
      @Nullable Object target,
      IdentityMap identities) {
    Object key = null;
    if (target != null) {
      EntityEntry entry = identities.of(target);
      key = entry != null ? entry.id : descriptors.ofInstance(target).idOf(target);
    } else if (type.mayBeMissing(association)) {
      return;
    }
    if (key == null || !isPartOf(owner.id, association, Keys.normal(key))) {
      throw new PersistenceException(
          "cannot change %s of %s to %s: the association is part of the id, and ids do not change\nHint: remove the instance and persist another one."
              .formatted(type.name(association), owner, named(target, key)));
    }
  }

  private static boolean isPartOf(Object id, ToOneAttribute association, Object key) {
    List<Column> columns = association.joinColumns();
    for (int i = 0; i < columns.size(); i++) {
      Object held = ForeignKeys.part(id, columns.get(i).slot());
      if (!Values.same(held, ForeignKeys.part(key, i))) {
        return false;
      }
    }
    return true;
  }

  private String named(@Nullable Object target, @Nullable Object key) {
    return target == null
        ? "null"
        : descriptors.ofInstance(target) + (key == null ? " without an id" : "#" + key);
  }

  private @Nullable Object[] values(Object instance) {
    @Nullable Object[] values = new Object[type.mapping.columns().size()];
    type.readId(instance, values);
    for (ToOneAttribute association : associations()) {
      Object key = key(instance, association);
      if (key != null) {
        ForeignKeys.write(association.joinColumns(), key, values);
      }
    }
    return values;
  }
}
