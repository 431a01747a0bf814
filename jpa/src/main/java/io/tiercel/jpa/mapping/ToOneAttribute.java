package io.tiercel.jpa.mapping;

import java.lang.reflect.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `@ManyToOne` or `@OneToOne`. The owning side has foreign key columns in its entity's row, one
/// for each id column of the target in that order; the inverse side has none and names the owning
/// attribute of the target. The association is null when any of its columns is. With `@JoinTable`
/// the columns of the entity's row stand in that table.
///
/// @param mappedBy the owning attribute's name on the target, null on the owning side
/// @param joinColumns foreign key columns, empty on the inverse side
/// @param joinTable the table in which alone they stand, null without one; the slots of its columns
///     are those of the owner's row
/// @param uniqueColumns the names of the target's columns that they refer to instead of its id, one
///     for each; empty for the id
public record ToOneAttribute(
    String name,
    int index,
    Class<?> javaType,
    Member javaMember,
    EntityReference target,
    List<Column> joinColumns,
    ToManyAttribute.@Nullable JoinTable joinTable,
    List<String> uniqueColumns,
    @Nullable String mappedBy,
    boolean oneToOne,
    boolean lazy,
    boolean optional,
    Cascade cascade,
    boolean orphanRemoval)
    implements Attribute {

  public ToOneAttribute {
    joinColumns = List.copyOf(joinColumns);
    uniqueColumns = List.copyOf(uniqueColumns);
  }

  /// The same association with these columns of its owner's id, so that it is never null.
  public ToOneAttribute withIdColumns(List<Column> columns) {
    return new ToOneAttribute(
        name,
        index,
        javaType,
        javaMember,
        target,
        columns,
        joinTable,
        uniqueColumns,
        mappedBy,
        oneToOne,
        lazy,
        false,
        cascade,
        orphanRemoval);
  }

  /// The same association, which may be null.
  public ToOneAttribute asOptional() {
    return new ToOneAttribute(
        name,
        index,
        javaType,
        javaMember,
        target,
        joinColumns,
        joinTable,
        uniqueColumns,
        mappedBy,
        oneToOne,
        lazy,
        true,
        cascade,
        orphanRemoval);
  }

  /// Whether the foreign key holds the target's id.
  public boolean refersToId() {
    return uniqueColumns.isEmpty();
  }

  /// The target's columns that the join columns refer to, in their order.
  public List<Column> referencedColumns() {
    EntityMapping mapping = target.mapping();
    return uniqueColumns.isEmpty() ? mapping.id().columns() : mapping.columns(uniqueColumns);
  }

  /// Whether the foreign key stands in this entity's own row.
  public boolean isOwning() {
    return mappedBy == null;
  }
}
