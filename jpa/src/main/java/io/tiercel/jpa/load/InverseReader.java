package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.row.DataRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the other side of a one-to-one for many owners.
final class InverseReader implements OwnedReader {
  private final ToOneAttribute attribute;
  private final ToOneAttribute owning;
  private final KeyedSelect select;
  private final EntityReader targets;
  private final Map<Object, Object> byOwner = new HashMap<>();

  /// @param plan what is to be read with the targets
  /// @param next takes what the targets call for
  InverseReader(Loader loader, ToOneAttribute attribute, FetchPlan plan, PendingLoads next) {
    this.attribute = attribute;
    EntityDescriptor target = loader.descriptors().of(attribute.target().type());
    this.owning = target.toOne(Objects.requireNonNull(attribute.mappedBy()));
    this.select = loader.statement(target, attribute, owning.joinColumns());
    this.targets = loader.reader(target, next, false).by(plan);
  }

  @Override
  public KeyedSelect select() {
    return select;
  }

  @Override
  public boolean refersToId() {
    return owning.refersToId();
  }

  @Override
  public @Nullable Object key(EntityEntry owner) {
    Object key = owner.referenced(owning);
    return key == null ? null : Keys.normal(key);
  }

  @Override
  public void accept(DataRow row) {
    EntityEntry entry = Objects.requireNonNull(targets.read(row));
    if (entry.state != State.REMOVED) {
      Object key = Objects.requireNonNull(targets.key(row, owning.joinColumns()));
      byOwner.put(key, entry.instance);
    }
  }

  @Override
  public void distribute(Set<EntityEntry> owners, @Nullable LazyCollection touched) {
    for (EntityEntry owner : owners) {
      Object key = key(owner);
      Object target = key == null ? null : byOwner.get(key);
      owner.type.access.set(owner.instance, attribute.index(), target);
      if (attribute.orphanRemoval() && target != null) {
        owner.setSnapshot(attribute.index(), target);
      }
    }
  }
}
