package io.tiercel.jpa.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The conditions of specification 4.6: expressions whose value is true, false or unknown.
public sealed interface Predicate extends Expression {

  /// `a and b and …`; flat, so that a long chain is no deep tree.
  record And(int at, List<Expression> operands) implements Predicate {
    /// Copies the operands.
    public And {
      operands = List.copyOf(operands);
    }
  }

  /// `a or b or …`; flat, so that a long chain is no deep tree.
  record Or(int at, List<Expression> operands) implements Predicate {
    /// Copies the operands.
    public Or {
      operands = List.copyOf(operands);
    }
  }

  /// `not a`.
  record Not(int at, Expression operand) implements Predicate {}

  /// `a = b` and its kin. The right side may be an [Operation.Quantified] subquery.
  record Comparison(int at, ComparisonOperator operator, Expression left, Expression right)
      implements Predicate {}

  /// `value [not] between low and high`.
  record Between(int at, boolean negated, Expression value, Expression low, Expression high)
      implements Predicate {}

  /// `value [not] in (a, b, …)`, and `value [not] in :parameter` with one item. A sole parameter
  /// may stand for a collection, with or without parentheses around it.
  record InList(int at, boolean negated, Expression value, List<Expression> items)
      implements Predicate {
    /// Copies the items.
    public InList {
      items = List.copyOf(items);
    }
  }

  /// `value [not] in (select …)`.
  record InSubquery(int at, boolean negated, Expression value, QueryExpression query)
      implements Predicate {}

  /// `value [not] like pattern [escape character]`.
  ///
  /// @param escape null when the query names none
  /// @param ignoresCase whether it was written `ilike`, which the specification has not
  record Like(
      int at,
      boolean negated,
      Expression value,
      Expression pattern,
      @Nullable Expression escape,
      boolean ignoresCase)
      implements Predicate {
    /// `like`, which tells upper from lower case.
    public Like(
        int at,
        boolean negated,
        Expression value,
        Expression pattern,
        @Nullable Expression escape) {
      this(at, negated, value, pattern, escape, false);
    }
  }

  /// `value is [not] null`.
  record IsNull(int at, boolean negated, Expression value) implements Predicate {}

  /// `collection is [not] empty`.
  record IsEmpty(int at, boolean negated, Expression collection) implements Predicate {}

  /// `value [not] member [of] collection`.
  record MemberOf(int at, boolean negated, Expression value, Expression collection)
      implements Predicate {}

  /// `exists (select …)`.
  record Exists(int at, QueryExpression query) implements Predicate {}

  /// The comparison operators, with their spelling in JPQL and in SQL.
  enum ComparisonOperator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    ComparisonOperator(String symbol) {
      this.symbol = symbol;
    }

    /// The operator as written.
    public String symbol() {
      return symbol;
    }
  }
}
