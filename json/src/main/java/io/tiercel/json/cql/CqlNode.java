package io.tiercel.json.cql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a query looks for: a tree of clauses. Its text is CQL again.
public sealed interface CqlNode {
  /// A term, perhaps with index and relation.
  ///
  /// @param index null where the term stands alone; then the relation is null too
  record SearchClause(@Nullable CqlString index, @Nullable Relation relation, CqlString term)
      implements CqlNode {
    /// @throws IllegalArgumentException if there is an index without a relation or the reverse
    public SearchClause {
      if ((index == null) != (relation == null)) {
        throw new IllegalArgumentException("a clause has an index and a relation, or neither");
      }
    }

    @Override
    public String toString() {
      return index == null ? term.toString() : index + " " + relation + " " + term;
    }
  }

  /// Two nodes joined. Equal wherever they stand.
  record BooleanClause(
      CqlNode left, BooleanOperator operator, List<Modifier> modifiers, CqlNode right, int position)
      implements CqlNode {
    public BooleanClause {
      modifiers = List.copyOf(modifiers);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof BooleanClause clause
          && clause.operator == operator
          && clause.left.equals(left)
          && clause.modifiers.equals(modifiers)
          && clause.right.equals(right);
    }

    @Override
    public int hashCode() {
      return ((left.hashCode() * 31 + operator.hashCode()) * 31 + modifiers.hashCode()) * 31
          + right.hashCode();
    }

    @Override
    public String toString() {
      return CqlPrinter.print(this);
    }
  }

  /// A node within which prefixes have a meaning.
  ///
  /// @param prefixes at least one
  record Scope(List<PrefixAssignment> prefixes, CqlNode node) implements CqlNode {
    /// @throws IllegalArgumentException if there is no prefix
    public Scope {
      prefixes = List.copyOf(prefixes);
      if (prefixes.isEmpty()) {
        throw new IllegalArgumentException("a scope has a prefix");
      }
    }

    @Override
    public String toString() {
      return CqlPrinter.print(this);
    }
  }
}
