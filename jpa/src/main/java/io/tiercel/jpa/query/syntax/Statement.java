package io.tiercel.jpa.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A whole query: select, bulk update or bulk delete (specification 4.2), or bulk insert, which the
/// specification has not.
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

  /// `insert into Entity [v] (a, b) values (…), … | select … [on conflict …]`.
  ///
  /// @param variable null where the query names none
  /// @param conflict null without `on conflict`
  record Insert(
      int at,
      String entityName,
      @Nullable Variable variable,
      List<Reference.Path> targets,
      Inserted rows,
      @Nullable Conflict conflict)
      implements Statement {
    /// Copies the targets.
    public Insert {
      targets = List.copyOf(targets);
    }
  }

  /// What an [Insert] inserts.
  sealed interface Inserted {

    /// `values (…), (…)`.
    record Rows(List<Operation.Row> rows) implements Inserted {
      /// Copies the rows.
      public Rows {
        rows = List.copyOf(rows);
      }
    }

    /// The rows of a query.
    record Selected(QueryExpression query) implements Inserted {}
  }

  /// `on conflict [(a, b)] do nothing | do update set … [where …]`.
  ///
  /// @param attributes empty for any conflict
  /// @param assignments empty to do nothing
  record Conflict(
      int at,
      List<Reference.Path> attributes,
      List<Assignment> assignments,
      @Nullable Expression where) {
    /// The variable for the row that was to be inserted.
    public static final String EXCLUDED = "excluded";

    /// Copies the lists.
    public Conflict {
      attributes = List.copyOf(attributes);
      assignments = List.copyOf(assignments);
    }
  }
}
