package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.ColumnPlan;
import io.tiercel.jdbc.convert.LateBound;
import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.metadata.ColumnMetaData;
import io.tiercel.jdbc.metadata.PlaceholderMetaData;
import io.tiercel.jdbc.result.ResultShape;
import io.tiercel.jdbc.session.CachedSql;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.sql.ParsedSql;
import io.tiercel.jdbc.sql.SqlCommand;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.RowDescription;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// A prepared statement: its commands are known to the server by name from the first execution on,
/// and parameters and results travel in binary where their types are known so.
public class JdbcPreparedStatement extends ParameterSetters {
  private static final String WRONG_OBJECT_TYPE = "42809";

  final ParsedSql parsed;
  private final CachedSql cached;
  private final GeneratedKeys keys;
  private final List<SqlCommand> commands;
  private final ParameterValues parameters;

  /// The types declared last, for each command: executions mostly repeat them.
  private final int[][] declaredOids;

  private final List<BoundCommand> batch = new ArrayList<>();

  /// @param keys which generated keys it returns each time
  JdbcPreparedStatement(
      Connection connection,
      Session session,
      ResultShape shape,
      CachedSql cached,
      GeneratedKeys keys) {
    super(connection, session, shape);
    this.cached = cached;
    parsed = cached.parsed();
    this.keys = keys;
    commands = parsed.commands().stream().map(keys::addTo).toList();
    parameters = new ParameterValues(parsed.parameterCount());
    declaredOids =
        commands.stream().map(command -> new int[command.parameterCount()]).toArray(int[][]::new);
    // As the interface asks; a hint for pools only.
    markPoolable();
  }

  @Override
  void set(int index, Parameter value) throws SQLException {
    checkOpen();
    if (index < 1 || index > parameters.count()) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE,
          "The column index is out of range: %d, number of columns: %d.\nStatement: %s"
              .formatted(index, parameters.count(), parsed),
          null);
    }
    parameters.set(index - 1, value);
  }

  @Override
  public final void clearParameters() throws SQLException {
    checkOpen();
    parameters.clear();
  }

  /// The commands with the values that are set now.
  final List<BoundCommand> bound() throws SQLException {
    if (commands.size() == 1) {
      return List.of(bound(0));
    }
    var bound = new ArrayList<BoundCommand>(commands.size());
    for (int i = 0; i < commands.size(); i++) {
      bound.add(bound(i));
    }
    return bound;
  }

  private BoundCommand bound(int number) throws SQLException {
    SqlCommand command = commands.get(number);
    int count = command.parameterCount();
    if (count == 0) {
      return BoundCommand.of(command);
    }
    @Nullable Object[] values = new @Nullable Object[count];
    int[] before = declaredOids[number];
    int[] oids = before;
    boolean isSettled = true;
    for (int i = 0; i < count; i++) {
      int index = command.firstParameter() + i;
      boolean isSet = parameters.isSet(index);
      Parameter instead = isSet ? null : unset(index);
      int oid = instead == null ? parameters.oid(index) : instead.declaredOid();
      values[i] = instead == null ? parameters.value(index) : instead.value();
      isSettled &= !(values[i] instanceof LateBound);
      if (oids[i] != oid) {
        oids = oids == before ? oids.clone() : oids;
        oids[i] = oid;
      }
    }
    declaredOids[number] = oids;
    var bound = new BoundCommand(command, oids, values);
    return isSettled ? bound : lateBound(bound);
  }

  /// Settles the values whose form depends on the type that the server inferred.
  private BoundCommand lateBound(BoundCommand bound) throws SQLException {
    var described =
        session.exchange(pipeline -> session.wire().prepare(bound.command().text(), bound.oids()));
    int[] oids = bound.oids().clone();
    @Nullable Object[] values = bound.values().clone();
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof LateBound late) {
        oids[i] = described.parameterOid(i);
        values[i] = late.valueFor(oids[i]);
      }
    }
    return new BoundCommand(bound.command(), oids, values);
  }

  /// What stands for a parameter without a value.
  ///
  /// @param index counted from 0
  Parameter unset(int index) throws SQLException {
    throw SqlExceptions.of(
        SqlState.INVALID_PARAMETER_VALUE,
        "No value specified for parameter %d.\nStatement: %s".formatted(index + 1, parsed),
        null);
  }

  @Override
  public boolean execute() throws SQLException {
    checkOpen();
    return (commands.size() == 1 && !keys.isWanted()) ? run(bound(0)) : run(bound(), true, keys);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    execute();
    return outcomes.singleResult();
  }

  @Override
  public final int executeUpdate() throws SQLException {
    return asInt(executeLargeUpdate());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    execute();
    return outcomes.onlyCounts();
  }

  // Batches

  @Override
  public void addBatch() throws SQLException {
    checkOpen();
    batch.addAll(bound());
  }

  @Override
  public final void clearBatch() throws SQLException {
    super.clearBatch();
    batch.clear();
  }

  @Override
  public final long[] executeLargeBatch() throws SQLException {
    checkOpen();
    List<BoundCommand> entries = List.copyOf(batch);
    batch.clear();
    return runBatch(entries, true, keys);
  }

  @Override
  final void refuseWhenPrepared() throws SQLException {
    throw SqlExceptions.of(
        WRONG_OBJECT_TYPE,
        "Can't use query methods that take a query string on a PreparedStatement.",
        null);
  }

  @Override
  public final ColumnPlan columns(RowDescription description) {
    return cached.columns(description);
  }

  // Metadata

  @Override
  public final @Nullable ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    RowDescription columns = new Describer(session, commands).columns(parameters.all());
    return columns == null ? null : new ColumnMetaData(columns, context());
  }

  @Override
  public final ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    int[] oids = new Describer(session, commands).parameterOids(describable(parameters.all()));
    return new PlaceholderMetaData(oids, context().types(), this::mode);
  }

  /// The parameters that are set, and whatever else the server must be told to describe the rest.
  @Nullable Parameter[] describable(@Nullable Parameter[] set) throws SQLException {
    return set;
  }

  final boolean isSet(int index) {
    return parameters.isSet(index - 1);
  }

  /// A constant of [ParameterMetaData].
  ///
  /// @param index counted from 1
  int mode(int index) {
    return ParameterMetaData.parameterModeIn;
  }

  /// The commands with the values that are set, those of the batch if there is one; `?` where none
  /// is. For people to read, such as in a log: what it shows may be secret.
  @Override
  public String toString() {
    boolean standard = session.sqlOptions(true, true).standardConformingStrings();
    var shown = new StringJoiner(";\n");
    try {
      for (BoundCommand entry : batch) {
        shown.add(entry.command().filledWith(n -> ShownValue.of(entry.parameter(n - 1)), standard));
      }
      if (batch.isEmpty()) {
        for (SqlCommand command : commands) {
          shown.add(
              command.filledWith(
                  n -> ShownValue.of(parameters.get(command.firstParameter() + n - 1)), standard));
        }
      }
      return shown.toString();
    } catch (SQLException e) {
      return parsed.sql(); // read under a setting that has changed since
    }
  }
}
