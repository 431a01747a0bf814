package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryExpression.With;
import io.tiercel.jpa.query.syntax.Variable;
import jakarta.persistence.criteria.ParameterExpression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The making of one tree: the names of its variables and the keys of its parameters. Both are
/// numbered in the order of their first use, so that queries of the same form have equal trees.
/// Confined to one lowering.
final class Lowering {
  /// What a stack of 1 MB bears; trees are lowered, compared and translated by recursion.
  static final int MAX_NESTING = 250;

  private final IdentityHashMap<Object, String> variables = new IdentityHashMap<>();
  private final Map<ParameterExpression<?>, String> parameters = new LinkedHashMap<>();
  private final IdentityHashMap<Object, String> literals = new IdentityHashMap<>();
  private final Map<Object, String> equalLiterals = new HashMap<>();
  private final Map<String, @Nullable Object> values = new HashMap<>();
  private final Map<CommonTableNode, String> tableNames = new HashMap<>();
  private final List<QueryExpression.CommonTable> tables = new ArrayList<>();
  private final boolean isPartial;
  private boolean hasRecursiveTable;
  private boolean isInQuery;
  private boolean sharesEqualValues;
  private int nesting;

  Lowering() {
    this(false);
  }

  private Lowering(boolean isPartial) {
    this.isPartial = isPartial;
  }

  /// For parts of a query that need not be complete: its trees are not to be translated.
  static Lowering ofParts() {
    return new Lowering(true);
  }

  /// Lowers a query whose equal values are one parameter: PostgreSQL takes two expressions for the
  /// same, as it must in a grouped query, only if their parameters are.
  <T> T sharingEqualValues(boolean shares, Supplier<T> query) {
    boolean before = sharesEqualValues;
    sharesEqualValues = before || shares;
    try {
      return query.get();
    } finally {
      sharesEqualValues = before;
    }
  }

  /// Lowers a query. If no other is around it, it begins with the common tables that are used
  /// anywhere in it.
  QueryExpression query(Supplier<? extends QueryExpression> query) {
    if (isInQuery) {
      return query.get();
    }
    isInQuery = true;
    try {
      var lowered = query.get();
      return tables.isEmpty() ? lowered : with(lowered);
    } finally {
      isInQuery = false;
      tables.clear();
      tableNames.clear();
      hasRecursiveTable = false;
    }
  }

  private QueryExpression with(QueryExpression query) {
    // A query over a hierarchy has a table already.
    if (query instanceof With(int at, boolean recursive, var own, var over)) {
      List<QueryExpression.CommonTable> all = new ArrayList<>(tables);
      all.addAll(own);
      return new With(at, recursive || hasRecursiveTable, all, over);
    }
    return new With(Node.NOWHERE, hasRecursiveTable, tables, query);
  }

  /// The name in the tree of a common table.
  String nameOf(CommonTableNode table) {
    String known = tableNames.get(table);
    if (known != null) {
      return known;
    }
    // No entity has a name with a space in it.
    String name = table.getName() + " " + (tableNames.size() + 1);
    tableNames.put(table, name);
    hasRecursiveTable |= table.isRecursive();
    // After those that it uses itself.
    tables.add(table.lower(this, name));
    return name;
  }

  /// The parameters that the application binds, with their keys in the tree.
  Map<ParameterExpression<?>, String> parameters() {
    return parameters;
  }

  /// The parameters without their keys.
  Set<ParameterExpression<?>> declaredParameters() {
    return new LinkedHashSet<>(parameters.keySet());
  }

  /// The values of the parameters that stand for values of the query.
  Map<String, @Nullable Object> values() {
    return values;
  }

  Expression nested(ExpressionNode<?> expression) {
    if (++nesting > MAX_NESTING) {
      throw new IllegalArgumentException(
          "expressions of the query nest deeper than %d levels\nHint: pass the operands of concat, coalesce, and, or in one call; compute sums in Java, or in several queries."
              .formatted(MAX_NESTING));
    }
    try {
      return expression.lowered(this);
    } finally {
      nesting--;
    }
  }

  Expression expression(jakarta.persistence.criteria.Expression<?> expression) {
    return ExpressionNode.of(expression).lower(this);
  }

  List<Expression> expressions(jakarta.persistence.criteria.Expression<?>... expressions) {
    return expressions(Arrays.asList(expressions));
  }

  List<Expression> expressions(
      Collection<? extends jakarta.persistence.criteria.Expression<?>> expressions) {
    List<Expression> lowered = new ArrayList<>();
    for (var expression : expressions) {
      lowered.add(expression(expression));
    }
    return lowered;
  }

  /// Gives a root or join its variable.
  Variable declare(FromNode<?, ?> from) {
    return declare(from.source().origin(), from.source().typeName());
  }

  /// Gives the elements of a collection a variable.
  Variable declare(PathNode<?> collection) {
    return declare(collection, "element");
  }

  private Variable declare(Object owner, String stem) {
    String name = stem.toLowerCase(Locale.ROOT) + "_" + (variables.size() + 1);
    variables.put(owner, name);
    return new Variable(Node.NOWHERE, name);
  }

  /// Makes a correlated root or join another name of what it is in the query around.
  void declareAs(FromNode<?, ?> from, String variable) {
    variables.put(from.source().origin(), variable);
  }

  /// The variable of a root or join; IllegalArgumentException when the query has it not.
  String variable(FromSource<?, ?> from) {
    String name = variables.get(from);
    if (name == null) {
      if (isPartial) {
        return from.typeName();
      }
      throw new IllegalArgumentException(
          "the query uses \"%s\", which it does not range over\nHint: take the root from this query, or correlate it."
              .formatted(from.typeName()));
    }
    return name;
  }

  /// The key of a parameter of the application's.
  String keyOf(ParameterNode<?> parameter) {
    String name = parameter.getName();
    return parameters.computeIfAbsent(
        parameter, _ -> name != null ? name : "parameter " + (parameters.size() + 1));
  }

  /// The key of a value.
  String keyOf(Object owner, Object value) {
    // What is no plain value may compare itself in ways of its own, an entity by loading even.
    boolean isShared = sharesEqualValues && value instanceof Comparable<?>;
    String known = isShared ? equalLiterals.get(value) : literals.get(owner);
    if (known != null) {
      return known;
    }
    String key = "value " + (values.size() + 1);
    values.put(key, value);
    literals.put(owner, key);
    if (isShared) {
      equalLiterals.put(value, key);
    }
    return key;
  }

  /// The name in JPQL of an entity class.
  String entityName(Class<?> entity) {
    return entity.getName();
  }
}
