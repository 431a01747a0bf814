package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.criteria.From;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A variable of a query: what joins and fetches from it, and the subtypes it is treated as. A root
/// or join and what it is treated as are one variable.
///
/// @param <X> what the variable ranges over
final class FromSource<Z, X> {
  private final Metamodel metamodel;
  private final String typeName;
  private final boolean isAttributeJoin;
  private final @Nullable From<Z, X> correlationParent;
  private final @Nullable FromSource<?, ?> treatedSource;
  private final @Nullable EntityType<?> subtype;
  private final List<JoinNode<?, ?>> joins;
  private final List<FetchNode<?, ?>> fetches;
  private final Set<EntityType<?>> subtypes;
  private @Nullable ExpressionNode<?> moment;

  private FromSource(
      Metamodel metamodel,
      String typeName,
      boolean isAttributeJoin,
      @Nullable From<Z, X> correlationParent,
      @Nullable FromSource<?, ?> treatedSource,
      @Nullable EntityType<?> subtype) {
    this.metamodel = metamodel;
    this.typeName = typeName;
    this.isAttributeJoin = isAttributeJoin;
    this.correlationParent = correlationParent;
    this.treatedSource = treatedSource;
    this.subtype = subtype;
    this.joins = treatedSource == null ? new ArrayList<>() : treatedSource.joins;
    this.fetches = treatedSource == null ? new ArrayList<>() : treatedSource.fetches;
    this.subtypes = treatedSource == null ? new LinkedHashSet<>() : treatedSource.subtypes;
  }

  /// The variable of a root or of a joined entity.
  static <Z, X> FromSource<Z, X> of(Metamodel metamodel, String typeName) {
    return new FromSource<>(metamodel, typeName, false, null, null, null);
  }

  /// The variable of a joined attribute.
  static <Z, X> FromSource<Z, X> ofAttribute(Metamodel metamodel, String attribute) {
    return new FromSource<>(metamodel, attribute, true, null, null, null);
  }

  /// A variable of a query around.
  FromSource<Z, X> correlated(From<Z, X> parent) {
    return new FromSource<>(metamodel, typeName, false, parent, null, null);
  }

  /// The same variable as of a subtype.
  ///
  /// @param isOwn whether it is of that type anyway
  <A, T> FromSource<A, T> treated(EntityType<T> as, boolean isOwn) {
    var origin = origin();
    if (isOwn) {
      return new FromSource<>(metamodel, typeName, false, null, origin, null);
    }
    origin.subtypes.add(as);
    return new FromSource<>(metamodel, typeName, false, null, origin, as);
  }

  Metamodel metamodel() {
    return metamodel;
  }

  String typeName() {
    return typeName;
  }

  @Nullable From<Z, X> correlationParent() {
    return correlationParent;
  }

  /// What stands for the variable.
  FromSource<?, ?> origin() {
    return treatedSource == null ? this : treatedSource;
  }

  List<JoinNode<?, ?>> joins() {
    return joins;
  }

  List<FetchNode<?, ?>> fetches() {
    return fetches;
  }

  /// Ranges over the rows that there were at a moment.
  void asOf(ExpressionNode<?> asOf) {
    origin().moment = asOf;
  }

  /// The moment whose rows are meant, null for the present ones.
  @Nullable ExpressionNode<?> moment() {
    return origin().moment;
  }

  /// The subtypes it is treated as.
  Set<EntityType<?>> subtypes() {
    return subtypes;
  }

  /// The subtype that the join itself is restricted to, so that its variable ranges over that; null
  /// when the variable is treated where it is used.
  @Nullable EntityType<?> subtypeOfJoin() {
    return isAttributeJoin && subtypes.size() == 1 ? subtypes.iterator().next() : null;
  }

  Reference reference(Lowering lowering) {
    var variable = FromNode.named(lowering.variable(origin()));
    return subtype == null || origin().subtypeOfJoin() != null
        ? variable
        : new Reference.Treat(Node.NOWHERE, variable, subtype.getName());
  }
}
