package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Path;

/// A join of a common table.
final class CommonTableJoin<Z> extends JoinNode<Z, Tuple> {
  private final CommonTableNode table;

  CommonTableJoin(FromNode<?, Z> parent, CommonTableNode table, JoinType type) {
    super(
        FromSource.of(parent.source().metamodel(), table.getName()),
        parent,
        new Target(null, null, Tuple.class, null),
        type);
    this.table = table;
  }

  @Override
  Reference joined(Lowering lowering) {
    return named(lowering.nameOf(table));
  }

  @Override
  public <Y> Path<Y> get(String name) {
    return table.item(this, name);
  }

  @Override
  public String toString() {
    return "join " + table;
  }
}
