package io.tiercel.jpa;

import io.tiercel.jpa.session.JdbcAccess;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.ConnectionFunction;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/// Lets the application work on the connection of an EntityManager through JDBC, in the open
/// transaction, or in autocommit mode where there is none. Confined to one thread.
final class JdbcCalls {
  private final Session session;

  JdbcCalls(Session session) {
    this.session = session;
  }

  /// What the function gives. Its checked exceptions come as the cause of a PersistenceException.
  <T extends @Nullable Object> T call(ConnectionFunction<Connection, T> function) {
    if (session.isActive()) {
      JdbcAccess access = session.jdbc();
      T result = apply(function, access.connection());
      access.settle();
      session.requireBegun();
      return result;
    }
    var lent = session.lend();
    try {
      JdbcAccess access = session.jdbc(lent);
      T result = apply(function, access.connection());
      access.end();
      return result;
    } finally {
      session.giveBack(lent);
    }
  }

  private static <T extends @Nullable Object> T apply(
      ConnectionFunction<Connection, T> function, Connection connection) {
    try {
      return function.apply(connection);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new PersistenceException("the work on the connection failed: " + e.getMessage(), e);
    }
  }
}
