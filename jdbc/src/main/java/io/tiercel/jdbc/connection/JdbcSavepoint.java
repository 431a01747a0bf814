package io.tiercel.jdbc.connection;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/// A savepoint with a name of the application or a number of the driver.
final class JdbcSavepoint implements Savepoint {
  private final int id;
  private final @Nullable String name;
  private boolean isValid = true;

  JdbcSavepoint(int id, @Nullable String name) {
    this.id = id;
    this.name = name;
  }

  @Override
  public int getSavepointId() throws SQLException {
    checkValid();
    if (name != null) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE, "Cannot retrieve the id of a named savepoint.", null);
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    checkValid();
    if (name == null) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "Cannot retrieve the name of an unnamed savepoint.",
          null);
    }
    return name;
  }

  /// As the server knows it, quoted.
  String quoted() throws SQLException {
    checkValid();
    return Identifiers.quoted(name == null ? "JDBC_SAVEPOINT_" + id : name);
  }

  void invalidate() {
    isValid = false;
  }

  private void checkValid() throws SQLException {
    if (!isValid) {
      throw SqlExceptions.of(
          "3B001", "Cannot reference a savepoint after it has been released.", null);
    }
  }
}
