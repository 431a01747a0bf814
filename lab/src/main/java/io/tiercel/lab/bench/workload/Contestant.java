package io.tiercel.lab.bench.workload;

import java.io.IOException;
import java.sql.SQLException;

/// A peer connected to one endpoint. Keeps its connection and its prepared statements from run to
/// run. Confined to one thread.
public interface Contestant extends AutoCloseable {
  /// Does the task and says what it saw.
  ///
  /// @param milestones to be told how far it is
  /// @throws Exception whatever goes wrong; the run has failed then
  Tally run(Task task, int units, Milestones milestones) throws Exception;

  @Override
  void close() throws IOException, SQLException;
}
