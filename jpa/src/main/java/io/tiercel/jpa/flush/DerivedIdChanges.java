package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Values;
import jakarta.persistence.PersistenceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds ids that would change with the associations that give them (Jakarta Persistence 3.2,
/// section 2.4.1). Confined to the thread of its context.
final class DerivedIdChanges {
  private final Descriptors descriptors;
  private final IdentityMap identities;

  DerivedIdChanges(Descriptors descriptors, IdentityMap identities) {
    this.descriptors = descriptors;
    this.identities = identities;
  }

  /// An association over columns of the id must hold what it held when the instance was persisted
  /// or read: ids do not change (section 2.4). PersistenceException when it does not.
  ///
  /// @param target what it holds now
  void refuse(EntityEntry owner, ToOneAttribute association, @Nullable Object target) {
    Object key = null;
    if (target != null) {
      EntityEntry entry = identities.of(target);
      key = entry != null ? entry.id : descriptors.ofInstance(target).idOf(target);
    } else if (owner.type.mayBeMissing(association)) {
      return;
    }
    if (key == null || !isPartOf(owner.id, association, Keys.normal(key))) {
      throw new PersistenceException(
          "cannot change %s of %s to %s: the association is part of the id, and ids do not change\nHint: remove the instance and persist another one."
              .formatted(owner.type.name(association), owner, named(target, key)));
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
}
