package io.tiercel.jpa.statement;

import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.sql.ResultSetMapping;
import jakarta.persistence.TupleElement;
import java.util.List;

/// What tells how the rows of a statement are to be read.
public sealed interface ResultForm {

  /// The select clause of a query.
  ///
  /// @param elements the items of a Tuple as the application has them, empty when it does not
  /// @param locksWhole whether a lock that the statement takes is on all rows of its entities
  record Selected(
      List<Selection> selections, List<? extends TupleElement<?>> elements, boolean locksWhole)
      implements ResultForm {}

  /// A result set mapping, which names columns of the result.
  record Mapped(ResultSetMapping mapping) implements ResultForm {}

  /// The result's own description.
  record SelfDescribed() implements ResultForm {}
}
