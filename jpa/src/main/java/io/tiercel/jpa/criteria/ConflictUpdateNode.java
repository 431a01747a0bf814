package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.ConflictUpdate;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.syntax.Statement;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an insert changes of a row that is there already.
final class ConflictUpdateNode<T> implements ConflictUpdate<T> {
  private final RootNode<T> excluded;
  private final Changes changes = new Changes();
  private @Nullable Predicate where;

  ConflictUpdateNode(RootNode<T> excluded) {
    this.excluded = excluded;
  }

  @Override
  public Root<T> getExcluded() {
    return excluded;
  }

  @Override
  public <Y> ConflictUpdate<T> set(Path<Y> attribute, Expression<? extends Y> value) {
    changes.set(attribute, value);
    return this;
  }

  @Override
  public <Y, V extends Y> ConflictUpdate<T> set(Path<Y> attribute, @Nullable V value) {
    changes.set(attribute, value);
    return this;
  }

  @Override
  public ConflictUpdate<T> where(Predicate... conditions) {
    where = QueryParts.all(List.of(conditions));
    return this;
  }

  @Nullable Predicate where() {
    return where;
  }

  /// @param attributes whose values conflict
  Statement.Conflict lower(Lowering lowering, List<Reference.Path> attributes) {
    if (changes.isEmpty()) {
      throw new IllegalArgumentException(
          "the update of rows that conflict sets nothing\nHint: call set, or onConflictDoNothing.");
    }
    lowering.declareAs(excluded, Statement.Conflict.EXCLUDED);
    return new Statement.Conflict(
        Node.NOWHERE,
        attributes,
        changes.lower(lowering),
        where == null ? null : lowering.expression(where));
  }
}
