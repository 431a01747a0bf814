package io.tiercel.jpa.query.watch;

import io.tiercel.jpa.mapping.Column;

/// One side of a comparison, where it is something that can be told from outside of the database.
public sealed interface Operand extends Term {

  /// The value of a column as it is stored.
  ///
  /// @param alias of its table in the statement
  record OfColumn(String alias, Column column) implements Operand {}

  /// The value of `$n`, without a cast.
  ///
  /// @param number from 1
  record Argument(int number) implements Operand {}

  /// A value of the query's own, as a column has it.
  record Constant(Object value) implements Operand {}
}
