package io.tiercel.jpa.mapping;

import java.lang.reflect.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `@ManyToOne` or `@OneToOne`. The owning side has foreign key columns in its entity's row, one
/// for each id column of the target in that order; the inverse side has none and names the owning
/// attribute of the target.
///
/// @param mappedBy the owning attribute's name on the target, null on the owning side
/// @param joinColumns foreign key columns, empty on the inverse side
public record ToOneAttribute(
    String name,
    int index,
    Class<?> javaType,
    Member javaMember,
    EntityReference target,
    List<Column> joinColumns,
    @Nullable String mappedBy,
    boolean oneToOne,
    boolean lazy,
    boolean optional,
    Cascade cascade,
    boolean orphanRemoval)
    implements Attribute {

  public ToOneAttribute {
    joinColumns = List.copyOf(joinColumns);
  }

  /// Whether the foreign key stands in this entity's own row.
  public boolean isOwning() {
    return mappedBy == null;
  }
}
