package io.tiercel.jpa.sql;

import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.sql.ProcedureDeclaration.Parameter;
import io.tiercel.jpa.sql.Routine.Argument;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The statement that calls a routine, and which parameter each `$n` takes.
///
/// Parameters by position are given in their order; the outputs among them are what the routine
/// gives, in its order. Parameters by name are given by name.
///
/// @param keys the parameters of `$1`, `$2`, …
/// @param types the types of these arguments, as SQL writes them
public record RoutineCall(Routine routine, String sql, List<Object> keys, List<String> types) {

  /// Copies the lists.
  public RoutineCall {
    keys = List.copyOf(keys);
    types = List.copyOf(types);
  }

  /// The call of the routine that fits the parameters; PersistenceException naming those there
  /// are when none does.
  ///
  /// @param candidates the routines of the name
  public static RoutineCall of(String name, List<Routine> candidates, List<Parameter> parameters) {
    List<Parameter> inputs = parameters.stream().filter(Parameter::isInput).toList();
    List<Routine> fitting =
        candidates.stream()
            .filter(routine -> routine.takes(inputs.size()))
            .filter(routine -> inputs.stream().allMatch(input -> knows(routine, input)))
            .toList();
    if (fitting.isEmpty()) {
      throw none(name, candidates, inputs.size());
    }
    return new Builder(fitting.getFirst(), fitting.size() == 1, inputs).build();
  }

  private static boolean knows(Routine routine, Parameter input) {
    return !(input.key() instanceof String name)
        || routine.inputs().stream().anyMatch(argument -> name.equalsIgnoreCase(argument.name()));
  }

  private static PersistenceException none(String name, List<Routine> candidates, int inputs) {
    return candidates.isEmpty()
        ? new PersistenceException(
            "no function or procedure is named \"%s\"\nHint: write its schema before a dot if it is outside the search path."
                .formatted(name))
        : new PersistenceException(
            "\"%s\" does not take the %d IN and INOUT parameters of the query, there is %s\nHint: register each parameter with its mode, by position or by the name it has in the database."
                .formatted(name, inputs, candidates));
  }

  private static final class Builder {
    private final Routine routine;
    private final boolean isOnly;
    private final List<Parameter> inputs;
    private final List<String> texts = new ArrayList<>();
    private final List<Object> keys = new ArrayList<>();
    private final List<String> types = new ArrayList<>();

    Builder(Routine routine, boolean isOnly, List<Parameter> inputs) {
      this.routine = routine;
      this.isOnly = isOnly;
      this.inputs = inputs;
    }

    RoutineCall build() {
      boolean byName = !inputs.isEmpty() && inputs.getFirst().key() instanceof String;
      if (byName) {
        named();
      } else {
        positional();
      }
      String call = "%s(%s)".formatted(routine.sql(), String.join(", ", texts));
      return new RoutineCall(
          routine,
          (routine.isProcedure() ? "call " : "select * from ") + call,
          Collections.unmodifiableList(keys),
          types);
    }

    private void positional() {
      int next = 0;
      List<Argument> arguments = routine.arguments();
      for (Argument argument : arguments) {
        if (argument.isInput()) {
          if (next < inputs.size()) {
            add("", inputs.get(next++), argument);
          }
        } else if (routine.isProcedure() && argument.isOutput()) {
          texts.add("null");
        }
      }
      while (next < inputs.size()) {
        // What follows the last argument belongs to a variadic one.
        add("", inputs.get(next++), null);
      }
    }

    private void named() {
      for (Argument argument : routine.arguments()) {
        String name = argument.name();
        if (argument.isInput()) {
          inputs.stream()
              .filter(input -> ((String) input.key()).equalsIgnoreCase(name))
              .forEach(
                  input -> add(Identifier.quote(String.valueOf(name)) + " => ", input, argument));
        } else if (routine.isProcedure() && argument.isOutput()) {
          texts.add((name == null ? "" : Identifier.quote(name) + " => ") + "null");
        }
      }
    }

    private void add(String prefix, Parameter input, @Nullable Argument argument) {
      String type = argument == null ? "" : typeOf(argument);
      keys.add(input.key());
      types.add(type);
      texts.add(prefix + "$" + keys.size() + (type.isEmpty() ? "" : "::" + type));
    }

    /// The type to cast to; empty where only the server can tell.
    private String typeOf(Argument argument) {
      boolean isPolymorphic = argument.type().toLowerCase(Locale.ROOT).startsWith("any");
      return isOnly && argument.mode() != 'v' && !isPolymorphic ? argument.type() : "";
    }
  }
}
