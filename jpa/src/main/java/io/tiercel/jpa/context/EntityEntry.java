package io.tiercel.jpa.context;

import io.tiercel.jpa.row.Row;
import jakarta.persistence.LockModeType;
import org.jspecify.annotations.Nullable;

/// One instance the context knows, and what the database holds for it.
final class EntityEntry {

  /// Where an instance stands between the application and its row.
  enum State {
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

  final EntityDescriptor type;

  /// The managed instance. A record is replaced by another, any other instance stays.
  Object instance;

  /// The id as its column holds it.
  final Object id;

  State state;

  /// What the database holds, as of the last read or write in this context; null when new or
  /// unread.
  @Nullable Row row;

  /// What each tracked association held when it was read or last written, by its place; null
  /// where it is not loaded. A to-one counts as a collection of at most one.
  Object @Nullable [][] snapshots;

  /// The result this instance came with; its siblings are loaded together.
  LoadBatch batch;

  LockModeType lockMode = LockModeType.NONE;

  /// Whether the version was raised in this transaction since the lock mode asked for it.
  boolean isIncremented;

  EntityEntry(EntityDescriptor type, Object instance, Object id, State state, LoadBatch batch) {
    this.type = type;
    this.instance = instance;
    this.id = id;
    this.state = state;
    this.batch = batch;
  }

  boolean isManaged() {
    return state == State.UNLOADED || state == State.MANAGED || state == State.NEW;
  }

  Object @Nullable [] snapshot(int attributeIndex) {
    return snapshots == null ? null : snapshots[type.mapping.place(attributeIndex)];
  }

  void setSnapshot(int attributeIndex, Object... elements) {
    if (snapshots == null) {
      snapshots = new Object[type.mapping.indexed().size()][];
    }
    snapshots[type.mapping.place(attributeIndex)] = elements;
  }

  /// The row; only for managed entries that have been read or written.
  Row requiredRow() {
    if (row == null) {
      throw new IllegalStateException(this + " has no row yet");
    }
    return row;
  }

  @Override
  public String toString() {
    return type + "#" + id;
  }
}
