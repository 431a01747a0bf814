package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.access.EmbeddableAccess;
import io.tiercel.jpa.access.EmbeddedMember;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A value of Java as it stands in the slots of a row. Safe for any number of threads.
sealed interface RowPart {

  /// The value in a row; null when all its columns are.
  ///
  /// @param references finds the entities that it refers to
  @Nullable Object read(@Nullable Object[] values, ElementReferences references);

  /// Puts a value into its slots.
  void write(@Nullable Object value, @Nullable Object[] values, ElementReferences references);

  /// A value in one column.
  record Basic(Column column) implements RowPart {
    @Override
    public @Nullable Object read(@Nullable Object[] values, ElementReferences references) {
      Object value = values[column.slot()];
      Conversion conversion = column.conversion();
      return value == null || conversion == null ? value : conversion.toAttribute(value);
    }

    @Override
    public void write(
        @Nullable Object value, @Nullable Object[] values, ElementReferences references) {
      Conversion conversion = column.conversion();
      values[column.slot()] =
          value == null || conversion == null ? value : conversion.toColumn(value);
    }
  }

  /// An embeddable.
  ///
  /// @param toOnes the associations in it
  record Embedded(EmbeddableAccess access, List<EmbeddedMember<ToOneAttribute>> toOnes)
      implements RowPart {
    public Embedded {
      toOnes = List.copyOf(toOnes);
    }

    @Override
    public @Nullable Object read(@Nullable Object[] values, ElementReferences references) {
      Object value = access.build(values);
      if (value != null) {
        for (EmbeddedMember<ToOneAttribute> toOne : toOnes) {
          Object key = ForeignKeys.read(toOne.attribute().joinColumns(), values);
          toOne.set(value, key == null ? null : references.target(toOne.attribute(), key));
        }
      }
      return value;
    }

    @Override
    public void write(
        @Nullable Object value, @Nullable Object[] values, ElementReferences references) {
      access.read(value, values);
      for (EmbeddedMember<ToOneAttribute> toOne : toOnes) {
        Object target = value == null ? null : toOne.get(value);
        ForeignKeys.write(
            toOne.attribute().joinColumns(),
            target == null ? null : references.key(toOne.attribute(), target),
            values);
      }
    }
  }

  /// An entity, of which the row has the id.
  record Entity(ToOneAttribute attribute) implements RowPart {
    @Override
    public @Nullable Object read(@Nullable Object[] values, ElementReferences references) {
      Object key = ForeignKeys.read(attribute.joinColumns(), values);
      return key == null ? null : references.target(attribute, key);
    }

    @Override
    public void write(
        @Nullable Object value, @Nullable Object[] values, ElementReferences references) {
      Object key = value == null ? null : references.key(attribute, value);
      ForeignKeys.write(attribute.joinColumns(), key, values);
    }
  }
}
