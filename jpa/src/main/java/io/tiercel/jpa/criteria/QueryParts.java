package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.OrderItem;
import io.tiercel.jpa.query.syntax.Predicate.And;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryExpression.Limited;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.QueryExpression.With;
import io.tiercel.jpa.query.syntax.SelectItem;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Predicate.BooleanOperator;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What queries and subqueries have in common (specification 6.5.1, 6.5.9 to 6.5.12).
final class QueryParts {
  private final Metamodel metamodel;
  private final List<FromNode<?, ?>> from = new ArrayList<>();
  private @Nullable Predicate where;
  private List<Expression<?>> groupBy = List.of();
  private @Nullable Predicate having;
  private boolean distinct;
  private @Nullable HierarchyNode<?> hierarchy;
  private @Nullable ExpressionNode<?> limit;
  private @Nullable ExpressionNode<?> offset;

  QueryParts(Metamodel metamodel) {
    this.metamodel = metamodel;
  }

  Metamodel metamodel() {
    return metamodel;
  }

  <X> Root<X> root(Class<X> entity) {
    return root(metamodel.entity(entity));
  }

  <X> Root<X> root(EntityType<X> entity) {
    return add(RootNode.of(metamodel, entity));
  }

  <F extends FromNode<?, ?>> F add(F node) {
    from.add(node);
    return node;
  }

  /// Makes it a query over a hierarchy of that entity.
  <X> HierarchyNode<X> hierarchy(Class<X> entity) {
    var node = new HierarchyNode<>(add(RootNode.of(metamodel, metamodel.entity(entity))));
    hierarchy = node;
    return node;
  }

  List<FromNode<?, ?>> from() {
    return from;
  }

  Set<Root<?>> roots() {
    Set<Root<?>> roots = new LinkedHashSet<>();
    for (var node : from) {
      if (node instanceof Root<?> root) {
        roots.add(root);
      }
    }
    return roots;
  }

  /// Several conditions as one, null without any.
  static @Nullable Predicate all(List<Predicate> conditions) {
    return switch (conditions.size()) {
      case 0 -> null;
      case 1 -> conditions.getFirst();
      default -> PredicateNode.compound(BooleanOperator.AND, conditions);
    };
  }

  static @Nullable Predicate one(@Nullable Expression<Boolean> condition) {
    return condition == null ? null : PredicateNode.condition(ExpressionNode.of(condition));
  }

  void where(@Nullable Predicate condition) {
    where = condition;
  }

  @Nullable Predicate where() {
    return where;
  }

  void having(@Nullable Predicate condition) {
    having = condition;
  }

  @Nullable Predicate having() {
    return having;
  }

  void groupBy(List<? extends Expression<?>> expressions) {
    expressions.forEach(ExpressionNode::of);
    groupBy = List.copyOf(expressions);
  }

  List<Expression<?>> groupBy() {
    return new ArrayList<>(groupBy);
  }

  void distinct(boolean isDistinct) {
    distinct = isDistinct;
  }

  boolean isDistinct() {
    return distinct;
  }

  /// A number of rows.
  static ExpressionNode<?> count(int rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("expected a number of rows, got " + rows);
    }
    return LiteralNode.of(rows);
  }

  void limit(ExpressionNode<?> rows) {
    limit = rows;
  }

  void offset(ExpressionNode<?> rows) {
    offset = rows;
  }

  /// The clauses as a query of the tree.
  ///
  /// @param items makes the select clause once the variables are declared
  QueryExpression lower(Lowering lowering, Items items, List<OrderNode> order) {
    // Of these queries PostgreSQL compares the expressions of one clause with those of another.
    boolean comparesClauses = !groupBy.isEmpty() || distinct;
    var query = lowering.sharingEqualValues(comparesClauses, () -> tree(lowering, items, order));
    var whole = hierarchy == null ? query : hierarchy.lower(lowering, query);
    return limit == null && offset == null ? whole : limited(lowering, whole);
  }

  private QueryExpression limited(Lowering lowering, QueryExpression query) {
    // As it is written: the tables come before what is limited.
    return query instanceof With(int at, boolean recursive, var tables, var over)
        ? new With(at, recursive, tables, limited(lowering, over))
        : new Limited(Node.NOWHERE, query, rows(lowering, limit), rows(lowering, offset));
  }

  private static @Nullable Constant rows(Lowering lowering, @Nullable ExpressionNode<?> count) {
    return count == null ? null : (Constant) count.lower(lowering);
  }

  private SelectQuery tree(Lowering lowering, Items items, List<OrderNode> order) {
    var clause = new FromClause(lowering);
    from.forEach(clause::add);
    var selected = items.lower(clause);
    var conditions = new ArrayList<>(clause.conditions());
    if (where != null) {
      conditions.add(lowering.expression(where));
    }
    return new SelectQuery(
        Node.NOWHERE,
        distinct,
        selected,
        clause.declarations(),
        conjunction(conditions),
        lowering.expressions(groupBy),
        having == null ? null : lowering.expression(having),
        order(lowering, order));
  }

  private static io.tiercel.jpa.query.syntax.@Nullable Expression conjunction(
      List<io.tiercel.jpa.query.syntax.Expression> conditions) {
    return switch (conditions.size()) {
      case 0 -> null;
      case 1 -> conditions.getFirst();
      default -> new And(Node.NOWHERE, conditions);
    };
  }

  private static List<OrderItem> order(Lowering lowering, List<OrderNode> order) {
    List<OrderItem> items = new ArrayList<>();
    for (var term : order) {
      items.add(term.lower(lowering));
    }
    return items;
  }

  /// Makes a select clause.
  @FunctionalInterface
  interface Items {
    /// The items; what they range over besides the roots is added to the from clause.
    List<SelectItem> lower(FromClause from);
  }
}
