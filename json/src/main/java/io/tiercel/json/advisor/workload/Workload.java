package io.tiercel.json.advisor.workload;

import java.util.List;

/// What is run against documents, most frequent first. Immutable.
///
/// @param statements that use documents
/// @param notes what the reader of a report must know: what could not be read, and why
/// @param others statements that have nothing to do with documents
public record Workload(List<Entry> statements, List<String> notes, int others) {
  public Workload {
    statements = List.copyOf(statements);
    notes = List.copyOf(notes);
  }

  /// A statement and its uses.
  public record Entry(ObservedStatement statement, StatementUses uses) {}
}
