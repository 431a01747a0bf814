package io.tiercel.inside.ddl;

import io.tiercel.inside.PgFunction;
import io.tiercel.inside.PgFunction.Trust;
import io.tiercel.inside.PgProcedure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The statements of one routine. Immutable.
///
/// @param create makes or replaces it
/// @param drop drops it; the same for all versions of a routine that CREATE OR REPLACE takes as one
public record RoutineSql(String create, String drop) {

  /// Writes the statements of a routine.
  ///
  /// @param jar in which its class is looked for; null for the class path of its schema
  /// @param schema where the annotation states none; null for the current one
  /// @throws InvalidRoutine if a type has no SQL type, or the result no columns
  public static RoutineSql of(Routine routine, @Nullable String jar, @Nullable String schema) {
    String kind = routine.function() != null ? "function" : "procedure";
    String name = qualifiedName(routine, schema);
    List<String> types = new ArrayList<>();
    List<String> parameters = new ArrayList<>();
    for (int i = 0; i < routine.parameters().size(); i++) {
      Routine.Parameter parameter = routine.parameters().get(i);
      String type = parameterType(routine, parameter);
      boolean isVariadic = routine.isVariadic() && i == routine.parameters().size() - 1;
      types.add((isVariadic ? "variadic " : "") + type);
      parameters.add(
          (isVariadic ? "variadic " : "") + quoted(snakeCase(parameter.name())) + " " + type);
    }
    String result = routine.function() != null ? result(routine, parameters) : "";
    String create =
        "create or replace %s %s(%s)%s language %s%s as %s"
            .formatted(
                kind,
                name,
                String.join(", ", parameters),
                result,
                trust(routine) == Trust.SANDBOXED ? "java" : "javau",
                attributes(routine),
                literal((jar == null ? "" : jar + "!") + source(routine)));
    String drop = "drop %s if exists %s(%s)".formatted(kind, name, String.join(", ", types));
    return new RoutineSql(create, drop);
  }

  private static Trust trust(Routine routine) {
    return routine.function() != null
        ? routine.function().trust()
        : Objects.requireNonNull(routine.procedure()).trust();
  }

  private static String qualifiedName(Routine routine, @Nullable String defaultSchema) {
    String name;
    String schema;
    if (routine.function() != null) {
      name = routine.function().name();
      schema = routine.function().schema();
    } else {
      PgProcedure procedure = Objects.requireNonNull(routine.procedure());
      name = procedure.name();
      schema = procedure.schema();
    }
    String inSchema = quoted(name.isEmpty() ? snakeCase(routine.methodName()) : name);
    if (!schema.isEmpty()) {
      return quoted(schema) + "." + inSchema;
    }
    return defaultSchema == null ? inSchema : quoted(defaultSchema) + "." + inSchema;
  }

  private static String parameterType(Routine routine, Routine.Parameter parameter) {
    String type = parameter.sqlType() != null ? parameter.sqlType() : sqlType(parameter.type());
    if (type == null) {
      throw new InvalidRoutine(
          "parameter \"%s\" of %s: no SQL type follows from %s; state it by @PgType"
              .formatted(parameter.name(), routine.displayName(), parameter.type().name()));
    }
    return type;
  }

  private static @Nullable String sqlType(JavaType type) {
    return SqlTypes.of(type.name());
  }

  /// RETURNS, or OUT parameters, which it appends.
  private static String result(Routine routine, List<String> parameters) {
    JavaType result = routine.result();
    JavaType element = result.element() == null ? result : result.element();
    String set = result.isSet() ? "setof " : "";
    if (result.name().equals("void")) {
      return " returns void";
    }
    if (routine.sqlType() != null) {
      return " returns " + set + routine.sqlType();
    }
    if (element.components() != null) {
      List<String> columns = columns(routine, element.components());
      if (result.isSet()) {
        return " returns table (" + String.join(", ", columns) + ")";
      }
      columns.forEach(column -> parameters.add("out " + column));
      return "";
    }
    String type = sqlType(element);
    if (type == null) {
      throw new InvalidRoutine(
          "the result of %s: no SQL type follows from %s; state it by @PgType"
              .formatted(routine.displayName(), element.name()));
    }
    return " returns " + set + type;
  }

  private static List<String> columns(Routine routine, List<JavaType.Component> components) {
    if (components.size() < 2) {
      throw new InvalidRoutine(
          "the result of %s: a record of %d components is no row of columns; return the component"
              .formatted(routine.displayName(), components.size()));
    }
    List<String> columns = new ArrayList<>();
    for (JavaType.Component component : components) {
      String type = component.sqlType() != null ? component.sqlType() : sqlType(component.type());
      if (type == null) {
        throw new InvalidRoutine(
            "component \"%s\" of the result of %s: no SQL type follows from %s; state it by @PgType"
                .formatted(component.name(), routine.displayName(), component.type().name()));
      }
      columns.add(quoted(snakeCase(component.name())) + " " + type);
    }
    return columns;
  }

  private static String attributes(Routine routine) {
    var text = new StringBuilder();
    if (routine.function() != null) {
      PgFunction function = routine.function();
      text.append(' ').append(function.volatility().name().toLowerCase(Locale.ROOT));
      text.append(function.strict() ? " strict" : "");
      text.append(function.securityDefiner() ? " security definer" : "");
      text.append(function.parallelSafe() ? " parallel safe" : "");
      text.append(" cost ").append(function.cost());
      text.append(routine.result().isSet() ? " rows " + function.rows() : "");
      settings(function.settings(), text);
    } else {
      PgProcedure procedure = Objects.requireNonNull(routine.procedure());
      text.append(procedure.securityDefiner() ? " security definer" : "");
      settings(procedure.settings(), text);
    }
    return text.toString();
  }

  private static void settings(String[] settings, StringBuilder text) {
    for (String setting : settings) {
      text.append(" set ").append(setting);
    }
  }

  /// What stands behind AS, jar aside: with all types, so that overloads are no riddle.
  private static String source(Routine routine) {
    return "%s.%s(%s)"
        .formatted(
            routine.className(),
            routine.methodName(),
            String.join(", ", routine.parameters().stream().map(p -> p.type().name()).toList()));
  }

  /// `withTax` is `with_tax`, `toURL` is `to_url`.
  static String snakeCase(String name) {
    return name.replaceAll("(?<=[\\p{Ll}\\d])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})", "_")
        .toLowerCase(Locale.ROOT);
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  private static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
