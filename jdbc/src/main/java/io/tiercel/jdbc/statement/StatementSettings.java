package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.result.ResultShape;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.error.SqlState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What can be set of a statement.
abstract class StatementSettings implements Statement {
  final Connection connection;
  final Session session;
  final Runner runner;
  private ResultShape shape;
  private volatile boolean isClosed;
  private boolean isPoolable;
  private boolean isClosedOnCompletion;
  private boolean escapeProcessing = true;
  private int fetchSize;
  private int fetchDirection = ResultSet.FETCH_FORWARD;
  private long maxRows;
  private int queryTimeoutSeconds;

  StatementSettings(Connection connection, Session session, ResultShape shape) {
    this.connection = connection;
    this.session = session;
    runner = new Runner(session);
    this.shape = shape;
    fetchSize = session.options().defaultFetchSize();
    queryTimeoutSeconds = session.options().compatibility().queryTimeoutSeconds();
  }

  final void checkOpen() throws SQLException {
    if (isClosed) {
      throw Runner.closed();
    }
  }

  final ResultShape shape() {
    return shape;
  }

  final Duration timeout() {
    return Duration.ofSeconds(queryTimeoutSeconds);
  }

  final void markPoolable() {
    isPoolable = true;
  }

  final void markClosed() {
    isClosed = true;
  }

  static SQLException invalid(String message) {
    return SqlExceptions.of(SqlState.INVALID_PARAMETER_VALUE, message, null);
  }

  @Override
  public final Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  @Override
  public final boolean isClosed() {
    return isClosed;
  }

  @Override
  public final int getMaxFieldSize() throws SQLException {
    checkOpen();
    return shape.maxFieldSize();
  }

  @Override
  public final void setMaxFieldSize(int max) throws SQLException {
    checkOpen();
    if (max < 0) {
      throw invalid("The maximum field size must be a value greater than or equal to 0.");
    }
    shape = new ResultShape(shape.type(), shape.concurrency(), shape.holdability(), max);
  }

  @Override
  public final int getMaxRows() throws SQLException {
    return (int) Math.min(Integer.MAX_VALUE, getLargeMaxRows());
  }

  @Override
  public final void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public final long getLargeMaxRows() throws SQLException {
    checkOpen();
    return maxRows;
  }

  @Override
  public final void setLargeMaxRows(long max) throws SQLException {
    checkOpen();
    if (max < 0) {
      throw invalid(
          "Maximum number of rows must be a value greater than or equal to 0, not " + max + ".");
    }
    maxRows = max;
  }

  @Override
  public final void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
    escapeProcessing = enable;
  }

  final boolean escapeProcessing() {
    return escapeProcessing;
  }

  @Override
  public final int getQueryTimeout() throws SQLException {
    checkOpen();
    return queryTimeoutSeconds;
  }

  @Override
  public final void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    if (seconds < 0) {
      throw invalid("Query timeout must be a value greater than or equals to 0.");
    }
    queryTimeoutSeconds = seconds;
  }

  @Override
  public final @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return runner.warnings().first();
  }

  @Override
  public final void clearWarnings() throws SQLException {
    checkOpen();
    runner.warnings().clear();
  }

  @Override
  public final void setCursorName(String name) throws SQLException {
    checkOpen();
  }

  @Override
  public final void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD
        && direction != ResultSet.FETCH_REVERSE
        && direction != ResultSet.FETCH_UNKNOWN) {
      throw invalid("Invalid fetch direction constant: %d.".formatted(direction));
    }
    fetchDirection = direction;
  }

  @Override
  public final int getFetchDirection() throws SQLException {
    checkOpen();
    return fetchDirection;
  }

  @Override
  public final void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw invalid("Fetch size must be a value greater to or equal to 0.");
    }
    fetchSize = rows;
  }

  @Override
  public final int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public final int getResultSetConcurrency() throws SQLException {
    checkOpen();
    return shape.concurrency();
  }

  @Override
  public final int getResultSetType() throws SQLException {
    checkOpen();
    return shape.type();
  }

  @Override
  public final int getResultSetHoldability() throws SQLException {
    checkOpen();
    return shape.holdability();
  }

  @Override
  public final void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
    isPoolable = poolable;
  }

  @Override
  public final boolean isPoolable() throws SQLException {
    checkOpen();
    return isPoolable;
  }

  @Override
  public final void closeOnCompletion() throws SQLException {
    checkOpen();
    isClosedOnCompletion = true;
  }

  @Override
  public final boolean isCloseOnCompletion() throws SQLException {
    checkOpen();
    return isClosedOnCompletion;
  }

  final boolean closesOnCompletion() {
    return isClosedOnCompletion;
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw invalid("Cannot unwrap to " + type.getName());
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
