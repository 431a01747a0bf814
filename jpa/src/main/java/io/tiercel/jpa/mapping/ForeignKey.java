package io.tiercel.jpa.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What foreign key columns refer to, and the constraint that a generated schema gives them. Each
/// column of one foreign key has the same.
///
/// @param table the table referred to
/// @param columns the columns that refer, as PostgreSQL stores their names
/// @param referenced the columns referred to, in the order of `columns`
/// @param name the constraint's name, null for the default
/// @param enforced false for `ConstraintMode.NO_CONSTRAINT`
/// @param definition text of the annotation to use instead of `foreign key … references …`
/// @param options SQL text put after it, empty for none
public record ForeignKey(
    Table table,
    List<String> columns,
    List<String> referenced,
    @Nullable String name,
    boolean enforced,
    @Nullable String definition,
    String options) {

  public ForeignKey {
    columns = List.copyOf(columns);
    referenced = List.copyOf(referenced);
  }
}
