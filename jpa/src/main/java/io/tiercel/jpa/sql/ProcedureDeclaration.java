package io.tiercel.jpa.sql;

import jakarta.persistence.NamedStoredProcedureQuery;
import jakarta.persistence.ParameterMode;
import jakarta.persistence.QueryHint;
import jakarta.persistence.StoredProcedureParameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A stored procedure query as it is declared (section 10.4.4).
///
/// @param procedure the routine's name in the database, with its schema before a dot or without
/// @param results how each result set is read, in their order: a class (a Class) or the name of a
///     result set mapping (a String); the results after them describe themselves
public record ProcedureDeclaration(
    String procedure, List<Parameter> parameters, List<Object> results, Map<String, Object> hints) {

  /// Copies the collections.
  public ProcedureDeclaration {
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
    hints = Map.copyOf(hints);
  }

  /// A parameter.
  ///
  /// @param key its name (a String) or its position from 1 (an Integer)
  public record Parameter(Object key, Class<?> type, ParameterMode mode) {
    /// Whether the caller gives it a value.
    public boolean isInput() {
      return mode == ParameterMode.IN || mode == ParameterMode.INOUT;
    }
  }

  /// A procedure of which nothing but its name is declared.
  public static ProcedureDeclaration of(String procedure, List<Object> results) {
    return new ProcedureDeclaration(procedure, List.of(), results, Map.of());
  }

  /// The declaration of an annotation. Parameters without a name are numbered.
  public static ProcedureDeclaration of(NamedStoredProcedureQuery annotation) {
    List<Parameter> parameters = new ArrayList<>();
    for (StoredProcedureParameter parameter : annotation.parameters()) {
      Object key = parameter.name().isEmpty() ? parameters.size() + 1 : parameter.name();
      parameters.add(new Parameter(key, parameter.type(), parameter.mode()));
    }
    List<Object> results = new ArrayList<>(List.of(annotation.resultClasses()));
    results.addAll(List.of(annotation.resultSetMappings()));
    Map<String, Object> hints = new HashMap<>();
    for (QueryHint hint : annotation.hints()) {
      hints.put(hint.name(), hint.value());
    }
    return new ProcedureDeclaration(annotation.procedureName(), parameters, results, hints);
  }
}
