package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Predicate.BooleanOperator;
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
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A join of an association, an embeddable, a collection or another entity (specification 6.5.3).
class JoinNode<Z, X> extends FromNode<Z, X> implements Join<Z, X> {
  private final FromNode<?, Z> parent;
  private final Target target;
  private final JoinType joinType;
  private @Nullable Predicate on;

  /// What is joined.
  ///
  /// @param attribute null for an entity of its own, a common table or an item of one
  /// @param model null for a common table
  /// @param managed null for a collection of values or a common table
  /// @param item the alias of an item of a common table, null for anything else
  record Target(
      @Nullable Attribute<?, ?> attribute,
      @Nullable Bindable<?> model,
      Class<?> type,
      @Nullable ManagedType<?> managed,
      @Nullable String item) {

    Target(
        @Nullable Attribute<?, ?> attribute,
        @Nullable Bindable<?> model,
        Class<?> type,
        @Nullable ManagedType<?> managed) {
      this(attribute, model, type, managed, null);
    }

    static Target of(EntityType<?> entity) {
      return new Target(null, entity, entity.getJavaType(), entity);
    }

    static Target of(Attribute<?, ?> attribute) {
      return switch (attribute) {
        case PluralAttribute<?, ?, ?> plural ->
            new Target(
                plural,
                plural,
                plural.getElementType().getJavaType(),
                PathNode.managed(plural.getElementType()));
        case SingularAttribute<?, ?> singular
            when singular.getType() instanceof ManagedType<?> type ->
            new Target(singular, singular, singular.getJavaType(), type);
        default ->
            throw new IllegalArgumentException(
                "\"%s\" is a basic attribute, it cannot be joined".formatted(attribute.getName()));
      };
    }

    /// The entity that an item of a common table refers to.
    static Target ofItem(String alias, EntityType<?> entity) {
      return new Target(null, entity, entity.getJavaType(), entity, alias);
    }

    Target treated(EntityType<?> subtype) {
      return new Target(attribute, model, subtype.getJavaType(), subtype, item);
    }

    String name() {
      if (item != null) {
        return item;
      }
      return attribute == null ? type.getSimpleName() : attribute.getName();
    }
  }

  JoinNode(FromSource<Z, X> source, FromNode<?, Z> parent, Target target, JoinType joinType) {
    super(source, target.type(), parent, target.model(), target.managed());
    this.parent = parent;
    this.target = target;
    this.joinType = joinType;
  }

  static <Z, X> JoinNode<Z, X> ofEntity(
      FromNode<?, Z> parent, EntityType<X> entity, JoinType type) {
    return new JoinNode<>(
        FromSource.of(parent.source().metamodel(), entity.getName()),
        parent,
        Target.of(entity),
        type);
  }

  /// A join of the kind that its attribute asks for, or of an item.
  static <Z> JoinNode<Z, ?> of(FromNode<?, Z> parent, Target target, JoinType type) {
    FromSource<Z, Object> source =
        FromSource.ofAttribute(parent.source().metamodel(), target.name());
    return of(source, parent, target, type);
  }

  private static <Z, X> JoinNode<Z, X> of(
      FromSource<Z, X> source, FromNode<?, Z> parent, Target target, JoinType type) {
    return switch (target.attribute()) {
      case ListAttribute<?, ?> _ -> new ListJoinNode<>(source, parent, target, type);
      case SetAttribute<?, ?> _ -> new SetJoinNode<>(source, parent, target, type);
      case MapAttribute<?, ?, ?> _ -> new MapJoinNode<Z, Object, X>(source, parent, target, type);
      case CollectionAttribute<?, ?> _ -> new CollectionJoinNode<>(source, parent, target, type);
      case null, default -> new JoinNode<>(source, parent, target, type);
    };
  }

  static <Z, X> JoinNode<Z, X> of(Join<Z, X> join) {
    if (join instanceof JoinNode<Z, X> node) {
      return node;
    }
    throw new IllegalArgumentException("not a join of this CriteriaBuilder: " + join);
  }

  final FromNode<?, Z> parent() {
    return parent;
  }

  JoinNode<Z, X> correlated() {
    return of(source().correlated(this), parent, target, joinType);
  }

  <T> JoinNode<Z, T> treatedJoin(EntityType<T> subtype) {
    return of(
        source().treated(subtype, subtype.equals(target())),
        parent,
        target.treated(subtype),
        joinType);
  }

  final boolean isOuter() {
    return joinType == JoinType.LEFT;
  }

  final boolean isOfEntity() {
    return target.attribute() == null && target.item() == null;
  }

  /// What is joined, in the tree.
  Reference joined(Lowering lowering) {
    return isOfEntity()
        ? named(Objects.requireNonNull((EntityType<?>) target.model()).getName())
        : step(parent.reference(lowering), target.name());
  }

  @Override
  public Join<Z, X> on(Expression<Boolean> restriction) {
    on = PredicateNode.condition(ExpressionNode.of(restriction));
    return this;
  }

  @Override
  public Join<Z, X> on(Predicate... restrictions) {
    on = PredicateNode.compound(BooleanOperator.AND, List.of(restrictions));
    return this;
  }

  @Override
  public @Nullable Predicate getOn() {
    return on;
  }

  @Override
  @SuppressWarnings("unchecked") // the attribute is one of Z's
  public @Nullable Attribute<? super Z, ?> getAttribute() {
    return (Attribute<? super Z, ?>) target.attribute();
  }

  @Override
  public From<?, Z> getParent() {
    return parent;
  }

  @Override
  public JoinType getJoinType() {
    return joinType;
  }

  @Override
  public String toString() {
    return "join " + target.name();
  }

  /// The attribute or entity as the metamodel has it.
  final Bindable<?> joinedModel() {
    return Objects.requireNonNull(target.model());
  }
}
