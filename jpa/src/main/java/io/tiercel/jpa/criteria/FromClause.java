package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Declaration;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Join;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Predicate.Comparison;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.metamodel.EntityType;
import java.util.ArrayList;
import java.util.List;

/// The from clause of one query. What is correlated with the query around has no declaration of
/// its own: its joins begin at the variable there. Where they cannot, because an outer join has to
/// keep what it begins at, the subquery ranges over the entity again and compares. An outer join
/// around may have found no row; the subquery has one then all the same, whose values are null.
final class FromClause {
  private final Lowering lowering;
  private final List<Declaration> declarations = new ArrayList<>();
  private final List<Expression> conditions = new ArrayList<>();

  FromClause(Lowering lowering) {
    this.lowering = lowering;
  }

  List<Declaration> declarations() {
    return declarations;
  }

  /// What the where clause has to ask for.
  List<Expression> conditions() {
    return conditions;
  }

  void add(FromNode<?, ?> from) {
    if (from instanceof CommonTableRoot root) {
      declare(root, lowering.nameOf(root.table()));
      return;
    }
    var entity = from.target() instanceof EntityType<?> type ? type : null;
    if (!from.isCorrelated() && entity != null) {
      declareEntity(from, entity);
      return;
    }
    var around = (FromNode<?, ?>) from.getCorrelationParent();
    if (entity == null && !beginsAtVariable(from)) {
      // Values have nothing to compare by: the subquery has the row around, joined with what it
      // joins.
      lowering.declareAs(from, around.variable(lowering));
      declarations.add(Declaration.ofOneRow(joins(from)));
    } else if (entity == null || beginsAtVariable(from)) {
      lowering.declareAs(from, around.variable(lowering));
      from.source().joins().forEach(this::declareJoined);
    } else if (mayBeMissing(from)) {
      var same = around.reference(lowering);
      var variable = lowering.declare(from);
      List<Join> joins = new ArrayList<>();
      joins.add(
          new Join(
              Node.NOWHERE,
              true,
              false,
              FromNode.named(entity.getName()),
              variable,
              equal(from, same)));
      joins.addAll(joins(from));
      declarations.add(Declaration.ofOneRow(joins));
    } else {
      var same = around.reference(lowering);
      declareEntity(from, entity);
      conditions.add(equal(from, same));
    }
  }

  private Comparison equal(FromNode<?, ?> from, Reference around) {
    return new Comparison(Node.NOWHERE, ComparisonOperator.EQUAL, from.reference(lowering), around);
  }

  /// Whether what it ranges over may be without a row in the query around.
  private static boolean mayBeMissing(FromNode<?, ?> from) {
    return from instanceof JoinNode<?, ?> join && (join.isOuter() || mayBeMissing(join.parent()));
  }

  /// A variable over the elements of a collection, or the values of a map, that is selected.
  Reference elements(PathNode<?> collection) {
    var source = collection.reference(lowering);
    var variable = lowering.declare(collection);
    declarations.add(new Declaration(Node.NOWHERE, source, variable, false, List.of()));
    return FromNode.named(variable.name());
  }

  private static boolean beginsAtVariable(FromNode<?, ?> from) {
    var joins = from.source().joins();
    return !joins.isEmpty() && joins.stream().noneMatch(j -> j.isOuter() || j.isOfEntity());
  }

  private void declareEntity(FromNode<?, ?> from, EntityType<?> entity) {
    declare(from, entity.getName());
  }

  private void declare(FromNode<?, ?> from, String name) {
    var variable = lowering.declare(from);
    var source = FromNode.named(name);
    var moment = from.source().moment();
    Expression asOf = moment == null ? null : moment.lower(lowering);
    declarations.add(new Declaration(Node.NOWHERE, source, variable, false, joins(from), asOf));
  }

  /// A join of a correlated root: the subquery ranges over it.
  private void declareJoined(JoinNode<?, ?> join) {
    var source = source(join);
    var variable = lowering.declare(join);
    declarations.add(new Declaration(Node.NOWHERE, source, variable, false, joins(join)));
    var on = join.getOn();
    if (on != null) {
      conditions.add(lowering.expression(on));
    }
  }

  private Reference source(JoinNode<?, ?> join) {
    var source = join.joined(lowering);
    var subtype = join.source().subtypeOfJoin();
    return subtype == null ? source : new Reference.Treat(Node.NOWHERE, source, subtype.getName());
  }

  private List<Join> joins(FromNode<?, ?> from) {
    List<Join> joins = new ArrayList<>();
    from.source().joins().forEach(join -> join(join, false, joins));
    from.source().fetches().forEach(fetch -> join(fetch, true, joins));
    return joins;
  }

  private void join(JoinNode<?, ?> join, boolean isFetch, List<Join> joins) {
    var source = source(join);
    var variable = lowering.declare(join);
    var on = join.getOn();
    joins.add(
        new Join(
            Node.NOWHERE,
            join.isOuter(),
            isFetch,
            source,
            variable,
            on == null ? null : lowering.expression(on)));
    joins.addAll(joins(join));
  }
}
