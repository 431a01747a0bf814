package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.metadata.ColumnMetaData;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.nio.ByteBuffer;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A result. Forward-only ones hold no more than a block of rows or two; scrollable ones keep what
/// they have read. Confined to one thread at a time, whatever other threads do on the connection.
public final class JdbcResultSet extends ResultUpdaters {
  private static final ResultOwner NO_OWNER =
      new ResultOwner() {
        @Override
        public @Nullable Statement statement() {
          return null;
        }

        @Override
        public void closed(JdbcResultSet result) {
          // Nobody waits for it.
        }
      };

  private final @Nullable RowChanges changes;
  private boolean onInsertRow;

  private JdbcResultSet(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription description,
      Rows rows,
      @Nullable RowChanges changes) {
    super(owner, context, shape, description, rows);
    this.changes = changes;
  }

  /// The result of a statement, whose rows come from `feed`.
  public static JdbcResultSet of(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription description,
      RowFeed feed)
      throws SQLException {
    var window = new RowWindow(feed, shape.isScrollable() || shape.isUpdatable());
    if (!shape.isUpdatable()) {
      return new JdbcResultSet(owner, context, shape, description, window, null);
    }
    return new JdbcResultSet(
        owner,
        context,
        shape,
        description,
        new RowList(window.copies(new DataRow(description, context.codecs()))),
        new RowChanges(feed.session, description));
  }

  /// A result that the driver makes: each row is the body of a DataRow message.
  public static JdbcResultSet of(
      ResultOwner owner,
      ConversionContext context,
      RowDescription description,
      List<byte[]> bodies) {
    return of(owner, context, ResultShape.INSENSITIVE, description, bodies);
  }

  /// As [#of(ResultOwner, ConversionContext, RowDescription, List)] of a shape that is not
  /// updatable.
  static JdbcResultSet of(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription description,
      List<byte[]> bodies) {
    return new JdbcResultSet(owner, context, shape, description, new RowList(bodies), null);
  }

  /// Reads to the end, closes, and returns the first row as a result of its own that stands on it;
  /// null if there is none. Blocks.
  public @Nullable JdbcResultSet takeFirstRow() throws SQLException {
    byte[] first = next() ? body(cursor) : null;
    while (next()) {
      // What else the command does or fails at happens now.
    }
    close();
    if (first == null) {
      return null;
    }
    JdbcResultSet row = of(NO_OWNER, context, description, List.of(first));
    row.next();
    return row;
  }

  /// The body of the DataRow message that a row was read from.
  private static byte[] body(DataRow row) {
    int size = Short.BYTES;
    for (int i = 0; i < row.size(); i++) {
      size += Integer.BYTES + Math.max(row.length(i), 0);
    }
    ByteBuffer body = ByteBuffer.allocate(size).putShort((short) row.size());
    for (int i = 0; i < row.size(); i++) {
      body.putInt(row.length(i));
      if (row.length(i) > 0) {
        body.put(row.buffer(), row.offset(i), row.length(i));
      }
    }
    return body.array();
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new ColumnMetaData(description, context);
  }

  // Changing rows

  private RowChanges changes() throws SQLException {
    checkOpen();
    RowChanges known = changes;
    if (known == null) {
      throw invalidState(
          "ResultSet is not updateable\n"
              + "Hint: ask for CONCUR_UPDATABLE when creating the statement.");
    }
    return known;
  }

  private static SQLException invalidState(String message) {
    return SqlExceptions.of(INVALID_CURSOR_STATE, message, null);
  }

  /// The changes of a row that is there already.
  private RowChanges changesOfRow(String method) throws SQLException {
    RowChanges known = changes();
    if (onInsertRow) {
      throw invalidState("Cannot call %s() when on the insert row.".formatted(method));
    }
    if (!isOnRow()) {
      throw invalidState(
          "Currently not positioned on a row of the ResultSet.  You cannot call %s() here."
              .formatted(method));
    }
    return known;
  }

  private RowList list() {
    return (RowList) rows();
  }

  @Override
  void update(int column, Parameter value) throws SQLException {
    RowChanges known = changes();
    if (!onInsertRow && !isOnRow()) {
      throw invalidState(
          "Cannot update the ResultSet because it is either before the start or after the end of"
              + " the results.");
    }
    checkColumn(column);
    known.set(column - 1, value);
  }

  @Override
  public void updateRow() throws SQLException {
    RowChanges known = changesOfRow("updateRow");
    if (!known.isEmpty()) {
      replace(known.update(cursor));
    }
  }

  private void replace(byte[] body) throws SQLException {
    list().replace(position(), body);
    pointAt(body);
  }

  @Override
  public void deleteRow() throws SQLException {
    changesOfRow("deleteRow").delete(cursor);
    list().remove(position());
    moveTo(position() - 1);
  }

  @Override
  public void refreshRow() throws SQLException {
    RowChanges known = changesOfRow("refreshRow");
    known.clear();
    replace(known.refresh(cursor));
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    RowChanges known = changes();
    if (onInsertRow) {
      throw invalidState("Cannot call cancelRowUpdates() when on the insert row.");
    }
    known.clear();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    RowChanges known = changes();
    known.check();
    known.clear();
    onInsertRow = true;
    pointAt(RowBodies.nulls(description.size()));
  }

  @Override
  public void insertRow() throws SQLException {
    RowChanges known = changes();
    if (!onInsertRow) {
      throw invalidState("Not on the insert row.");
    }
    if (known.isEmpty()) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "You must specify at least one column value to insert a row.",
          null);
    }
    byte[] body = known.insert(cursor);
    list().add(body);
    pointAt(body);
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    changes();
    moveTo(position());
  }

  @Override
  void beforeRelativeMove() throws SQLException {
    if (onInsertRow) {
      throw invalidState("Can't use relative move methods while on the insert row.");
    }
  }

  @Override
  void leaveRow() {
    onInsertRow = false;
    if (changes != null) {
      changes.clear();
    }
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowInserted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    checkOpen();
    return false;
  }
}
