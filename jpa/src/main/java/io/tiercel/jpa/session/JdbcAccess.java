package io.tiercel.jpa.session;

import java.sql.Connection;

/// A borrowed connection as JDBC sees it. Confined to the thread of the session that borrowed it.
public interface JdbcAccess {
  Connection connection();

  /// Reads what results of the connection have left on the wire, so that others can use it. Blocks
  /// while there is something.
  void settle();

  /// The connection is given back: settles, and closes what was made for this access.
  void end();
}
