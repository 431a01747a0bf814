package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.SelectItem;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CompoundSelection;
import jakarta.persistence.criteria.Selection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A tuple, an array or an object made of several items (specification 6.5.11). Tuples and arrays
/// are of one level.
final class CompoundNode<X> extends Item<X> implements CompoundSelection<X> {
  private final List<Selection<?>> items;

  private CompoundNode(Class<?> type, List<? extends Selection<?>> items) {
    super(type);
    this.items = List.copyOf(items);
  }

  static CompoundNode<Tuple> tuple(List<? extends Selection<?>> items) {
    return new CompoundNode<>(Tuple.class, flat(items));
  }

  static CompoundNode<Object[]> array(List<? extends Selection<?>> items) {
    return new CompoundNode<>(Object[].class, flat(items));
  }

  static <Y> CompoundNode<Y> construct(Class<Y> type, List<? extends Selection<?>> items) {
    return new CompoundNode<>(type, flat(items));
  }

  private static List<? extends Selection<?>> flat(List<? extends Selection<?>> items) {
    Set<String> aliases = new HashSet<>();
    for (var item : items) {
      if (!(item instanceof Item<?>)) {
        throw new IllegalArgumentException("not a selection of this CriteriaBuilder: " + item);
      }
      if (item instanceof CompoundNode<?> compound && !compound.isConstructed()) {
        throw new IllegalArgumentException(
            "a tuple or an array cannot stand in another compound selection");
      }
      String alias = item.getAlias();
      if (alias != null && !aliases.add(alias)) {
        throw new IllegalArgumentException("two selections have the alias \"%s\"".formatted(alias));
      }
    }
    return items;
  }

  private boolean isConstructed() {
    return getJavaType() != Tuple.class && getJavaType() != Object[].class;
  }

  @Override
  public boolean isCompoundSelection() {
    return true;
  }

  @Override
  public List<Selection<?>> getCompoundSelectionItems() {
    return new ArrayList<>(items);
  }

  /// The select clause that a selection is.
  static List<SelectItem> lower(Lowering lowering, FromClause from, Selection<?> selection) {
    if (selection instanceof CompoundNode<?> compound && !compound.isConstructed()) {
      return compound.items(lowering, from);
    }
    return List.of(item(lowering, from, selection));
  }

  private List<SelectItem> items(Lowering lowering, FromClause from) {
    List<SelectItem> lowered = new ArrayList<>();
    for (var item : items) {
      lowered.add(item(lowering, from, item));
    }
    return lowered;
  }

  private static SelectItem item(Lowering lowering, FromClause from, Selection<?> selection) {
    var expression =
        switch (selection) {
          case CompoundNode<?> made ->
              new Operation.Constructor(
                  Node.NOWHERE,
                  made.getJavaType().getName(),
                  made.getJavaType(),
                  made.items(lowering, from));
          case PathNode<?> path when path.isCollection() -> from.elements(path);
          case ExpressionNode<?> node -> node.lower(lowering);
          default ->
              throw new IllegalArgumentException(
                  "not a selection of this CriteriaBuilder: " + selection);
        };
    return new SelectItem(Node.NOWHERE, expression, selection.getAlias());
  }
}
