package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CollectionJoin;
import jakarta.persistence.criteria.Fetch;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.MapJoin;
import jakarta.persistence.criteria.SetJoin;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.Bindable;
import jakarta.persistence.metamodel.CollectionAttribute;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ListAttribute;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.MapAttribute;
import jakarta.persistence.metamodel.PluralAttribute;
import jakarta.persistence.metamodel.SetAttribute;
import jakarta.persistence.metamodel.SingularAttribute;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a query ranges over (specification 6.5.1 to 6.5.4): a variable of the tree.
abstract class FromNode<Z, X> extends PathNode<X> implements From<Z, X> {
  private final FromSource<Z, X> source;

  FromNode(
      FromSource<Z, X> source,
      Class<?> type,
      @Nullable PathNode<?> parent,
      @Nullable Bindable<?> model,
      @Nullable ManagedType<?> target) {
    super(type, parent, model, target, source::reference);
    this.source = source;
  }

  static <Z, X> FromNode<Z, X> of(From<Z, X> from) {
    if (from instanceof FromNode<Z, X> node) {
      return node;
    }
    throw new IllegalArgumentException("not a root or join of this CriteriaBuilder: " + from);
  }

  final FromSource<Z, X> source() {
    return source;
  }

  // ---- joins ----

  @Override
  @SuppressWarnings("unchecked") // joins of this begin at X
  public Set<Join<X, ?>> getJoins() {
    return new LinkedHashSet<>((List<Join<X, ?>>) (List<?>) source.joins());
  }

  @Override
  @SuppressWarnings("unchecked") // fetches of this begin at X
  public Set<Fetch<X, ?>> getFetches() {
    return new LinkedHashSet<>((List<Fetch<X, ?>>) (List<?>) source.fetches());
  }

  @Override
  public boolean isCorrelated() {
    return source.correlationParent() != null;
  }

  @Override
  public From<Z, X> getCorrelationParent() {
    var parent = source.correlationParent();
    if (parent == null) {
      throw new IllegalStateException(this + " is not correlated");
    }
    return parent;
  }

  @Override
  public <Y> Join<X, Y> join(Class<Y> entity) {
    return join(entity, JoinType.INNER);
  }

  @Override
  public <Y> Join<X, Y> join(Class<Y> entity, JoinType type) {
    return join(source.metamodel().entity(entity), type);
  }

  @Override
  public <Y> Join<X, Y> join(EntityType<Y> entity) {
    return join(entity, JoinType.INNER);
  }

  @Override
  public <Y> Join<X, Y> join(EntityType<Y> entity, JoinType type) {
    return added(JoinNode.ofEntity(this, entity, supported(type)));
  }

  @Override
  public <Y> Join<X, Y> join(SingularAttribute<? super X, Y> attribute) {
    return join(nameOf(attribute));
  }

  @Override
  public <Y> Join<X, Y> join(SingularAttribute<? super X, Y> attribute, JoinType type) {
    return join(nameOf(attribute), type);
  }

  @Override
  public <Y> CollectionJoin<X, Y> join(CollectionAttribute<? super X, Y> attribute) {
    return joinCollection(nameOf(attribute));
  }

  @Override
  public <Y> SetJoin<X, Y> join(SetAttribute<? super X, Y> attribute) {
    return joinSet(nameOf(attribute));
  }

  @Override
  public <Y> ListJoin<X, Y> join(ListAttribute<? super X, Y> attribute) {
    return joinList(nameOf(attribute));
  }

  @Override
  public <K, V> MapJoin<X, K, V> join(MapAttribute<? super X, K, V> attribute) {
    return joinMap(nameOf(attribute));
  }

  @Override
  public <Y> CollectionJoin<X, Y> join(CollectionAttribute<? super X, Y> attribute, JoinType type) {
    return joinCollection(nameOf(attribute), type);
  }

  @Override
  public <Y> SetJoin<X, Y> join(SetAttribute<? super X, Y> attribute, JoinType type) {
    return joinSet(nameOf(attribute), type);
  }

  @Override
  public <Y> ListJoin<X, Y> join(ListAttribute<? super X, Y> attribute, JoinType type) {
    return joinList(nameOf(attribute), type);
  }

  @Override
  public <K, V> MapJoin<X, K, V> join(MapAttribute<? super X, K, V> attribute, JoinType type) {
    return joinMap(nameOf(attribute), type);
  }

  @Override
  public <A, Y> Join<A, Y> join(String name) {
    return join(name, JoinType.INNER);
  }

  @Override
  public <A, Y> CollectionJoin<A, Y> joinCollection(String name) {
    return joinCollection(name, JoinType.INNER);
  }

  @Override
  public <A, Y> SetJoin<A, Y> joinSet(String name) {
    return joinSet(name, JoinType.INNER);
  }

  @Override
  public <A, Y> ListJoin<A, Y> joinList(String name) {
    return joinList(name, JoinType.INNER);
  }

  @Override
  public <A, K, V> MapJoin<A, K, V> joinMap(String name) {
    return joinMap(name, JoinType.INNER);
  }

  @Override
  @SuppressWarnings("unchecked") // the interface lets the caller say what A and Y are
  public <A, Y> Join<A, Y> join(String name, JoinType type) {
    return (Join<A, Y>) added(JoinNode.of(this, joined(name), supported(type)));
  }

  @Override
  @SuppressWarnings("unchecked") // the interface lets the caller say what A and Y are
  public <A, Y> CollectionJoin<A, Y> joinCollection(String name, JoinType type) {
    return (CollectionJoin<A, Y>) (CollectionJoin<?, ?>) plural(name, type, CollectionJoin.class);
  }

  @Override
  @SuppressWarnings("unchecked") // the interface lets the caller say what A and Y are
  public <A, Y> SetJoin<A, Y> joinSet(String name, JoinType type) {
    return (SetJoin<A, Y>) (SetJoin<?, ?>) plural(name, type, SetJoin.class);
  }

  @Override
  @SuppressWarnings("unchecked") // the interface lets the caller say what A and Y are
  public <A, Y> ListJoin<A, Y> joinList(String name, JoinType type) {
    return (ListJoin<A, Y>) (ListJoin<?, ?>) plural(name, type, ListJoin.class);
  }

  @Override
  @SuppressWarnings("unchecked") // the interface lets the caller say what A, K and V are
  public <A, K, V> MapJoin<A, K, V> joinMap(String name, JoinType type) {
    return (MapJoin<A, K, V>) (MapJoin<?, ?, ?>) plural(name, type, MapJoin.class);
  }

  private <J> J plural(String name, JoinType type, Class<J> kind) {
    var join = JoinNode.of(this, joined(name), supported(type));
    if (!kind.isInstance(join)) {
      throw new IllegalArgumentException(
          "\"%s\" of %s is no attribute for a %s".formatted(name, this, kind.getSimpleName()));
    }
    return kind.cast(added(join));
  }

  /// What a join of that name joins.
  JoinNode.Target joined(String name) {
    return JoinNode.Target.of(attribute(name));
  }

  private static JoinType supported(JoinType type) {
    if (type == JoinType.RIGHT) {
      throw new UnsupportedOperationException(
          "right joins are not supported\nHint: begin at the other entity and join to the left.");
    }
    return type;
  }

  /// Joins a common table.
  final Join<X, Tuple> join(CommonTableNode table, JoinType type) {
    return added(new CommonTableJoin<>(this, table, supported(type)));
  }

  private <J extends JoinNode<?, ?>> J added(J join) {
    source.joins().add(join);
    return join;
  }

  // ---- fetches ----

  @Override
  public <Y> Fetch<X, Y> fetch(SingularAttribute<? super X, Y> attribute) {
    return fetched(attribute, JoinType.INNER);
  }

  @Override
  public <Y> Fetch<X, Y> fetch(SingularAttribute<? super X, Y> attribute, JoinType type) {
    return fetched(attribute, type);
  }

  @Override
  public <Y> Fetch<X, Y> fetch(PluralAttribute<? super X, ?, Y> attribute) {
    return fetched(attribute, JoinType.INNER);
  }

  @Override
  public <Y> Fetch<X, Y> fetch(PluralAttribute<? super X, ?, Y> attribute, JoinType type) {
    return fetched(attribute, type);
  }

  @Override
  public <A, Y> Fetch<A, Y> fetch(String name) {
    return fetch(name, JoinType.INNER);
  }

  @Override
  public <A, Y> Fetch<A, Y> fetch(String name, JoinType type) {
    return fetched(attribute(name), type);
  }

  @SuppressWarnings("unchecked") // the interface lets the caller say what A and Y are
  private <A, Y> Fetch<A, Y> fetched(@Nullable Attribute<?, ?> attribute, JoinType type) {
    if (attribute == null) {
      throw noAttribute();
    }
    if (!attribute.isAssociation() && !attribute.isCollection()) {
      throw new IllegalArgumentException(
          "\"%s\" of %s is no association, only those are fetched"
              .formatted(attribute.getName(), this));
    }
    var fetch = new FetchNode<>(this, attribute, supported(type));
    source.fetches().add(fetch);
    return (Fetch<A, Y>) (Fetch<?, ?>) fetch;
  }

  /// The name of the variable in the tree.
  final String variable(Lowering lowering) {
    return lowering.variable(source.origin());
  }

  /// A reference of one name: a variable or an entity.
  static Reference named(String name) {
    return new Reference.Path(Node.NOWHERE, List.of(name));
  }
}
