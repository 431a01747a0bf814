package io.tiercel.json.advisor;

import io.tiercel.json.promotion.DdlCommand;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.util.List;
import java.util.function.Consumer;

/// Follows an advice, and undoes it. Not in one transaction, for indexes are built beside the work
/// of
/// others. Confined to the thread of its connection.
///
/// @param progress told each command before it is run
public record Applied(Connection connection, Consumer<String> progress) {

  /// Does what is advised. If a command fails, the candidates so far are undone, the last first.
  ///
  /// @throws ServerException if the server refuses
  public void apply(List<Candidate> candidates) {
    int done = 0;
    try {
      for (Candidate candidate : candidates) {
        done++;
        run(candidate.up());
      }
    } catch (ServerException e) {
      undoAfter(e, candidates.subList(0, done));
      throw e;
    }
  }

  private void undoAfter(ServerException failure, List<Candidate> candidates) {
    try {
      // What failed may be there in part: an index that is not valid, a column without its index.
      undo(
          candidates.stream()
              .filter(c -> c.kind() != CandidateKind.DROP_INDEX || isGone(c))
              .toList());
    } catch (ServerException e) {
      failure.addSuppressed(e);
    }
  }

  private boolean isGone(Candidate drop) {
    return connection
        .queryList(
            "select to_regclass($1) is null",
            row -> row.getBoolean(0),
            drop.table().sibling(drop.object()).toString())
        .getFirst();
  }

  /// Undoes it, the last first.
  ///
  /// @throws ServerException if the server refuses
  public void undo(List<Candidate> candidates) {
    candidates.reversed().forEach(candidate -> run(candidate.down()));
  }

  private void run(List<DdlCommand> commands) {
    for (DdlCommand command : commands) {
      progress.accept(command.sql());
      connection.execute(command.sql());
    }
  }
}
