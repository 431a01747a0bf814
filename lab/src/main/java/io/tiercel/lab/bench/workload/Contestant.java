package io.tiercel.lab.bench.workload;

import java.io.IOException;
import java.sql.SQLException;

/// A peer connected to one endpoint. Keeps its connection and its prepared statements from run to
/// run. Confined to one thread.
public interface Contestant extends AutoCloseable {
  /// Does the task and says what it saw.
  ///
  /// @param halfway called once about halfway with the results read so far still in reach, so that
  ///     the live heap can be looked at; only [Task#READ_NUMBERS] calls it
  /// @throws Exception whatever goes wrong; the run has failed then
  Tally run(Task task, int units, Runnable halfway) throws Exception;

  @Override
  void close() throws IOException, SQLException;
}
