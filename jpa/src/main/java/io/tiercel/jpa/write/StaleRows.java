package io.tiercel.jpa.write;

import io.tiercel.wire.error.ServerError;
import jakarta.persistence.OptimisticLockException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which rows of a statement lost against another transaction.
final class StaleRows {
  private final List<KeyedRow> rows;
  private final Set<Object> written = new HashSet<>();

  /// @param rows what the statement is to write; may still grow
  StaleRows(List<KeyedRow> rows) {
    this.rows = rows;
  }

  /// The statement wrote the row with that id.
  void wrote(Object id) {
    written.add(id);
  }

  /// Throws for the first row that was not written, and counts the others.
  void verify() {
    if (written.size() == rows.size()) {
      return;
    }
    List<KeyedRow> stale = rows.stream().filter(row -> !written.contains(row.id())).toList();
    if (!stale.isEmpty()) {
      throw failure(stale.getFirst(), stale.size());
    }
  }

  /// The failure that a [StaleGuard] reports; null when the error is another one.
  @Nullable OptimisticLockException refused(ServerError error) {
    StaleGuard.Report report = StaleGuard.report(error);
    return report == null ? null : failure(rows.get(report.first()), report.missed());
  }

  private static OptimisticLockException failure(KeyedRow first, int count) {
    String others = count == 1 ? "" : " (and %d more)".formatted(count - 1);
    String expected = first.version() == null ? "" : ", expected version " + first.version();
    return new OptimisticLockException(
        "%s%s was changed or deleted by another transaction%s\nHint: roll back, read it again, and repeat the change."
            .formatted(first.subject(), others, expected),
        null,
        first.instance());
  }
}
