package io.tiercel.jpa.query.syntax;

/// A node of the tree. Immutable and safe for any thread.
public sealed interface Node
    permits Statement,
        QueryExpression,
        Expression,
        SelectItem,
        Declaration,
        Join,
        OrderItem,
        Assignment,
        Variable {

  /// The position of a node that no text stands behind, as the Criteria API makes them.
  int NOWHERE = -1;

  /// The offset in the query text where this node begins (for an operator: where the operator
  /// stands), or [#NOWHERE].
  int at();
}
