package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.syntax.Reference.MapPart;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.MapJoin;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.metamodel.MapAttribute;
import java.util.List;
import java.util.Map;

/// A join of a map: it ranges over the values.
final class MapJoinNode<Z, K, V> extends JoinNode<Z, V> implements MapJoin<Z, K, V> {

  MapJoinNode(FromSource<Z, V> source, FromNode<?, Z> parent, Target target, JoinType type) {
    super(source, parent, target, type);
  }

  @Override
  public MapJoin<Z, K, V> on(Expression<Boolean> restriction) {
    super.on(restriction);
    return this;
  }

  @Override
  public MapJoin<Z, K, V> on(Predicate... restrictions) {
    super.on(restrictions);
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // the kind of join was chosen by the kind of attribute
  public MapAttribute<? super Z, K, V> getModel() {
    return (MapAttribute<? super Z, K, V>) joinedModel();
  }

  @Override
  public Path<K> key() {
    MapAttribute<? super Z, K, V> map = getModel();
    return new PathNode<>(
        map.getKeyJavaType(),
        this,
        null,
        managed(map.getKeyType()),
        lowering -> part(lowering, MapPart.Part.KEY));
  }

  @Override
  public Path<V> value() {
    return new PathNode<>(getJavaType(), this, getModel(), target(), this::reference) {
      @Override
      boolean isCollection() {
        return false;
      }
    };
  }

  @Override
  public Expression<Map.Entry<K, V>> entry() {
    return new Value<>(Map.Entry.class, lowering -> part(lowering, MapPart.Part.ENTRY));
  }

  private Reference part(Lowering lowering, MapPart.Part part) {
    return new MapPart(
        Node.NOWHERE, part, new Reference.Path(Node.NOWHERE, List.of(variable(lowering))));
  }
}
