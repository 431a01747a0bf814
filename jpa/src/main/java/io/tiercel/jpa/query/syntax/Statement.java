package io.tiercel.jpa.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A whole query: select, bulk update or bulk delete (specification 4.2).
public sealed interface Statement extends Node {

  /// A select statement.
  record Select(QueryExpression query) implements Statement {
    @Override
    public int at() {
      return query.at();
    }
  }

  /// `update Entity [v] set … [where …]` (specification 4.10).
  ///
  /// @param variable null where the query names none; the attributes are then written without a
  ///     variable, or with `this`
  record Update(
      int at,
      String entityName,
      @Nullable Variable variable,
      List<Assignment> assignments,
      @Nullable Expression where)
      implements Statement {
    /// Copies the assignments.
    public Update {
      assignments = List.copyOf(assignments);
    }
  }

  /// `delete from Entity [v] [where …]` (specification 4.10).
  ///
  /// @param variable null where the query names none
  record Delete(int at, String entityName, @Nullable Variable variable, @Nullable Expression where)
      implements Statement {}
}
