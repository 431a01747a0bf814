package io.tiercel.jdbc.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A single-row `INSERT INTO table [(columns)] VALUES (…)` whose values are bare placeholders or
/// constants, and that has no placeholder elsewhere. Such a command may be sent for many rows at
/// once as `INSERT INTO table [(columns)] SELECT … FROM unnest(…)`.
///
/// The text of the command is head, `VALUES (…)`, tail.
///
/// @param table the target as written, perhaps qualified, quoted or with an alias
/// @param columns the column names as written, null if the command has no column list
/// @param valuesStart where the keyword `VALUES` begins in the command's text
/// @param valuesEnd where the text goes on behind the row: `ON CONFLICT`, `RETURNING`, or its end
/// @param values the row
/// @param mayUpdate whether the tail has `ON CONFLICT DO UPDATE`: then one command refuses to touch
///     the same row twice, which several commands would not
public record InsertShape(
    String table,
    @Nullable List<String> columns,
    int valuesStart,
    int valuesEnd,
    List<Value> values,
    boolean mayUpdate) {

  public InsertShape {
    values = List.copyOf(values);
    columns = columns == null ? null : List.copyOf(columns);
  }

  /// One value of the row.
  public sealed interface Value {}

  /// A placeholder.
  ///
  /// @param index its number in the command, from 0: `$1` has 0
  public record Placeholder(int index) implements Value {}

  /// A number, a string, a boolean or NULL.
  ///
  /// @param text as written
  public record Constant(String text) implements Value {}
}
