package io.tiercel.jdbc.result;

import io.tiercel.jdbc.convert.LateBound;
import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.ServerText;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What was changed of the current row, or of a row to insert, and not yet sent. Each change is one
/// command that finds its row by the primary key and returns the row as it is then.
final class RowChanges {
  private final Session session;
  private final RowDescription description;
  private final Map<Integer, Parameter> values = new TreeMap<>();
  private @Nullable UpdatableTable table;

  RowChanges(Session session, RowDescription description) {
    this.session = session;
    this.description = description;
  }

  private UpdatableTable table() throws SQLException {
    UpdatableTable known = table;
    if (known == null) {
      known = UpdatableTable.of(session, description);
      table = known;
    }
    return known;
  }

  /// Refuses a result that cannot be changed.
  void check() throws SQLException {
    table();
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  void clear() {
    values.clear();
  }

  /// Notes the value of a column, counted from 0.
  void set(int column, Parameter value) throws SQLException {
    if (table().column(column) == null) {
      throw SqlExceptions.of(
          ResultCursor.INVALID_CURSOR_STATE,
          "cannot update column \"%s\": it is computed by the query"
              .formatted(description.fields().get(column).name()),
          null);
    }
    values.put(column, value);
  }

  /// Sends the changes of a row.
  ///
  /// @return the row as it is now
  byte[] update(DataRow row) throws SQLException {
    var parameters = new ArrayList<Parameter>();
    var assignments = new ArrayList<String>();
    for (Map.Entry<Integer, Parameter> change : values.entrySet()) {
      parameters.add(settled(change.getKey(), change.getValue()));
      assignments.add(table().column(change.getKey()) + " = $" + parameters.size());
    }
    String sql =
        "update %s set %s%s%s"
            .formatted(
                table().name(),
                String.join(", ", assignments),
                where(row, parameters),
                table().returning());
    byte[] updated = one(sql, parameters, row);
    values.clear();
    return updated;
  }

  /// Sends a new row.
  ///
  /// @param template a row with what the columns are that are none of the table's
  byte[] insert(DataRow template) throws SQLException {
    var parameters = new ArrayList<Parameter>();
    var columns = new ArrayList<String>();
    var places = new ArrayList<String>();
    for (Map.Entry<Integer, Parameter> value : values.entrySet()) {
      parameters.add(settled(value.getKey(), value.getValue()));
      columns.add(String.valueOf(table().column(value.getKey())));
      places.add("$" + (places.size() + 1));
    }
    String sql =
        "insert into %s (%s) values (%s)%s"
            .formatted(
                table().name(),
                String.join(", ", columns),
                String.join(", ", places),
                table().returning());
    byte[] inserted = one(sql, parameters, template);
    values.clear();
    return inserted;
  }

  void delete(DataRow row) throws SQLException {
    var parameters = new ArrayList<Parameter>();
    String sql =
        "delete from %s%s%s".formatted(table().name(), where(row, parameters), table().returning());
    one(sql, parameters, row);
  }

  /// The row as it is now.
  byte[] refresh(DataRow row) throws SQLException {
    var parameters = new ArrayList<Parameter>();
    String sql =
        "select %s from %s%s"
            .formatted(
                String.join(", ", table().columns().values()),
                table().name(),
                where(row, parameters));
    return one(sql, parameters, row);
  }

  private String where(DataRow row, List<Parameter> parameters) throws SQLException {
    var conditions = new ArrayList<String>();
    for (int key : table().keys()) {
      parameters.add(current(row, key));
      conditions.add(table().column(key) + " = $" + parameters.size());
    }
    return " where " + String.join(" and ", conditions);
  }

  /// The value that a row has, as a parameter.
  private Parameter current(DataRow row, int column) {
    Field field = description.fields().get(column);
    Object value = row.get(column);
    if (value != null && field.format() == Format.TEXT) {
      value = new ServerText(String.valueOf(row.getString(column)));
    }
    return new Parameter(field.typeOid(), value);
  }

  /// A LOB takes the form that its column has, only now: changes may be cancelled until then.
  private Parameter settled(int column, Parameter parameter) throws SQLException {
    if (parameter.value() instanceof LateBound late) {
      int oid = description.fields().get(column).typeOid();
      return new Parameter(oid, late.valueFor(oid));
    }
    return parameter;
  }

  private byte[] one(String sql, List<Parameter> parameters, DataRow old) throws SQLException {
    int[] oids = parameters.stream().mapToInt(Parameter::declaredOid).toArray();
    @Nullable Object[] arguments = new @Nullable Object[oids.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = parameters.get(i).value();
    }
    var bodies = new ArrayList<byte[]>();
    session.work(
        pipeline -> {
          session.transactions().beginIfDue(pipeline);
          PreparedStatement statement = pipeline.statement(sql, oids);
          pipeline.add(
              statement,
              PortalLimit.NONE,
              (buffer, offset, length) ->
                  bodies.add(Arrays.copyOfRange(buffer, offset, offset + length)),
              arguments);
          pipeline.await();
        });
    if (bodies.isEmpty()) {
      throw SqlExceptions.of(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "the row is not there any more\nHint: somebody has deleted it or changed its key.",
          null);
    }
    return RowBodies.merge(bodies.getFirst(), table().columns().keySet(), old);
  }
}
