package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.QueryText;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// A query that is well-formed but has no meaning in this persistence unit: an unknown entity,
/// attribute or variable, a type that does not fit, or a feature that is not supported. An
/// [IllegalArgumentException], as `EntityManager.createQuery` promises. The message names the place
/// and shows the query with a caret below.
public final class JpqlSemanticException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  JpqlSemanticException(QueryText query, int at, String problem, @Nullable String hint) {
    super(message(query, at, problem, hint));
  }

  private static String message(QueryText query, int at, String problem, @Nullable String hint) {
    String place =
        at == Node.NOWHERE
            ? "cannot translate query: " + problem
            : "cannot translate query at line %d, column %d: %s\n%s"
                .formatted(query.line(at), query.column(at), problem, query.excerpt(at));
    return hint == null ? place : place + "\nHint: " + hint;
  }
}
