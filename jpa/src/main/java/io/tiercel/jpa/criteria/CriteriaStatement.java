package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.CriteriaInsert;
import io.tiercel.jpa.query.syntax.Statement;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Selection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A criteria query as it was when it was handed over: later changes of it do not reach here.
/// Queries that differ in their values only have equal statements. Immutable.
///
/// @param parameters what the application binds, with their keys in the statement, in the order of
///     their first use
/// @param values the other parameters of the statement
/// @param shape what a row becomes: a Tuple, an array, else Object
/// @param elements the selected items, empty for a bulk statement and where a root is selected
///     without being named
public record CriteriaStatement(
    Statement statement,
    Map<ParameterExpression<?>, String> parameters,
    Map<String, @Nullable Object> values,
    Class<?> shape,
    List<Selection<?>> elements) {

  /// Copies the collections.
  public CriteriaStatement {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    values = Collections.unmodifiableMap(new HashMap<>(values));
    elements = List.copyOf(elements);
  }

  /// A query; IllegalArgumentException when it is not complete.
  public static CriteriaStatement of(CriteriaSelect<?> query) {
    var tree = SelectTree.of(query);
    var lowering = new Lowering();
    var statement = new Statement.Select(lowering.query(() -> tree.lower(lowering)));
    return of(statement, lowering, tree.shape(), tree.elements());
  }

  /// A bulk update; IllegalArgumentException when it is not complete.
  public static CriteriaStatement of(CriteriaUpdate<?> update) {
    if (!(update instanceof UpdateNode<?> node)) {
      throw new IllegalArgumentException("not an update of this CriteriaBuilder: " + update);
    }
    var lowering = new Lowering();
    return of(node.lower(lowering), lowering, Object.class, List.of());
  }

  /// A bulk delete; IllegalArgumentException when it is not complete.
  public static CriteriaStatement of(CriteriaDelete<?> delete) {
    if (!(delete instanceof DeleteNode<?> node)) {
      throw new IllegalArgumentException("not a delete of this CriteriaBuilder: " + delete);
    }
    var lowering = new Lowering();
    return of(node.lower(lowering), lowering, Object.class, List.of());
  }

  /// A bulk insert; IllegalArgumentException when it is not complete.
  public static CriteriaStatement of(CriteriaInsert<?> insert) {
    var node = InsertNode.of(insert);
    var lowering = new Lowering();
    return of(node.lower(lowering), lowering, Object.class, List.of());
  }

  private static CriteriaStatement of(
      Statement statement, Lowering lowering, Class<?> shape, List<Selection<?>> elements) {
    return new CriteriaStatement(
        statement, lowering.parameters(), lowering.values(), shape, elements);
  }
}
