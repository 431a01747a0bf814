package io.tiercel.jpa.mapping;

import java.lang.reflect.Member;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// `@OneToMany` or `@ManyToMany`. How it is stored is one of: `mappedBy` (the target's to-one, or,
/// for many-to-many, the owning collection's join table), a join table, or foreign key columns in
/// the target's table (`@OneToMany` with `@JoinColumn`).
///
/// @param mappedBy the owning attribute's name on the target, null on the owning side
/// @param joinTable the join table as seen from this side (also filled for the inverse side of a
///     many-to-many), null without one
/// @param targetColumns for `@OneToMany @JoinColumn` without `mappedBy`: the foreign key columns in
///     the target's table (their slots are -1), else empty
/// @param shape its position and stored keys stand in the join table or, without one, in the
///     target's table; their slots count from 0
/// @param orderBy the resolved `@OrderBy` terms in order, empty when none
public record ToManyAttribute(
    String name,
    int index,
    Class<?> javaType,
    Member javaMember,
    EntityReference target,
    @Nullable String mappedBy,
    @Nullable JoinTable joinTable,
    List<Column> targetColumns,
    CollectionShape shape,
    List<OrderTerm> orderBy,
    boolean manyToMany,
    boolean lazy,
    Cascade cascade,
    boolean orphanRemoval)
    implements PluralAttribute {

  public ToManyAttribute {
    targetColumns = List.copyOf(targetColumns);
    orderBy = List.copyOf(orderBy);
  }

  /// One term of `@OrderBy`: a column of the target's row.
  public record OrderTerm(Column column, boolean descending) {}

  /// A join table as seen from one side: rows are (own id, target's id).
  ///
  /// @param ownColumns reference the owner of this attribute (slots count from 0 in the join row)
  /// @param targetColumns reference the target
  /// @param isNamed whether the annotation names the table, as opposed to the default name
  /// @param indexes declared by the annotation
  /// @param extras what a generated schema adds
  public record JoinTable(
      Table table,
      boolean isNamed,
      List<Column> ownColumns,
      List<Column> targetColumns,
      List<EntityMapping.Index> indexes,
      DdlExtras extras) {
    public JoinTable {
      indexes = List.copyOf(indexes);
      ownColumns = List.copyOf(ownColumns);
      targetColumns = List.copyOf(targetColumns);
    }

    /// The same table as the target sees it.
    public JoinTable seenFromTarget() {
      return new JoinTable(
          table,
          isNamed,
          slotted(targetColumns, 0),
          slotted(ownColumns, targetColumns.size()),
          indexes,
          extras);
    }

    private static List<Column> slotted(List<Column> columns, int first) {
      return IntStream.range(0, columns.size())
          .mapToObj(i -> columns.get(i).inSlot(first + i))
          .toList();
    }
  }

  @Override
  public Class<?> elementType() {
    return target.type();
  }

  /// Whether changes of this collection are written by this side.
  public boolean isOwning() {
    return mappedBy == null;
  }
}
