package io.tiercel.jpa.sql;

import io.tiercel.jpa.mapping.Identifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A function or procedure of the database (manual, `pg_proc`).
///
/// @param returnType the type as SQL writes it, `void` for one that returns nothing
public record Routine(
    String schema,
    String name,
    boolean isProcedure,
    String returnType,
    List<Argument> arguments,
    int defaults) {

  /// Finds the routines of a name, `$1`, in a schema, `$2`, or without one in the search path.
  public static final String LOOKUP =
      """
      select n.nspname::text, p.proname::text, p.prokind = 'p', format_type(p.prorettype, null),
        p.proargnames, p.proargmodes::text[],
        (select array_agg(format_type(t, null) order by o)
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (t, o)),
        p.pronargdefaults::int
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where p.proname = $1 and p.prokind in ('f', 'p')
        and ((n.nspname = $2::text) or ($2::text is null and pg_function_is_visible(p.oid)))
      """;

  /// Copies the list.
  public Routine {
    arguments = List.copyOf(arguments);
  }

  /// An argument.
  ///
  /// @param name null without one
  /// @param mode `i` in, `o` out, `b` both, `v` variadic, `t` a column of the result
  public record Argument(@Nullable String name, char mode, String type) {
    /// Whether the caller gives it a value.
    public boolean isInput() {
      return mode == 'i' || mode == 'b' || mode == 'v';
    }

    /// Whether it has a value after the call.
    public boolean isOutput() {
      return mode == 'o' || mode == 'b';
    }
  }

  /// A routine from the columns of [#LOOKUP].
  public static Routine of(
      String schema,
      String name,
      boolean isProcedure,
      String returnType,
      String @Nullable [] names,
      String @Nullable [] modes,
      String @Nullable [] types,
      int defaults) {
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; types != null && i < types.length; i++) {
      String argument = names == null || names[i].isEmpty() ? null : names[i];
      arguments.add(new Argument(argument, modes == null ? 'i' : modes[i].charAt(0), types[i]));
    }
    return new Routine(schema, name, isProcedure, returnType, arguments, defaults);
  }

  /// The arguments to which the caller gives values.
  public List<Argument> inputs() {
    return arguments.stream().filter(Argument::isInput).toList();
  }

  /// Whether a call without values for some of them has that many.
  public boolean takes(int values) {
    int inputs = inputs().size();
    boolean variadic = arguments.stream().anyMatch(argument -> argument.mode == 'v');
    return values >= inputs - defaults && (values <= inputs || variadic);
  }

  /// Whether a call gives a row.
  public boolean givesRows() {
    return isProcedure
        ? arguments.stream().anyMatch(Argument::isOutput)
        : !returnType.equals("void");
  }

  /// The name as SQL text.
  public String sql() {
    return Identifier.quote(schema) + "." + Identifier.quote(name);
  }

  /// How error messages call it.
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    for (Argument argument : arguments) {
      String mode =
          switch (argument.mode) {
            case 'o' -> "out ";
            case 'b' -> "inout ";
            case 'v' -> "variadic ";
            default -> "";
          };
      if (argument.mode != 't') {
        parts.add(mode + (argument.name == null ? "" : argument.name + " ") + argument.type);
      }
    }
    return "%s %s(%s)"
        .formatted(isProcedure ? "procedure" : "function", name, String.join(", ", parts));
  }
}
