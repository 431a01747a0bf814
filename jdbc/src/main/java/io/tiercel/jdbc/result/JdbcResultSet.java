package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.ConversionContext;
import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.row.RowDescription;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A result. Forward-only ones hold no more than a block of rows or two; scrollable ones keep what
/// they have read. Confined to one thread at a time, whatever other threads do on the connection.
public final class JdbcResultSet extends ResultUpdaters {
  private JdbcResultSet(
      ResultOwner owner,
      ConversionContext context,
      ResultShape shape,
      RowDescription description,
      Rows rows) {
    super(owner, context, shape, description, rows);
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
    Rows rows = shape.isUpdatable() ? new RowList(window.copies()) : window;
    return new JdbcResultSet(owner, context, shape, description, rows);
  }

  /// A result that the driver makes: each row is the body of a DataRow message.
  public static JdbcResultSet of(
      ResultOwner owner,
      ConversionContext context,
      RowDescription description,
      List<byte[]> bodies) {
    return new JdbcResultSet(
        owner, context, ResultShape.INSENSITIVE, description, new RowList(bodies));
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    throw SqlExceptions.of("0A000", "metadata of results", null);
  }

  // Changing rows

  @Override
  void update(int column, @Nullable Parameter value) throws SQLException {
    checkColumn(column);
    throw notUpdatable();
  }

  private SQLException notUpdatable() throws SQLException {
    checkOpen();
    return SqlExceptions.of(
        INVALID_CURSOR_STATE,
        "ResultSet is not updateable\nHint: ask for CONCUR_UPDATABLE when creating the statement.",
        null);
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

  @Override
  public void insertRow() throws SQLException {
    throw notUpdatable();
  }

  @Override
  public void updateRow() throws SQLException {
    throw notUpdatable();
  }

  @Override
  public void deleteRow() throws SQLException {
    throw notUpdatable();
  }

  @Override
  public void refreshRow() throws SQLException {
    throw notUpdatable();
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw notUpdatable();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw notUpdatable();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw notUpdatable();
  }
}
