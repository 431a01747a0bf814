package io.tiercel.jpa.identity;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import org.jspecify.annotations.Nullable;

/// Managed instances of one type whose entries are made when somebody asks for one: who finds and
/// reads never does, and an entry is larger than most instances. Only of instances that need none:
/// nothing in them is loaded later by way of their entry. Confined to one thread.
public abstract class LateEntries {
  protected final EntityDescriptor type;
  @Nullable LateEntries next;

  /// @param type of exactly these instances
  protected LateEntries(EntityDescriptor type) {
    this.type = type;
  }

  /// How many there are.
  protected abstract int size();

  /// The entry of one of them, made once.
  protected abstract EntityEntry entry(int index);
}
