package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import jakarta.persistence.PersistenceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ids that are the ids of associated instances, or hold them (Jakarta Persistence 3.2, section
/// 2.4.1). Safe for any number of threads.
public final class DerivedIds {
  private final EntityDescriptor type;
  private final Descriptors descriptors;

  DerivedIds(EntityDescriptor type, Descriptors descriptors) {
    this.type = type;
    this.descriptors = descriptors;
  }

  /// The associations that give the id or parts of it, none as a rule.
  public List<ToOneAttribute> associations() {
    return type.mapping.id().derived();
  }

  /// The id of what the association holds, null for nothing or for one without an id yet.
  @Nullable Object key(Object instance, ToOneAttribute association) {
    Object target = type.access.get(instance, association.index());
    if (target == null) {
      return null;
    }
    EntityDescriptor targetType = descriptors.ofInstance(target);
    return target instanceof LazyInstance ? targetType.idOf(target) : targetType.assignedId(target);
  }

  /// The id of an instance whose id attributes need not be set yet, null when a part is missing.
  public @Nullable Object idOf(Object instance) {
    if (associations().isEmpty()) {
      return type.idOf(instance);
    }
    return type.keyOf(values(instance));
  }

  /// Sets the id attributes that associations with `@MapsId` give. PersistenceException when such
  /// an instance has no id yet.
  public void fill(Object instance) {
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
