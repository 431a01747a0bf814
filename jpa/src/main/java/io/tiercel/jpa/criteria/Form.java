package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Expression;

/// How a criteria expression becomes a node of the tree.
@FunctionalInterface
interface Form {
  Expression lower(Lowering lowering);
}
