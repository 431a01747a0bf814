package io.tiercel.jpa.query.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values computed from other values by something that is no plain function.
public sealed interface Operation extends Expression {

  /// `+a`, `-a`.
  record Signed(int at, boolean negative, Expression operand) implements Operation {}

  /// `a + b`, `a || b` and their kin.
  record Binary(int at, BinaryOperator operator, Expression left, Expression right)
      implements Operation {}

  /// `case when c then r … else o end`, or with an operand `case a when v then r … else o end`.
  ///
  /// @param operand null in the general form
  /// @param otherwise null without `else`: the value is then null
  record Case(
      int at, @Nullable Expression operand, List<When> branches, @Nullable Expression otherwise)
      implements Operation {
    /// Copies the branches.
    public Case {
      branches = List.copyOf(branches);
    }

    /// What it may be, in the order of the branches.
    public List<Expression> results() {
      List<Expression> results = new ArrayList<>();
      branches.forEach(branch -> results.add(branch.result()));
      if (otherwise != null) {
        results.add(otherwise);
      }
      return results;
    }
  }

  /// A branch of a [Case]: a condition in the general form, else a value the operand is compared
  /// with.
  record When(Expression test, Expression result) {}

  /// `(select …)` as a value.
  record Subquery(int at, QueryExpression query) implements Operation {}

  /// `all|any (select …)`, the right side of a comparison; `some` is `any`.
  record Quantified(int at, boolean all, QueryExpression query) implements Operation {}

  /// `count(distinct x)` and its kin (specification 4.8.5).
  ///
  /// @param argument null for `count(*)` only
  record Aggregate(
      int at, AggregateFunction function, boolean distinct, @Nullable Expression argument)
      implements Operation {}

  /// `aggregate filter (where condition)`, which the specification has not.
  record Filtered(int at, Aggregate aggregate, Expression condition) implements Operation {}

  /// `function over (partition by … order by … frame)`, which the specification has not.
  ///
  /// @param function an [Aggregate], a [Filtered] one or a [WindowFunction]
  /// @param frame as SQL writes it, or null for the usual one
  record Window(
      int at,
      Operation function,
      List<Expression> partitionBy,
      List<OrderItem> orderBy,
      @Nullable String frame)
      implements Operation {
    /// Copies the lists.
    public Window {
      partitionBy = List.copyOf(partitionBy);
      orderBy = List.copyOf(orderBy);
    }
  }

  /// A function that only a [Window] may call.
  record WindowFunction(int at, WindowFunctionName name, List<Expression> arguments)
      implements Operation {
    /// Copies the arguments.
    public WindowFunction {
      arguments = List.copyOf(arguments);
    }
  }

  /// `(a, b)`, at either side of a comparison or of `in`; the specification has it not.
  ///
  /// @param items at least two
  record Row(int at, List<Expression> items) implements Operation {
    /// Copies the items.
    public Row {
      items = List.copyOf(items);
    }
  }

  /// `new className(items)`, in a select clause only (specification 4.8.2).
  ///
  /// @param type the class where the query has it itself, as in the Criteria API; null when it is
  ///     to be found by its name
  record Constructor(int at, String className, @Nullable Class<?> type, List<SelectItem> items)
      implements Operation {
    /// Copies the items.
    public Constructor {
      items = List.copyOf(items);
    }

    /// A class by its name.
    public Constructor(int at, String className, List<SelectItem> items) {
      this(at, className, null, items);
    }
  }

  /// The binary operators, with their spelling in JPQL and in SQL.
  enum BinaryOperator {
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    CONCAT("||");

    private final String symbol;

    BinaryOperator(String symbol) {
      this.symbol = symbol;
    }

    /// The operator as written.
    public String symbol() {
      return symbol;
    }
  }

  /// The aggregate functions.
  enum AggregateFunction {
    AVG,
    COUNT,
    MAX,
    MIN,
    SUM
  }
}
