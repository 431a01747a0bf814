package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.CommonTable;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperator;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Selection;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ManagedType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A query that others range over. Compared by identity.
final class CommonTableNode implements CommonTable {
  private final String name;
  private final SelectTree first;
  private final boolean keepsDoubles;
  private final @Nullable SelectTree next;
  private @Nullable Boolean materialized;

  private CommonTableNode(
      String name,
      SelectTree first,
      boolean keepsDoubles,
      @Nullable Function<CommonTable, ? extends CriteriaSelect<?>> next) {
    this.name = name;
    this.first = first;
    this.keepsDoubles = keepsDoubles;
    this.next = next == null ? null : SelectTree.of(next.apply(this));
  }

  static CommonTableNode of(String name, CriteriaSelect<?> query) {
    return new CommonTableNode(name, SelectTree.of(query), true, null);
  }

  /// @param keepsDoubles whether a row that is there already counts again
  /// @param next is given this table before it is complete
  static CommonTableNode recursive(
      String name,
      CriteriaSelect<?> first,
      boolean keepsDoubles,
      Function<CommonTable, ? extends CriteriaSelect<?>> next) {
    return new CommonTableNode(name, SelectTree.of(first), keepsDoubles, next);
  }

  static CommonTableNode of(CommonTable table) {
    if (table instanceof CommonTableNode node) {
      return node;
    }
    throw new IllegalArgumentException("not a common table of this CriteriaBuilder: " + table);
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public CommonTable materialized(boolean isMaterialized) {
    materialized = isMaterialized;
    return this;
  }

  boolean isRecursive() {
    return next != null;
  }

  /// An item of a row of the table.
  <Y> Path<Y> item(FromNode<?, ?> row, String alias) {
    Class<?> type = selection(alias).getJavaType();
    return new PathNode<>(
        type,
        row,
        null,
        managed(row, type),
        lowering -> PathNode.step(row.reference(lowering), alias));
  }

  /// What a join of that item joins.
  JoinNode.Target joined(FromNode<?, ?> row, String alias) {
    if (managed(row, selection(alias).getJavaType()) instanceof EntityType<?> entity) {
      return JoinNode.Target.ofItem(alias, entity);
    }
    throw new IllegalArgumentException(
        "item \"%s\" of %s is no entity, it cannot be joined".formatted(alias, this));
  }

  private static @Nullable ManagedType<?> managed(FromNode<?, ?> row, Class<?> type) {
    return row.source().metamodel().getManagedTypes().stream()
        .filter(known -> known.getJavaType() == type)
        .findFirst()
        .orElse(null);
  }

  private Selection<?> selection(String alias) {
    List<String> aliases = new ArrayList<>();
    for (var item : first.elements()) {
      if (alias.equals(item.getAlias())) {
        return item;
      }
      if (item.getAlias() != null) {
        aliases.add(item.getAlias());
      }
    }
    String hint = aliases.isEmpty() ? "give its items aliases." : Nearest.hint(alias, aliases);
    throw new IllegalArgumentException(
        "no item \"%s\" in common table \"%s\"\nHint: %s".formatted(alias, name, hint));
  }

  /// As the tree has it.
  ///
  /// @param key its name there
  QueryExpression.CommonTable lower(Lowering lowering, String key) {
    var query = first.lower(lowering);
    if (next != null) {
      query =
          new SetOperation(
              Node.NOWHERE,
              SetOperator.UNION,
              keepsDoubles,
              query,
              next.lower(lowering),
              List.of());
    }
    return new QueryExpression.CommonTable(Node.NOWHERE, key, materialized, query, false);
  }

  @Override
  public String toString() {
    return "common table " + name;
  }
}
