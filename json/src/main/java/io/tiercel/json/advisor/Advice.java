package io.tiercel.json.advisor;

import io.tiercel.json.promotion.DdlCommand;
import java.util.ArrayList;
import java.util.List;

/// What the advisor has to say. Immutable.
///
/// @param server its version
/// @param notes on the workload: what could not be read, what is assumed
/// @param others statements that have nothing to do with documents
public record Advice(String server, List<TableAdvice> tables, List<String> notes, int others) {
  public Advice {
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }

  /// The advised candidates of all tables.
  public List<Candidate> chosen() {
    return tables.stream()
        .flatMap(table -> table.chosen().stream())
        .map(CandidateAdvice::candidate)
        .toList();
  }

  /// The commands that follow the advice.
  public List<DdlCommand> up() {
    return chosen().stream().flatMap(candidate -> candidate.up().stream()).toList();
  }

  /// The commands that undo it, the last first.
  public List<DdlCommand> down() {
    List<DdlCommand> commands = new ArrayList<>();
    chosen().reversed().forEach(candidate -> commands.addAll(candidate.down()));
    return List.copyOf(commands);
  }
}
