package io.tiercel.json.advisor.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An expression, and the tokens that it is made of. Immutable.
public sealed interface Expression {
  /// The tokens, in those of the [SqlText].
  Span span();

  /// What it is made of, from left to right.
  default List<Expression> parts() {
    return switch (this) {
      case Call call -> call.arguments();
      case Cast cast -> List.of(cast.operand());
      case Operation operation -> operation.operands();
      case Column column -> List.of();
      case Constant constant -> List.of();
      case Parameter parameter -> List.of();
      case Nested nested -> List.of();
    };
  }

  /// From the first token to before the last.
  record Span(int from, int to) {}

  /// A column, perhaps with the name of its table: the names as the catalog has them.
  record Column(List<String> names, Span span) implements Expression {
    public Column {
      names = List.copyOf(names);
    }

    /// Its own name.
    public String name() {
      return names.getLast();
    }

    /// The alias or table before it.
    public @Nullable String qualifier() {
      return names.size() > 1 ? names.get(names.size() - 2) : null;
    }
  }

  /// A string, number, true, false or null.
  ///
  /// @param value null for NULL
  record Constant(Token.Kind kind, @Nullable String value, Span span) implements Expression {}

  /// `$1`.
  record Parameter(int number, Span span) implements Expression {}

  /// A function and its arguments; what SQL/JSON functions have beside them is not kept.
  record Call(String function, List<Expression> arguments, Span span) implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /// `operand::type` or `cast(operand as type)`.
  record Cast(Expression operand, String type, Span span) implements Expression {}

  /// An operator: in small letters, among them `and`, `or`, `not`, `is null`, `is not null`, `is`,
  /// `in`,
  /// `between`, `like`, `ilike`, `collate`, `[]` for a subscript, `()` for a row or a list, `case`.
  record Operation(String operator, List<Expression> operands, Span span) implements Expression {
    public Operation {
      operands = List.copyOf(operands);
    }
  }

  /// A query in parentheses; its expressions are with its own clauses.
  record Nested(Span span) implements Expression {}
}
