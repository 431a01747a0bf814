package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// Where a result stands: moving over its rows, and the checks that every getter makes.
abstract class ResultCursor implements ResultSet {
  static final String INVALID_CURSOR_STATE = "24000";
  private static final long BEFORE_FIRST = -1;

  final ResultOwner owner;
  final ConversionContext context;
  final ResultShape shape;
  final RowDescription description;
  final DataRow cursor;
  private final Rows rows;

  /// Made when a label is first looked for that no column is spelled as.
  private @Nullable Columns columns;

  private long position = BEFORE_FIRST;
  private boolean onRow;
  private boolean isClosed;
  private boolean wasNull;
  private int fetchDirection = FETCH_FORWARD;
  private int fetchSize;

  ResultCursor(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription description,
      Rows rows) {
    this.owner = owner;
    this.context = context;
    this.shape = shape;
    this.description = description;
    this.rows = rows;
    cursor = new DataRow(description, context.codecs());
  }

  // Checks

  final void checkOpen() throws SQLException {
    if (isClosed) {
      throw closed();
    }
  }

  static SQLException closed() {
    return SqlExceptions.of(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "This ResultSet is closed.", null);
  }

  /// The current row, for reading one of its columns, counted from 1.
  DataRow row(int column) throws SQLException {
    if (!onRow) {
      throw notOnRow();
    }
    if (column < 1 || column > cursor.size()) {
      throw outOfRange(column);
    }
    wasNull = cursor.isNull(column - 1);
    return cursor;
  }

  final void noteNull(boolean isNull) {
    wasNull = isNull;
  }

  final void checkColumn(int column) throws SQLException {
    if (column < 1 || column > description.size()) {
      throw outOfRange(column);
    }
  }

  private SQLException outOfRange(int column) {
    return SqlExceptions.of(
        SqlState.INVALID_PARAMETER_VALUE,
        "The column index is out of range: %d, number of columns: %d."
            .formatted(column, description.size()),
        null);
  }

  final SQLException notOnRow() throws SQLException {
    checkOpen();
    return SqlExceptions.of(
        INVALID_CURSOR_STATE,
        "ResultSet not positioned properly, perhaps you need to call next.",
        null);
  }

  final boolean isOnRow() {
    return onRow;
  }

  final long position() {
    return position;
  }

  final Rows rows() {
    return rows;
  }

  private void checkScrollable() throws SQLException {
    checkOpen();
    if (!shape.isScrollable()) {
      throw SqlExceptions.of(
          INVALID_CURSOR_STATE,
          "Operation requires a scrollable ResultSet, but this ResultSet is FORWARD_ONLY.",
          null);
    }
  }

  // Moving

  /// Leaves what was begun on the current row, such as an update.
  abstract void leaveRow();

  /// Refuses to move on from where there is no next row.
  abstract void beforeRelativeMove() throws SQLException;

  /// Makes another body the current row, without moving.
  final void pointAt(byte[] body) {
    cursor.moveTo(body, 0, body.length);
    onRow = true;
  }

  final boolean moveTo(long index) throws SQLException {
    leaveRow();
    onRow = rows.moveTo(index, cursor);
    position = onRow ? index : index < 0 ? BEFORE_FIRST : rows.size();
    return onRow;
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    beforeRelativeMove();
    leaveRow();
    if (rows.moveTo(position + 1, cursor)) {
      position++;
      onRow = true;
      return true;
    }
    position = rows.size();
    onRow = false;
    return false;
  }

  @Override
  public final boolean previous() throws SQLException {
    checkScrollable();
    beforeRelativeMove();
    return moveTo(position - 1);
  }

  @Override
  public final boolean first() throws SQLException {
    checkScrollable();
    return moveTo(0);
  }

  @Override
  public final boolean last() throws SQLException {
    checkScrollable();
    return moveTo(rows.size() - 1);
  }

  @Override
  public final boolean absolute(int row) throws SQLException {
    checkScrollable();
    return moveTo(row > 0 ? row - 1L : row == 0 ? BEFORE_FIRST : rows.size() + row);
  }

  @Override
  public final boolean relative(int count) throws SQLException {
    checkScrollable();
    beforeRelativeMove();
    return moveTo(position + count);
  }

  @Override
  public final void beforeFirst() throws SQLException {
    checkScrollable();
    moveTo(BEFORE_FIRST);
  }

  @Override
  public final void afterLast() throws SQLException {
    checkScrollable();
    moveTo(rows.size());
  }

  @Override
  public final boolean isBeforeFirst() throws SQLException {
    checkOpen();
    return position == BEFORE_FIRST && !onRow && rows.has(0);
  }

  @Override
  public final boolean isAfterLast() throws SQLException {
    checkOpen();
    return position > 0 && !onRow;
  }

  @Override
  public final boolean isFirst() throws SQLException {
    checkOpen();
    return onRow && position == 0;
  }

  @Override
  public final boolean isLast() throws SQLException {
    checkOpen();
    return onRow && !rows.has(position + 1);
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return onRow ? (int) Math.min(Integer.MAX_VALUE, position + 1) : 0;
  }

  // What it is

  @Override
  public final int findColumn(String label) throws SQLException {
    checkOpen();
    int exact = label == null ? -1 : description.indexOf(label);
    if (exact >= 0) {
      return exact + 1;
    }
    Columns known = columns;
    if (known == null) {
      known = new Columns(description);
      columns = known;
    }
    return known.find(label);
  }

  @Override
  public final boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public final int getType() throws SQLException {
    checkOpen();
    return shape.type();
  }

  @Override
  public final int getConcurrency() throws SQLException {
    checkOpen();
    return shape.concurrency();
  }

  @Override
  public final int getHoldability() throws SQLException {
    checkOpen();
    return shape.holdability();
  }

  @Override
  public final void setFetchDirection(int direction) throws SQLException {
    checkScrollable();
    if (direction != FETCH_FORWARD && direction != FETCH_REVERSE && direction != FETCH_UNKNOWN) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "Invalid fetch direction constant: %d.".formatted(direction),
          null);
    }
    fetchDirection = direction;
  }

  @Override
  public final int getFetchDirection() throws SQLException {
    checkOpen();
    return fetchDirection;
  }

  @Override
  public final void setFetchSize(int size) throws SQLException {
    checkOpen();
    if (size < 0) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "Fetch size must be a value greater to or equal to 0.",
          null);
    }
    fetchSize = size;
    rows.setFetchSize(size);
  }

  @Override
  public final int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  /// For the statement that returned it.
  public final void adoptFetchSize(int size) {
    fetchSize = size;
  }

  @Override
  public final @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return owner.statement();
  }

  @Override
  public final String getCursorName() throws SQLException {
    checkOpen();
    throw SqlExceptions.of(
        SqlState.FEATURE_NOT_SUPPORTED,
        "results have no cursor names\nHint: use an updatable ResultSet, or DECLARE a cursor.",
        null);
  }

  @Override
  public final @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public final void clearWarnings() throws SQLException {
    checkOpen();
  }

  // The end

  @Override
  public final boolean isClosed() {
    return isClosed;
  }

  @Override
  public final void close() throws SQLException {
    if (!isClosed) {
      isClosed = true;
      onRow = false;
      try {
        rows.close();
      } finally {
        owner.closed((JdbcResultSet) this);
      }
    }
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw SqlExceptions.of(
        SqlState.INVALID_PARAMETER_VALUE, "Cannot unwrap to " + type.getName(), null);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
