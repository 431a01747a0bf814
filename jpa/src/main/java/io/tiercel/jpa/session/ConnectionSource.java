package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionStatistics;
import org.jspecify.annotations.Nullable;

/// Where sessions borrow connections. Safe for any number of threads.
public interface ConnectionSource extends AutoCloseable {
  /// A live connection outside any transaction, for the caller alone until it is [#release]d. May
  /// block; throws PersistenceException when there is none to be had.
  Connection acquire();

  /// Takes a connection back. One that is broken or still inside a transaction is not used again.
  void release(Connection connection);

  /// A borrowed connection as JDBC sees it, over the same session of the server.
  JdbcAccess jdbc(Connection borrowed);

  /// What the connections have done so far, as far as the source can tell.
  ConnectionStatistics statistics();

  /// Where connections come from that no transaction manager knows: this, unless one knows those of
  /// this; null when there are none.
  default @Nullable ConnectionSource besideManager() {
    return this;
  }

  /// As above. Throws PersistenceException when there are none.
  default ConnectionSource unmanaged() {
    return this;
  }

  /// Hands out no more connections. Idempotent.
  @Override
  void close();
}
