package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Path;

/// A join of a common table.
final class CommonTableJoin<Z> extends JoinNode<Z, Tuple> {
  private final CommonTableNode table;

  CommonTableJoin(FromNode<?, Z> parent, CommonTableNode table, JoinType type) {
    this(FromSource.of(parent.source().metamodel(), table.getName()), parent, table, type);
  }

  private CommonTableJoin(
      FromSource<Z, Tuple> source, FromNode<?, Z> parent, CommonTableNode table, JoinType type) {
    super(source, parent, new Target(null, null, Tuple.class, null), type);
    this.table = table;
  }

  @Override
  JoinNode<Z, Tuple> correlated() {
    return new CommonTableJoin<>(source().correlated(this), parent(), table, getJoinType());
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
  JoinNode.Target joined(String name) {
    return table.joined(this, name);
  }

  @Override
  public String toString() {
    return "join " + table;
  }
}
