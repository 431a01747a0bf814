package io.tiercel.inside.ddl;

import io.tiercel.inside.PgFunction;
import io.tiercel.inside.PgProcedure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A method that is to be a function or a procedure in SQL. Immutable.
///
/// @param className as the virtual machine writes it, `$` before nested ones
/// @param sqlType of the result, as [io.tiercel.inside.PgType] states it, or null
/// @param isVariadic whether the last parameter takes any number of arguments
/// @param function the annotation; null for a procedure
/// @param procedure the annotation; null for a function
public record Routine(
    String className,
    String methodName,
    List<Parameter> parameters,
    JavaType result,
    @Nullable String sqlType,
    boolean isVariadic,
    @Nullable PgFunction function,
    @Nullable PgProcedure procedure) {
  /// Refuses what is both or neither.
  ///
  /// @throws IllegalArgumentException if it has not exactly one of the annotations
  public Routine {
    if ((function == null) == (procedure == null)) {
      throw new IllegalArgumentException("either a function or a procedure");
    }
    parameters = List.copyOf(parameters);
  }

  /// A parameter of the method.
  ///
  /// @param sqlType as [io.tiercel.inside.PgType] states it, or null
  public record Parameter(String name, JavaType type, @Nullable String sqlType) {}

  /// For messages.
  String displayName() {
    return className + "." + methodName;
  }
}
