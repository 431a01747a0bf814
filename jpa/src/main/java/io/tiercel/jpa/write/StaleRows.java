package io.tiercel.jpa.write;

import io.tiercel.wire.error.ServerError;
import jakarta.persistence.OptimisticLockException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which rows of a statement lost against another transaction.
final class StaleRows {
  private final List<KeyedRow> rows;
  private final BitSet written = new BitSet();

  /// @param rows what the statement is to write; may still grow
  StaleRows(List<KeyedRow> rows) {
    this.rows = rows;
  }

  /// The statement reached the row at that place, counted from 1 as `WITH ORDINALITY` does. Places
  /// and not ids are compared: a column may give an id back in another spelling.
  void reached(long place) {
    written.set(Math.toIntExact(place - 1));
  }

  /// Throws for the first row that was not written, and counts the others.
  void verify() {
    int missed = rows.size() - written.cardinality();
    if (missed > 0) {
      throw failure(rows.get(written.nextClearBit(0)), missed);
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
