package io.tiercel.jpa.criteria;

import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.metamodel.Metamodel;

/// A variable over the rows of a common table.
final class CommonTableRoot extends FromNode<Tuple, Tuple> {
  private final CommonTableNode table;

  CommonTableRoot(Metamodel metamodel, CommonTableNode table) {
    super(FromSource.of(metamodel, table.getName()), Tuple.class, null, null, null);
    this.table = table;
  }

  CommonTableNode table() {
    return table;
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
    return "rows of " + table;
  }
}
