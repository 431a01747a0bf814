package io.tiercel.jpa.write;

import jakarta.persistence.OptimisticLockException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which rows of a statement lost against another transaction.
final class StaleRows {
  private final Set<Object> written = new HashSet<>();

  /// The statement wrote the row with that id.
  void wrote(Object id) {
    written.add(id);
  }

  /// Throws for the first row that was not written, and counts the others.
  void verify(List<KeyedRow> rows) {
    if (written.size() == rows.size()) {
      return;
    }
    List<KeyedRow> stale = rows.stream().filter(row -> !written.contains(row.id())).toList();
    if (stale.isEmpty()) {
      return;
    }
    KeyedRow first = stale.getFirst();
    String others = stale.size() == 1 ? "" : " (and %d more)".formatted(stale.size() - 1);
    String expected = first.version() == null ? "" : ", expected version " + first.version();
    throw new OptimisticLockException(
        "%s%s was changed or deleted by another transaction%s\nHint: roll back, read it again, and repeat the change."
            .formatted(first.subject(), others, expected),
        null,
        first.instance());
  }
}
