package io.tiercel.jpa.mapping;

import jakarta.persistence.CheckConstraint;
import java.util.List;
import java.util.stream.Stream;

/// What annotations add to the generated definition of a table or column and what no other part of
/// the mapping needs (Jakarta Persistence 3.2, sections 11.1.6 and 11.1.9).
///
/// @param checks `check (…)` clauses, with `constraint …` before those that have a name
/// @param options SQL text put after the definition, empty for none
/// @param comment empty for none
public record DdlExtras(List<String> checks, String options, String comment) {

  /// Nothing added.
  public static final DdlExtras NONE = new DdlExtras(List.of(), "", "");

  public DdlExtras {
    checks = List.copyOf(checks);
  }

  public static DdlExtras of(CheckConstraint[] checks, String options, String comment) {
    return new DdlExtras(Stream.of(checks).map(DdlExtras::check).toList(), options, comment);
  }

  public static DdlExtras ofOptions(String options) {
    return options.isEmpty() ? NONE : new DdlExtras(List.of(), options, "");
  }

  private static String check(CheckConstraint check) {
    String name =
        check.name().isEmpty()
            ? ""
            : "constraint %s ".formatted(Identifier.quote(Identifier.stored(check.name())));
    String options = check.options().isEmpty() ? "" : " " + check.options();
    return "%scheck (%s)%s".formatted(name, check.constraint(), options);
  }
}
