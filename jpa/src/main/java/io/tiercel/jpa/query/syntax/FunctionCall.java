package io.tiercel.jpa.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The functions of specification 4.6.17. Those with a syntax of their own have a record of their
/// own.
public sealed interface FunctionCall extends Expression {

  /// A function with a plain list of arguments; their number has been checked.
  record Plain(int at, PlainFunction function, List<Expression> arguments) implements FunctionCall {
    /// Copies the arguments.
    public Plain {
      arguments = List.copyOf(arguments);
    }
  }

  /// `trim([leading|trailing|both] [character] from value)`.
  ///
  /// @param character null for a space
  record Trim(int at, TrimSide side, @Nullable Expression character, Expression value)
      implements FunctionCall {}

  /// `extract(field from value)`.
  record Extract(int at, Field field, Expression value) implements FunctionCall {}

  /// `cast(value as type)`.
  record Cast(int at, Expression value, CastType type) implements FunctionCall {}

  /// A value as another type, which only the Criteria API can ask for.
  ///
  /// @param type boxed
  /// @param converts whether the database casts the value; else only Java reads it as the type
  record As(int at, Expression value, Class<?> type, boolean converts) implements FunctionCall {}

  /// `size(collection)`.
  record Size(int at, Expression collection) implements FunctionCall {}

  /// `index(variable)` of an ordered list.
  record Index(int at, Reference.Path variable) implements FunctionCall {}

  /// `function('name', …)`: a function of the database.
  record Native(int at, String name, List<Expression> arguments) implements FunctionCall {
    /// Copies the arguments.
    public Native {
      arguments = List.copyOf(arguments);
    }
  }

  /// Where [Trim] takes characters away.
  enum TrimSide {
    LEADING,
    TRAILING,
    BOTH
  }

  /// The fields and parts of [Extract].
  enum Field {
    YEAR,
    QUARTER,
    MONTH,
    WEEK,
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    DATE,
    TIME
  }

  /// The target types of [Cast].
  enum CastType {
    STRING,
    INTEGER,
    LONG,
    FLOAT,
    DOUBLE
  }
}
