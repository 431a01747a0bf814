package io.tiercel.json.cql;

import java.io.Serial;

/// A query that cannot be answered, with the diagnostic to answer instead.
public final class CqlException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final DiagnosticType type;
  private final String details;
  private final int position;

  /// @param details what the list of diagnostics wants as details: a name, a number, a place
  /// @param position in the query, in UTF-16 characters from 0
  public CqlException(DiagnosticType type, String details, int position) {
    super("%s at character %d: %s".formatted(type.message(), position, details));
    this.type = type;
    this.details = details;
    this.position = position;
  }

  /// Which diagnostic.
  public DiagnosticType type() {
    return type;
  }

  /// Its details.
  public String details() {
    return details;
  }

  /// Where in the query, in UTF-16 characters from 0.
  public int position() {
    return position;
  }
}
