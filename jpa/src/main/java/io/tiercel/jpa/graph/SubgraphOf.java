package io.tiercel.jpa.graph;

import jakarta.persistence.Subgraph;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.Metamodel;

/// The part of a graph below an attribute.
final class SubgraphOf<T> extends GraphOf<T> implements Subgraph<T> {
  SubgraphOf(Metamodel metamodel, ManagedType<T> type, boolean fixed) {
    super(metamodel, type, fixed);
  }

  SubgraphOf<T> copy(boolean fixed) {
    SubgraphOf<T> copy = new SubgraphOf<>(metamodel(), type(), fixed);
    copyTo(copy, fixed);
    return copy;
  }

  @Override
  public Class<T> getClassType() {
    return type().getJavaType();
  }
}
