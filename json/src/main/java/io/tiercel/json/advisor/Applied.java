package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.json.promotion.DdlCommand;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Follows an advice, and undoes it. Not in one transaction, for indexes are built beside the work
/// of others. Confined to the thread of its connection.
///
/// @param progress told each command before it is run
public record Applied(Connection connection, Consumer<String> progress) {
  private static final String RELATION = "select to_regclass($1) is not null and $2::text = ''";
  private static final String COLUMN =
      "select exists (select from pg_attribute where attrelid = to_regclass($1) and attname = $2"
          + " and not attisdropped)";
  private static final String STATISTICS =
      "select exists (select from pg_statistic_ext s join pg_class c on c.relnamespace ="
          + " s.stxnamespace where c.oid = to_regclass($1) and s.stxname = $2)";

  /// Refuses names that are taken. An undo tells what it takes back by its name, and must find
  /// nothing of anybody else's there.
  ///
  /// @throws IllegalStateException if something is called as what a candidate makes
  public void requireFree(List<Candidate> candidates) {
    Set<List<Object>> made = new HashSet<>();
    for (Candidate candidate : candidates) {
      CandidateKind kind = candidate.kind();
      if (kind == CandidateKind.INDEX || kind == CandidateKind.STORED_COLUMN) {
        SqlName index = candidate.table().sibling(candidate.indexName());
        requireFree(
            made.add(List.of("relation", index)) && isFree(RELATION, index.toString(), ""), index);
      }
      if (kind == CandidateKind.STORED_COLUMN || kind == CandidateKind.STATISTICS) {
        SqlName name = candidate.table().sibling(candidate.object());
        String taken = kind == CandidateKind.STATISTICS ? STATISTICS : COLUMN;
        requireFree(
            made.add(List.of(kind, candidate.table(), name))
                && isFree(taken, candidate.table().toString(), candidate.object()),
            name);
      }
    }
  }

  private boolean isFree(String taken, String relation, String name) {
    return !connection.queryList(taken, row -> row.getBoolean(0), relation, name).getFirst();
  }

  private static void requireFree(boolean isFree, SqlName name) {
    if (!isFree) {
      throw new IllegalStateException(
          "cannot make %s: something is called so already\nHint: advise again, or rename it"
              .formatted(name));
    }
  }

  /// Does what is advised. If a command fails, the candidates so far are undone, the last first.
  ///
  /// @throws ServerException if the server refuses
  /// @throws IllegalStateException if a name is taken; nothing is done then
  public void apply(List<Candidate> candidates) {
    requireFree(candidates);
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
