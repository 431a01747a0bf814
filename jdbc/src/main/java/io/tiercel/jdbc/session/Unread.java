package io.tiercel.jdbc.session;

import io.tiercel.wire.error.WireException;
import java.sql.SQLException;

/// A result whose answers are still on the wire. Who needs the wire next has them taken into memory
/// first. Called with the session's lock held.
public interface Unread {
  /// Reads what is left and keeps it. A failure of the result's own statement is kept as well, for
  /// its reader.
  ///
  /// @throws WireException if the connection was lost
  void readRest();

  /// Lets the server come to its end without keeping what is left.
  void abandonRest() throws SQLException;
}
