package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.row.Values;
import jakarta.persistence.OptimisticLockException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Instances of entities that are records: values, which are made anew instead of being changed.
public final class Records {

  private Records() {}

  /// What a record holds for the columns of its own attributes.
  public static @Nullable Object[] values(EntityDescriptor type, Object record) {
    @Nullable Object[] values = new Object[type.mapping.columns().size()];
    type.access.read(record, values);
    return values;
  }

  /// What a record refers to, by the indexes of its attributes.
  public static @Nullable Object[] targets(EntityDescriptor type, Object record) {
    @Nullable Object[] targets = new Object[type.mapping.attributes().size()];
    for (ToOneAttribute attribute : type.owningToOnes) {
      targets[attribute.index()] = type.access.get(record, attribute.index());
    }
    return targets;
  }

  /// The record with another value in a column.
  public static Object with(EntityDescriptor type, Object record, Column column, Object value) {
    @Nullable Object[] values = values(type, record);
    if (Values.same(values[column.slot()], value)) {
      return record;
    }
    values[column.slot()] = value;
    return type.access.newRecord(values, targets(type, record));
  }

  /// The record as it is inserted: with the version that a new row begins with.
  public static Object versioned(EntityDescriptor type, Object record) {
    Column version = type.versionColumn;
    return version == null
        ? record
        : with(
            type, record, version, Versions.first(values(type, record)[version.slot()], version));
  }

  /// The record with what was written: the next version, and what is not written at all.
  static Object written(EntityDescriptor type, Object record, Row row) {
    @Nullable Object[] values = values(type, record);
    boolean same = true;
    for (Column column : type.mapping.columns()) {
      int slot = column.slot();
      if (column.foreignKey() == null && !Values.same(values[slot], row.get(slot))) {
        values[slot] = row.get(slot);
        same = false;
      }
    }
    return same ? record : type.access.newRecord(values, targets(type, record));
  }

  /// The record that is to replace what an entry holds, which is the same if nothing differs.
  ///
  /// @param targets what it refers to
  public static Object replacing(EntityEntry entry, Object record, @Nullable Object[] targets) {
    EntityDescriptor type = entry.type;
    @Nullable Object[] values = values(type, record);
    @Nullable Object[] present = values(type, entry.instance);
    Column version = type.versionColumn;
    if (version != null) {
      values[version.slot()] = present[version.slot()];
    }
    boolean same = Arrays.equals(targets, targets(type, entry.instance));
    for (int slot = 0; same && slot < values.length; slot++) {
      same = Values.same(values[slot], present[slot]);
    }
    if (same) {
      return entry.instance;
    }
    Row row = entry.row;
    if (version != null && row != null) {
      Object stored = row.get(version.slot());
      // Raised once in a transaction, however often the record is replaced.
      if (Values.same(present[version.slot()], stored)) {
        values[version.slot()] = Versions.next(stored, version);
      }
    }
    return type.access.newRecord(values, targets);
  }

  /// Refuses a record that was made of another version of the row.
  public static void verifyVersion(EntityEntry entry, Object record, String operation) {
    Column version = entry.type.versionColumn;
    Row row = entry.row;
    if (version == null || row == null) {
      return;
    }
    int slot = version.slot();
    Object theirs = values(entry.type, record)[slot];
    boolean known =
        theirs == null
            || Values.same(theirs, row.get(slot))
            || Values.same(theirs, values(entry.type, entry.instance)[slot]);
    if (!known) {
      throw new OptimisticLockException(
          "cannot %s %s: it has version %s, the database has %s\nHint: read it again and repeat the change."
              .formatted(operation, entry, theirs, row.get(slot)),
          null,
          record);
    }
  }

  /// Lets an instance have the version that was written; a record is replaced.
  static void giveVersion(EntityEntry entry) {
    EntityDescriptor type = entry.type;
    if (type.isRecord) {
      entry.instance = written(type, entry.instance, entry.requiredRow());
      return;
    }
    Column column = type.versionColumn;
    if (column != null) {
      Object value = Objects.requireNonNull(entry.requiredRow().get(column.slot()));
      var conversion = column.conversion();
      type.access.set(
          entry.instance,
          Objects.requireNonNull(type.mapping.version()).index(),
          conversion == null ? value : conversion.toAttribute(value));
    }
  }
}
