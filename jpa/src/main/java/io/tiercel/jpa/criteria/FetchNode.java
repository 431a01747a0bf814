package io.tiercel.jpa.criteria;

import jakarta.persistence.criteria.Fetch;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.metamodel.Attribute;

/// A fetch join (specification 6.5.4). It is a join as well, for conditions on what is fetched.
final class FetchNode<Z, X> extends JoinNode<Z, X> implements Fetch<Z, X> {

  FetchNode(FromNode<?, Z> parent, Attribute<?, ?> attribute, JoinType type) {
    super(
        FromSource.ofAttribute(parent.source().metamodel(), attribute.getName()),
        parent,
        Target.of(attribute),
        type);
  }
}
