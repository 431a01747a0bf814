package io.tiercel.jpa.request;

import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.session.Session;
import io.tiercel.wire.Connection;
import io.tiercel.wire.Portal;
import io.tiercel.wire.row.RowConsumer;

/// Rows of a portal: in the open transaction, or on a connection of its own outside of one. There
/// limits need a transaction block, which they end with; each chunk is a statement to them.
final class PortalChunks implements RowChunks {
  private final Session session;
  private final long transaction;
  private final boolean isLimited;
  private final Connection connection;
  private final Portal portal;

  /// @param limits what only has a meaning outside a transaction
  PortalChunks(Session session, QuerySource.Statement statement, Limits limits) {
    this.session = session;
    this.transaction = session.transaction();
    this.isLimited = transaction == 0 && limits.areSet();
    this.connection = session.lendForReading();
    boolean opened = false;
    try {
      this.portal =
          session.translating(
              () -> {
                if (isLimited) {
                  connection.execute("BEGIN");
                  limits.setLocal(connection);
                }
                return connection.portal(connection.prepare(statement.sql()), statement.values());
              });
      opened = true;
    } finally {
      if (!opened) {
        session.giveBack(connection);
      }
    }
  }

  @Override
  public boolean fetch(int most, RowConsumer rows) {
    return session.translating(() -> portal.fetch(most, rows));
  }

  @Override
  public boolean isUsable() {
    return transaction == 0 ? session.isLent(connection) : session.transaction() == transaction;
  }

  @Override
  public void close() {
    try {
      session.translating(
          () -> {
            portal.close();
            if (isLimited) {
              // Of a block that has failed it is a rollback.
              connection.execute("COMMIT");
            }
            return true;
          });
    } finally {
      session.giveBack(connection);
    }
  }
}
