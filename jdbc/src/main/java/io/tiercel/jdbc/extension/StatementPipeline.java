package io.tiercel.jdbc.extension;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/// Different statements in one flight: they are sent together and answered together, in one round
/// trip for any number of them.
///
/// ```java
/// try (var pipeline = connection.unwrap(TiercelConnection.class).pipeline()) {
///   insert.setString(1, "one");
///   var inserted = pipeline.add(insert);
///   var names = pipeline.add(select);
///   pipeline.commit();
///   inserted.updateCount();
/// }
/// ```
///
/// A statement that fails makes the server pass over those behind it, a commit in the same flight
/// included; the failure is thrown by what awaits the flight, and by the results of the statements
/// that were passed over. With auto-commit on, the statements of a flight are one transaction.
///
/// Confined to one thread. Nothing is sent before [#await()], [#commit()], the first look at a
/// result or [#close()].
public interface StatementPipeline extends AutoCloseable {
  /// Adds a statement with the parameters that it has now. It can be given others right away.
  PipelinedResult add(PreparedStatement statement) throws SQLException;

  /// Adds a text without parameters: one command or several.
  PipelinedResult add(String sql) throws SQLException;

  /// Sends what was added and reads all answers. One round trip; one more when statements are new
  /// to the connection and return rows. Blocks.
  ///
  /// @throws SQLException the first failure
  void await() throws SQLException;

  /// As [#await()], with a COMMIT at the end of the flight, which the server passes over if
  /// anything in it fails.
  ///
  /// @throws SQLException the first failure; with auto-commit on, `25P01`
  void commit() throws SQLException;

  /// As [#await()], if there is anything to await.
  @Override
  void close() throws SQLException;
}
