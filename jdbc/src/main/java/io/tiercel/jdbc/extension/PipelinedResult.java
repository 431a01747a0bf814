package io.tiercel.jdbc.extension;

import java.sql.ResultSet;
import java.sql.SQLException;

/// What a statement of a [StatementPipeline] comes to. Looking at it awaits the pipeline, if that
/// was not done.
public interface PipelinedResult {
  /// The rows affected by the first command of the statement; -1 if it returned rows.
  long updateCount() throws SQLException;

  /// The rows that the first command returned, in memory. Each result has its own, which live until
  /// they are closed.
  ///
  /// @throws SQLException `02000` if there are none
  ResultSet resultSet() throws SQLException;
}
