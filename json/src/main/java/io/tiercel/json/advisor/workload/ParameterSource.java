package io.tiercel.json.advisor.workload;

import io.tiercel.json.SqlName;

/// What a parameter of a statement is compared with: values for a trial are taken from there.
///
/// @param table null for no table: a LIMIT
/// @param expression without names of tables before columns
/// @param shape of the value
public record ParameterSource(
    int parameter,
    @org.jspecify.annotations.Nullable SqlName table,
    String expression,
    Shape shape) {
  /// What is made of a sampled value.
  public enum Shape {
    VALUE,
    /// An array of some.
    ARRAY,
    /// The first characters and `%`.
    PREFIX,
    /// One lexeme of a tsvector.
    LEXEME,
    /// One element of a jsonb array, as text.
    ELEMENT,
    /// A number of rows.
    LIMIT,
    OFFSET
  }
}
