package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.TypeOrder;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.write.InsertPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The foreign keys of `@OneToMany @JoinColumn` in the rows of one type's new instances. A row is
/// inserted with its owner's key where the owner's row is there before it: the column may be `not
/// null`, and no update has to follow. Serves one flush.
final class OwnerKeys {
  private final CollectionChanges collections;
  private final EntityDescriptor type;

  /// In slots behind those of the type's own columns.
  private final Map<ToManyAttribute, List<Column>> columns = new LinkedHashMap<>(0);

  private int width;

  OwnerKeys(CollectionChanges collections, EntityDescriptor type) {
    this.collections = collections;
    this.type = type;
    this.width = type.mapping.columns().size();
    for (ToManyAttribute attribute : collections.giveOwners(type)) {
      if (attribute.targetColumns().stream().noneMatch(this::isWritten)) {
        List<Column> slotted = new ArrayList<>();
        for (Column column : attribute.targetColumns()) {
          slotted.add(column.inSlot(width++));
        }
        columns.put(attribute, slotted);
      }
    }
  }

  /// Whether an attribute of the element gives the column its value. Then the owner's row only has
  /// to be there first.
  private boolean isWritten(Column foreignKey) {
    return type.insertPlans.stream()
        .flatMap(plan -> plan.columns().stream())
        .anyMatch(
            column ->
                column.table().equals(foreignKey.table())
                    && column.name().equals(foreignKey.name()));
  }

  /// Whether no row has any.
  boolean isEmpty() {
    return columns.isEmpty();
  }

  /// How the type's rows are inserted.
  List<InsertPlan> plans() {
    return columns.isEmpty()
        ? type.insertPlans
        : type.insertPlansWith(columns.values().stream().flatMap(List::stream).toList());
  }

  /// The values to insert, with the keys of those owners that are there by then.
  @Nullable Object[] with(EntityEntry entry, @Nullable Object[] values, TypeOrder order) {
    if (columns.isEmpty()) {
      return values;
    }
    @Nullable Object[] extended = Arrays.copyOf(values, width);
    columns.forEach(
        (attribute, slotted) ->
            ForeignKeys.write(slotted, collections.takeOwner(attribute, entry, order), extended));
    return extended;
  }
}
