package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.ConflictUpdate;
import io.tiercel.jpa.criteria.extension.CriteriaInsert;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.syntax.Statement;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A bulk insert.
final class InsertNode<T> implements CriteriaInsert<T> {
  private final Metamodel metamodel;
  private final RootNode<T> root;
  private List<PathNode<?>> targets = List.of();
  private final List<List<ExpressionNode<?>>> rows = new ArrayList<>();
  private @Nullable SelectTree query;
  private @Nullable Conflict conflict;

  /// @param update null to do nothing
  private record Conflict(List<PathNode<?>> attributes, @Nullable ConflictUpdateNode<?> update) {}

  InsertNode(Metamodel metamodel, Class<T> entity) {
    this.metamodel = metamodel;
    this.root = RootNode.of(metamodel, metamodel.entity(entity));
  }

  static InsertNode<?> of(CriteriaInsert<?> insert) {
    if (insert instanceof InsertNode<?> node) {
      return node;
    }
    throw new IllegalArgumentException("not an insert of this CriteriaBuilder: " + insert);
  }

  @Override
  public Root<T> getRoot() {
    return root;
  }

  // ---- into ----

  @Override
  public CriteriaInsert<T> into(Path<?> first, Path<?>... more) {
    targets = paths(first, more);
    return this;
  }

  @Override
  public CriteriaInsert<T> into(String first, String... more) {
    targets =
        Stream.concat(Stream.of(first), Stream.of(more))
            .<PathNode<?>>map(name -> Changes.path(root.get(name)))
            .toList();
    return this;
  }

  private static List<PathNode<?>> paths(Path<?> first, Path<?>... more) {
    List<PathNode<?>> paths = new ArrayList<>();
    paths.add(Changes.path(first));
    for (var path : more) {
      paths.add(Changes.path(path));
    }
    return paths;
  }

  // ---- rows ----

  @Override
  public CriteriaInsert<T> values(@Nullable Object... row) {
    if (query != null) {
      throw twoKinds();
    }
    List<ExpressionNode<?>> items = new ArrayList<>();
    for (Object item : row) {
      items.add(Changes.expression(item));
    }
    rows.add(items);
    return this;
  }

  @Override
  public CriteriaInsert<T> select(CriteriaSelect<?> selected) {
    if (!rows.isEmpty()) {
      throw twoKinds();
    }
    query = SelectTree.of(selected);
    return this;
  }

  private static IllegalStateException twoKinds() {
    return new IllegalStateException(
        "an insert has values or a query\nHint: make two inserts, or select the values.");
  }

  // ---- on conflict ----

  @Override
  public CriteriaInsert<T> onConflictDoNothing(Path<?>... attributes) {
    List<PathNode<?>> paths = new ArrayList<>();
    for (var path : attributes) {
      paths.add(Changes.path(path));
    }
    conflict = new Conflict(paths, null);
    return this;
  }

  @Override
  public ConflictUpdate<T> onConflictUpdate(Path<?> first, Path<?>... more) {
    var update = new ConflictUpdateNode<>(RootNode.of(metamodel, root.getModel()));
    conflict = new Conflict(paths(first, more), update);
    return update;
  }

  @Override
  public @Nullable Predicate getRestriction() {
    return conflict == null || conflict.update() == null ? null : conflict.update().where();
  }

  @Override
  public <U> Subquery<U> subquery(Class<U> type) {
    return new SubqueryNode<>(metamodel, this, type);
  }

  @Override
  public <U> Subquery<U> subquery(EntityType<U> type) {
    return subquery(type.getJavaType());
  }

  // ---- the tree ----

  @Override
  public Set<ParameterExpression<?>> getParameters() {
    var lowering = Lowering.ofParts();
    var unused = lower(lowering);
    return lowering.declaredParameters();
  }

  Statement lower(Lowering lowering) {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException(
          "the insert names no attributes of %s\nHint: call into."
              .formatted(root.getModel().getName()));
    }
    var variable = lowering.declare(root);
    return new Statement.Insert(
        Node.NOWHERE,
        root.getModel().getName(),
        variable,
        targets(lowering, targets),
        inserted(lowering),
        conflict == null ? null : lower(lowering, conflict));
  }

  private static List<Reference.Path> targets(Lowering lowering, List<PathNode<?>> paths) {
    return paths.stream().map(path -> Changes.target(lowering, path)).toList();
  }

  private Statement.Inserted inserted(Lowering lowering) {
    var selected = query;
    if (selected != null) {
      return new Statement.Inserted.Selected(lowering.query(() -> selected.lower(lowering)));
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "the insert has no rows\nHint: call values once for each, or select.");
    }
    List<Operation.Row> lowered = new ArrayList<>();
    for (var row : rows) {
      lowered.add(
          new Operation.Row(
              Node.NOWHERE, row.stream().map(item -> Changes.value(lowering, item)).toList()));
    }
    return new Statement.Inserted.Rows(lowered);
  }

  private static Statement.Conflict lower(Lowering lowering, Conflict conflict) {
    var attributes = targets(lowering, conflict.attributes());
    var update = conflict.update();
    return update == null
        ? new Statement.Conflict(Node.NOWHERE, attributes, List.of(), null)
        : update.lower(lowering, attributes);
  }
}
