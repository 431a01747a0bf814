package io.tiercel.jpa.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An element of a from clause with its joins (specification 4.4.3 and 4.4.6).
///
/// @param source a [Reference.Path] or, around one, a [Reference.Treat]. A path of one name is an
///     entity; a longer one is a qualified entity name or a path from a variable of the query
///     around, which the semantics tells apart. A [Constant] is one row that has nothing, for joins
///     to begin at, which criteria queries have
/// @param variable null where the query names none; the attributes are then written alone or after
///     `this`
/// @param collectionMember whether it was written `in (path)`
/// @param asOf the moment whose rows are meant, null for the present ones; the specification has it
///     not
public record Declaration(
    int at,
    Expression source,
    @Nullable Variable variable,
    boolean collectionMember,
    List<Join> joins,
    @Nullable Expression asOf)
    implements Node {
  /// Copies the joins.
  public Declaration {
    joins = List.copyOf(joins);
  }

  /// Of the present rows.
  public Declaration(
      int at,
      Expression source,
      @Nullable Variable variable,
      boolean collectionMember,
      List<Join> joins) {
    this(at, source, variable, collectionMember, joins, null);
  }

  /// One row without anything, and what is joined to it.
  public static Declaration ofOneRow(List<Join> joins) {
    return new Declaration(NOWHERE, new Constant.Null(NOWHERE), null, false, joins);
  }
}
