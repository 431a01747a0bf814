package io.tiercel.jpa.identity;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.lock.LockClause;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.Nullable;

/// One instance the context knows, and what the database holds for it.
public final class EntityEntry {

  /// Where an instance stands between the application and its row.
  public enum State {
    /// Its row has not been read; the instance is a lazy one.
    UNLOADED,
    /// Managed, with the row it was read from or last written as.
    MANAGED,
    /// Persisted, to be inserted by the next flush.
    NEW,
    /// To be deleted by the next flush.
    REMOVED,
    /// No longer of this context.
    DETACHED
  }

  public final EntityDescriptor type;

  /// The managed instance. A record is replaced by another, any other instance stays.
  public Object instance;

  /// The id as its column holds it.
  public final Object id;

  public State state;

  /// What the database holds, as of the last read or write in this context; null when new or
  /// unread.
  public @Nullable Row row;

  /// What each tracked association held when it was read or last written, by its place; null
  /// where it is not loaded. A to-one counts as a collection of at most one.
  public Object @Nullable [][] snapshots;

  /// The result this instance came with; its siblings are loaded together.
  public LoadBatch batch;

  public LockModeType lockMode = LockModeType.NONE;

  /// Whether the version was raised in this transaction since the lock mode asked for it.
  public boolean isIncremented;

  public EntityEntry(
      EntityDescriptor type, Object instance, Object id, State state, LoadBatch batch) {
    this.type = type;
    this.instance = instance;
    this.id = id;
    this.state = state;
    this.batch = batch;
  }

  /// Whether a flush passes over what changed in it: it was read to be read only.
  public boolean isReadOnly;

  public boolean isManaged() {
    return state == State.UNLOADED || state == State.MANAGED || state == State.NEW;
  }

  public Object @Nullable [] snapshot(int attributeIndex) {
    return snapshots == null ? null : snapshots[type.mapping.place(attributeIndex)];
  }

  public void setSnapshot(int attributeIndex, Object... elements) {
    if (snapshots == null) {
      snapshots = new Object[type.mapping.indexedCount()][];
    }
    snapshots[type.mapping.place(attributeIndex)] = elements;
  }

  /// The row; only for managed entries that have been read or written.
  public Row requiredRow() {
    if (row == null) {
      throw new IllegalStateException(this + " has no row yet");
    }
    return row;
  }

  /// What foreign keys hold that refer to the entity by these columns, as of its row.
  public @Nullable Object referenced(ToOneAttribute attribute) {
    if (attribute.refersToId()) {
      return id;
    }
    Row known = requiredRow();
    @Nullable Object[] values = new Object[known.size()];
    for (Column column : attribute.referencedColumns()) {
      Object value = known.get(column.slot());
      values[column.slot()] =
          value != null && type.isPadded(column.slot()) ? Keys.unpadded(value) : value;
    }
    return ForeignKeys.read(attribute.referencedColumns(), values);
  }

  /// An association that holds nothing: its columns become null, unless they refer to nothing as
  /// they are. So one of them that is shared with another attribute keeps its value.
  public void clear(ToOneAttribute attribute, @Nullable Object[] values) {
    Row known = row;
    if (known != null && ForeignKeys.read(attribute.joinColumns(), known) == null) {
      attribute.joinColumns().forEach(column -> values[column.slot()] = known.get(column.slot()));
    } else {
      ForeignKeys.write(attribute.joinColumns(), null, values);
    }
  }

  /// Records a lock that a statement has taken.
  public void noteLock(LockModeType taken) {
    if (LockClause.needsVersion(taken) && type.versionColumn == null) {
      throw new PersistenceException(
          "cannot lock %s with %s: %s has no @Version attribute\nHint: add one, or use a pessimistic lock."
              .formatted(this, taken, type));
    }
    if (LockClause.strength(taken) > LockClause.strength(lockMode)) {
      lockMode = taken;
    }
  }

  @Override
  public String toString() {
    return type + "#" + id;
  }
}
