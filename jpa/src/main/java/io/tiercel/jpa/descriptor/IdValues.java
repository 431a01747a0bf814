package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.access.EmbeddableAccess;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.type.Boxed;
import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The ids of one entity in their three forms: what its instances hold, what an application gives
/// and gets for one, and what the columns of the key hold. Safe for any number of threads.
final class IdValues {
  private final EntityDescriptor type;

  /// Reads and makes ids of several columns, null when the id is one basic attribute.
  private final @Nullable EmbeddableAccess embedded;

  /// What an application gives for an id.
  private final Class<?> given;

  IdValues(EntityDescriptor type, @Nullable EmbeddableAccess embedded) {
    this.type = type;
    this.embedded = embedded;
    this.given = Boxed.of(type.mapping.id().javaType());
  }

  /// The id as its columns hold it, a [CompositeKey] of several; null when an attribute of it is
  /// null.
  @Nullable Object of(Object instance) {
    if (type.mapping.id().isAttribute()) {
      Object id = type.access.get(instance, type.mapping.id().index());
      return id == null ? null : toColumns(id);
    }
    if (instance instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
      return toColumns(lazy.tiercelId());
    }
    return key(values(instance));
  }

  /// The id the application gave, null for none; a generated primitive id of zero is none.
  @Nullable Object assigned(Object instance) {
    Object id = of(instance);
    boolean zero =
        type.mapping.id().javaType().isPrimitive()
            && !(type.mapping.idGeneration() instanceof IdGeneration.Assigned)
            && id instanceof Number number
            && number.longValue() == 0;
    return zero ? null : id;
  }

  /// The column values of id attributes that have an id class.
  private @Nullable Object[] values(Object instance) {
    @Nullable Object[] values = new Object[type.mapping.columns().size()];
    for (Attribute attribute : type.mapping.id().attributes()) {
      if (attribute instanceof ToOneAttribute association) {
        Object key = type.derivedIds.key(instance, association);
        ForeignKeys.write(association.joinColumns(), key, values);
        continue;
      }
      Column column = ((BasicAttribute) attribute).column();
      Object value = type.access.get(instance, attribute.index());
      var conversion = column.conversion();
      values[column.slot()] =
          value == null || conversion == null ? value : conversion.toColumn(value);
    }
    return values;
  }

  /// The id as the application names it: the attribute's value, or an instance of the id class;
  /// null when an attribute of it is null.
  @Nullable Object identifier(Object instance) {
    if (type.mapping.id().isAttribute()) {
      return type.access.get(instance, type.mapping.id().index());
    }
    if (instance instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
      return lazy.tiercelId();
    }
    // Not from the key, which is as the database compares it and may have lost zeros.
    @Nullable Object[] values = values(instance);
    Object key = key(values);
    if (key == null) {
      return null;
    }
    return embedded == null ? toAttribute(key) : embedded.build(values);
  }

  /// The key in a row's values, null when a part of it is.
  @Nullable Object key(@Nullable Object[] values) {
    if (type.mapping.id().isSimple()) {
      return values[0];
    }
    List<Object> parts = new ArrayList<>(type.key.columns().size());
    for (int slot = 0; slot < type.key.columns().size(); slot++) {
      Object part = values[slot];
      if (part == null) {
        return null;
      }
      parts.add(type.isPadded(slot) ? Keys.unpadded(part) : part);
    }
    // An id class or embedded id of one attribute: its column's value, as foreign keys have it.
    return parts.size() == 1 ? parts.getFirst() : new CompositeKey(parts);
  }

  /// An id given by the application as its columns hold it; IllegalArgumentException when it is of
  /// another class, or a part of it is null.
  Object fromApplication(Object id) {
    if (!given.isInstance(id)) {
      throw new IllegalArgumentException(
          "cannot find %s by a %s: its id %s is a %s"
              .formatted(type, id.getClass().getName(), type.idName(), given.getName()));
    }
    Object value = toColumns(id);
    if (value == null) {
      throw new IllegalArgumentException(
          "a part of the id of %s is null: %s".formatted(type, type.mapping.id().name()));
    }
    return value;
  }

  /// The id attribute's value in the slots of its columns; of an id of several attributes the
  /// values of all.
  void read(Object instance, @Nullable Object[] values) {
    if (!type.mapping.id().isAttribute()) {
      @Nullable Object[] read = values(instance);
      System.arraycopy(read, 0, values, 0, type.key.columns().size());
    } else if (embedded != null) {
      embedded.read(type.access.get(instance, type.mapping.id().index()), values);
    } else {
      values[0] = of(instance);
    }
  }

  /// Sets the id attributes that are no associations from the slots of their columns.
  void write(Object instance, @Nullable Object[] values) {
    if (embedded != null && type.mapping.id().isAttribute()) {
      type.access.set(instance, type.mapping.id().index(), embedded.build(values));
      return;
    }
    for (Attribute attribute : type.mapping.id().attributes()) {
      if (attribute instanceof BasicAttribute basic) {
        Object value = values[basic.column().slot()];
        var conversion = basic.column().conversion();
        type.access.set(
            instance,
            basic.index(),
            value == null || conversion == null ? value : conversion.toAttribute(value));
      }
    }
  }

  private @Nullable Object toColumns(Object id) {
    if (embedded != null) {
      @Nullable Object[] values = new Object[type.mapping.columns().size()];
      embedded.read(id, values);
      return key(values);
    }
    var conversion = type.mapping.id().column().conversion();
    Object value = conversion == null ? id : conversion.toColumn(id);
    return type.isPadded(0) ? Keys.unpadded(value) : value;
  }

  /// The attribute value of an id's column value.
  Object toAttribute(Object columnValue) {
    if (embedded != null) {
      @Nullable Object[] values = new Object[type.mapping.columns().size()];
      for (int slot = 0; slot < type.key.columns().size(); slot++) {
        values[slot] = ForeignKeys.part(columnValue, slot);
      }
      return Objects.requireNonNull(embedded.build(values));
    }
    var conversion = type.mapping.id().column().conversion();
    return conversion == null ? columnValue : conversion.toAttribute(columnValue);
  }
}
