package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.result.JdbcResultSet;
import io.tiercel.jdbc.result.ResultShape;
import io.tiercel.jdbc.session.CachedSql;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.sql.CommandKind;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.SqlState;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A call of a function or procedure.
///
/// The parameters that are registered as output take the columns of the first row that the call
/// returns, in order; the row is read and kept when the statement is executed, and is no result of
/// the statement any more. Without registered outputs it is a prepared statement like others.
///
/// An output that has no value of its own is sent as NULL: to a function as `void`, which the
/// server leaves out when it looks for the function, to a procedure without a type.
final class JdbcCallableStatement extends JdbcPreparedStatement
    implements NamedSetters, OutputGetters {
  private static final int VOID = 2278;
  private static final String NO_DATA = "02000";
  private static final String TYPE_MISMATCH = "2200G";
  private static final String NOT_IN_STATE = "55000";

  private final @Nullable Output[] registered;
  private final ArgumentNames names;
  private int registeredCount;
  private @Nullable JdbcResultSet outputs;

  /// What the cursors among the outputs return, by the index of the parameter.
  private final Map<Integer, ResultSet> cursors = new HashMap<>();

  /// An output parameter.
  ///
  /// @param sqlType a code of `java.sql.Types`
  /// @param scale the digits behind the point, -1 for all there are
  private record Output(int sqlType, int scale) {}

  JdbcCallableStatement(Connection connection, Session session, ResultShape shape, CachedSql cached)
      throws SQLException {
    super(connection, session, shape, cached, GeneratedKeys.NONE);
    registered = new Output[parsed.parameterCount()];
    names = new ArgumentNames(session, parsed);
  }

  // Registering

  private void register(int index, int sqlType, int scale) throws SQLException {
    checkOpen();
    checkIndex(index);
    if (registered[index - 1] == null) {
      registeredCount++;
    }
    registered[index - 1] = new Output(sqlType, scale);
  }

  private void checkIndex(int index) throws SQLException {
    if (index < 1 || index > registered.length) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "The column index is out of range: %d, number of columns: %d.\nStatement: %s"
              .formatted(index, registered.length, parsed),
          null);
    }
  }

  @Override
  public int parameter(String name) throws SQLException {
    checkOpen();
    return names.index(name);
  }

  @Override
  public void registerOutParameter(int index, int sqlType) throws SQLException {
    register(index, sqlType, -1);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, int scale) throws SQLException {
    register(index, sqlType, scale);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, @Nullable String typeName)
      throws SQLException {
    register(index, sqlType, -1);
  }

  @Override
  public void registerOutParameter(String name, int sqlType) throws SQLException {
    register(parameter(name), sqlType, -1);
  }

  @Override
  public void registerOutParameter(String name, int sqlType, int scale) throws SQLException {
    register(parameter(name), sqlType, scale);
  }

  @Override
  public void registerOutParameter(String name, int sqlType, @Nullable String typeName)
      throws SQLException {
    register(parameter(name), sqlType, -1);
  }

  @Override
  public void registerOutParameter(int index, SQLType type) throws SQLException {
    register(index, type.getVendorTypeNumber(), -1);
  }

  @Override
  public void registerOutParameter(int index, SQLType type, int scale) throws SQLException {
    register(index, type.getVendorTypeNumber(), scale);
  }

  @Override
  public void registerOutParameter(int index, SQLType type, @Nullable String typeName)
      throws SQLException {
    register(index, type.getVendorTypeNumber(), -1);
  }

  @Override
  public void registerOutParameter(String name, SQLType type) throws SQLException {
    register(parameter(name), type.getVendorTypeNumber(), -1);
  }

  @Override
  public void registerOutParameter(String name, SQLType type, int scale) throws SQLException {
    register(parameter(name), type.getVendorTypeNumber(), scale);
  }

  @Override
  public void registerOutParameter(String name, SQLType type, @Nullable String typeName)
      throws SQLException {
    register(parameter(name), type.getVendorTypeNumber(), -1);
  }

  // Running

  @Override
  Parameter unset(int index) throws SQLException {
    if (registered[index] == null) {
      return super.unset(index);
    }
    return new Parameter(isOfProcedure(index) ? Oids.UNSPECIFIED : VOID, null);
  }

  @Override
  @Nullable Parameter[] describable(@Nullable Parameter[] set) throws SQLException {
    for (int i = 0; i < set.length; i++) {
      if (set[i] == null && registered[i] != null) {
        set[i] = unset(i);
      }
    }
    return set;
  }

  /// An output that has a value is an input too.
  @Override
  int mode(int index) {
    if (registered[index - 1] == null) {
      return ParameterMetaData.parameterModeIn;
    }
    return isSet(index) ? ParameterMetaData.parameterModeInOut : ParameterMetaData.parameterModeOut;
  }

  private boolean isOfProcedure(int index) {
    for (SqlCommand command : parsed.commands()) {
      if (index < command.firstParameter() + command.parameterCount()) {
        return command.kind() == CommandKind.CALL;
      }
    }
    return false;
  }

  @Override
  public boolean execute() throws SQLException {
    closeOutputs();
    boolean returnsRows = super.execute();
    if (registeredCount == 0) {
      return returnsRows;
    }
    Outcome first = outcomes.current();
    JdbcResultSet rows = first == null ? null : first.rows();
    outputs = rows == null ? null : rows.takeFirstRow();
    outcomes.set(List.of(new Outcome(null, -1)));
    checkOutputs();
    openCursors();
    return false;
  }

  /// A cursor lives as long as its transaction, and what it returns is to be read after a commit
  /// too.
  private void openCursors() throws SQLException {
    if (!session.transactions().isActive()) {
      return;
    }
    for (int i = 0; i < registered.length; i++) {
      Output output = registered[i];
      if (output != null && isOpaque(output.sqlType)) {
        ResultSet cursor = openCursor(i + 1);
        if (cursor != null) {
          cursors.put(i + 1, cursor);
        }
      }
    }
  }

  /// Null if that output is no cursor, or NULL.
  private @Nullable ResultSet openCursor(int index) throws SQLException {
    ResultSet row = output(index);
    int column = outputColumn(index);
    if (row.getMetaData().getColumnType(column) != Types.REF_CURSOR) {
      return null;
    }
    String name = row.getString(column);
    return name == null ? null : context().cursor(name, getResultSetType());
  }

  /// The row that a function returns is no reason to fail, even if nobody wants it.
  @Override
  public long executeLargeUpdate() throws SQLException {
    if (parsed.commands().stream().noneMatch(command -> command.call() != null)) {
      return super.executeLargeUpdate();
    }
    execute();
    return 0;
  }

  private void checkOutputs() throws SQLException {
    if (outputs == null) {
      throw SqlExceptions.of(
          NO_DATA, "A CallableStatement was executed with nothing returned.", null);
    }
    int returned = outputs.getMetaData().getColumnCount();
    if (returned != registeredCount) {
      throw SqlExceptions.of(
          "42601",
          "A CallableStatement was executed with an invalid number of parameters: %d are registered"
                  .formatted(registeredCount)
              + " as output, the call returned %d values\nHint: register each OUT and INOUT"
                  .formatted(returned)
              + " parameter, or none to read the result as rows.",
          null);
    }
  }

  private void closeOutputs() throws SQLException {
    for (ResultSet cursor : cursors.values()) {
      cursor.close();
    }
    cursors.clear();
    JdbcResultSet before = outputs;
    outputs = null;
    if (before != null) {
      before.close();
    }
  }

  @Override
  public void close() throws SQLException {
    closeOutputs();
    super.close();
  }

  // Reading

  @Override
  public ResultSet output(int index) throws SQLException {
    checkOpen();
    checkIndex(index);
    if (registered[index - 1] == null) {
      throw SqlExceptions.of(
          TYPE_MISMATCH,
          "parameter %d is not registered as output\nHint: call registerOutParameter(%d, …) before"
                  .formatted(index, index)
              + " executing the statement.",
          null);
    }
    return executed();
  }

  private JdbcResultSet executed() throws SQLException {
    if (outputs == null) {
      throw SqlExceptions.of(
          NO_DATA,
          "Results cannot be retrieved from a CallableStatement before it is executed.",
          null);
    }
    return outputs;
  }

  @Override
  public int outputColumn(int index) {
    int column = 0;
    for (int i = 0; i < index; i++) {
      if (registered[i] != null) {
        column++;
      }
    }
    return column;
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    if (outputs == null) {
      throw SqlExceptions.of(
          NOT_IN_STATE, "wasNull cannot be called before a result was fetched.", null);
    }
    return outputs.wasNull();
  }

  @Override
  public @Nullable Object objectOf(int index) throws SQLException {
    ResultSet row = output(index);
    Output output = registered[index - 1];
    int column = outputColumn(index);
    if (output == null) {
      return row.getObject(column);
    }
    if (isOpaque(output.sqlType)
        && row.getMetaData().getColumnType(column) == Types.REF_CURSOR
        && row.getString(column) != null) {
      ResultSet opened = cursors.get(index);
      return opened == null ? openCursor(index) : opened;
    }
    return OutputValues.object(row, column, output.sqlType, output.scale);
  }

  @Override
  public <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
    ResultSet opened = cursors.get(index);
    if (type == ResultSet.class && opened != null) {
      output(index);
      return type.cast(opened);
    }
    return OutputGetters.super.getObject(index, type);
  }

  private static boolean isOpaque(int sqlType) {
    return sqlType == Types.REF_CURSOR || sqlType == Types.OTHER;
  }
}
