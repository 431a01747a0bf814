package io.tiercel.jpa.request;

import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.type.ScalarType;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.sql.ProcedureDeclaration.Parameter;
import io.tiercel.jpa.sql.ResultSetMapping;
import io.tiercel.jpa.sql.RoutineCall;
import io.tiercel.jpa.statement.ResultForm;
import io.tiercel.jpa.unit.ManagerState;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.ParameterMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the call of a routine and keeps what it gives: the values of output parameters, and result
/// sets. Confined to one thread.
final class ProcedureResults {
  private static final String CURSOR = "refcursor";

  private final ManagerState state;
  private final List<Parameter> outputs;
  private final List<Object> declared;
  private final int first;
  private final int max;
  private final Map<Object, @Nullable Object> outputValues = new HashMap<>();
  private final List<String> cursors = new ArrayList<>();
  private final RootPlan graph;
  private final ArrayDeque<List<@Nullable Object>> sets = new ArrayDeque<>();

  /// @param declared how result sets are read, each a class or the name of a mapping
  /// @param graph what is to be read with entities
  ProcedureResults(
      ManagerState state,
      List<Parameter> parameters,
      List<Object> declared,
      int first,
      int max,
      RootPlan graph) {
    this.graph = graph;
    this.state = state;
    this.outputs =
        parameters.stream().filter(parameter -> parameter.mode() != ParameterMode.IN).toList();
    this.declared = declared;
    this.first = first;
    this.max = max;
  }

  /// The result sets not yet taken.
  ArrayDeque<List<@Nullable Object>> sets() {
    return sets;
  }

  /// The values of OUT and INOUT parameters by name or position.
  Map<Object, @Nullable Object> outputValues() {
    return outputValues;
  }

  void run(RoutineCall call, @Nullable Object[] values) {
    state.context().writesAny();
    boolean givesCursors = outputs.isEmpty() && call.routine().returnType().equals(CURSOR);
    if (!outputs.isEmpty()) {
      state.session().query(call.sql(), this::readOutputs, values);
    } else if (givesCursors) {
      state.session().query(call.sql(), row -> cursors.add(row.get(0, String.class)), values);
    } else if (call.routine().givesRows()) {
      sets.add(rows(call.sql(), values));
    } else {
      state.session().query(call.sql(), row -> {}, values);
    }
    for (String cursor : cursors) {
      if (cursor != null) {
        state.requireTransaction("reading a cursor");
        sets.add(rows("fetch all from \"%s\"".formatted(cursor.replace("\"", "\"\""))));
      }
    }
  }

  private void readOutputs(DataRow row) {
    for (int i = 0; i < outputs.size(); i++) {
      Parameter output = outputs.get(i);
      int column = column(row, output, i);
      if (output.mode() == ParameterMode.REF_CURSOR) {
        cursors.add(row.get(column, String.class));
      } else {
        outputValues.putIfAbsent(output.key(), value(row, column, output.type()));
      }
    }
  }

  private static int column(DataRow row, Parameter output, int order) {
    if (output.key() instanceof String name) {
      String stored = Identifier.stored(name);
      for (int i = 0; i < row.size(); i++) {
        if (row.description().fields().get(i).name().equals(stored)) {
          return i;
        }
      }
    }
    if (order >= row.size()) {
      throw new IllegalArgumentException(
          "the routine gives %d values, none for output parameter %s"
              .formatted(row.size(), output.key()));
    }
    return order;
  }

  private static @Nullable Object value(DataRow row, int column, Class<?> type) {
    ScalarType scalar = ScalarType.of(type == void.class ? Object.class : type);
    Class<?> columnType = scalar.columnType();
    Object value = columnType == Object.class ? row.get(column) : row.get(column, columnType);
    Conversion conversion = scalar.conversion();
    return value == null || conversion == null ? value : conversion.toAttribute(value);
  }

  private List<@Nullable Object> rows(String sql, @Nullable Object... values) {
    ResultRows rows = nextRows();
    List<@Nullable Object> list = new ArrayList<>();
    int[] seen = new int[1];
    state
        .session()
        .query(
            sql,
            row -> {
              int number = seen[0]++;
              if (number >= first && number - first < max) {
                list.add(rows.read(row));
              }
            },
            values);
    rows.complete();
    return list;
  }

  /// How the result set that comes next is read.
  private ResultRows nextRows() {
    int number = sets.size();
    Object how = number < declared.size() ? declared.get(number) : Object.class;
    if (how instanceof String mapping) {
      return ResultRows.of(
          state,
          new ResultForm.Mapped(state.unit().resultSetMappings().get(mapping)),
          Object.class,
          graph);
    }
    Class<?> type = (Class<?>) how;
    ResultForm form =
        state.unit().mapping().isEntity(type)
            ? new ResultForm.Mapped(ResultSetMapping.of(type))
            : new ResultForm.SelfDescribed();
    return ResultRows.of(state, form, type, graph);
  }
}
