package io.tiercel.jdbc.error;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the [SQLException] that the JDBC specification names for an SQLSTATE (JDBC 4.3, 6.4 and
/// the class comments of `java.sql`), keeping what the server said.
public final class SqlExceptions {
  private SqlExceptions() {}

  /// The exception for a failure of the protocol client, which stays its cause. What the server
  /// said stays with it as a suppressed exception instead: frameworks look for the innermost cause
  /// and expect an [SQLException] there.
  public static SQLException of(WireException failure) {
    if (failure instanceof ServerException) {
      SQLException made = of(failure.sqlState(), message(failure), null);
      made.addSuppressed(failure);
      return made;
    }
    return of(failure.sqlState(), message(failure), failure);
  }

  /// The exception for an SQLSTATE that the driver chose.
  ///
  /// @param sqlState five characters
  public static SQLException of(String sqlState, String message, @Nullable Throwable cause) {
    return switch (sqlState) {
      // The same work may succeed a little later.
      case "53300", "57P03" -> new SQLTransientConnectionException(message, sqlState, cause);
      case "55P03", "55006" -> new SQLTransientException(message, sqlState, cause);
      case "57P01", "57P02", "57P04", "57P05", "25P03", "25P04" ->
          new SQLNonTransientConnectionException(message, sqlState, cause);
      default -> ofClass(sqlState, message, cause);
    };
  }

  private static SQLException ofClass(String sqlState, String message, @Nullable Throwable cause) {
    return switch (sqlState.substring(0, 2)) {
      case "08" -> new SQLNonTransientConnectionException(message, sqlState, cause);
      case "0A" -> new SQLFeatureNotSupportedException(message, sqlState, cause);
      case "21", "22" -> new SQLDataException(message, sqlState, cause);
      case "23", "44" -> new SQLIntegrityConstraintViolationException(message, sqlState, cause);
      case "28" -> new SQLInvalidAuthorizationSpecException(message, sqlState, cause);
      case "40" -> new SQLTransactionRollbackException(message, sqlState, cause);
      case "42" -> new SQLSyntaxErrorException(message, sqlState, cause);
      case "53" -> new SQLTransientException(message, sqlState, cause);
      case "54" -> new SQLNonTransientException(message, sqlState, cause);
      default -> new SQLException(message, sqlState, cause);
    };
  }

  /// The server's own report behind an exception of this driver, with every field it sent: detail,
  /// hint, constraint, table, position. Empty if the failure did not come from the server.
  public static Optional<ServerError> serverError(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof ServerException server) {
        return Optional.of(server.error());
      }
      for (Throwable kept : at.getSuppressed()) {
        if (kept instanceof ServerException server) {
          return Optional.of(server.error());
        }
      }
    }
    return Optional.empty();
  }

  private static String message(WireException failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }
}
