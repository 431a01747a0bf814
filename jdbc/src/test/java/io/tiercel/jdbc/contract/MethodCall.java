package io.tiercel.jdbc.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLInput;
import java.sql.SQLOutput;
import java.sql.Types;
import java.util.Map;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.NullUnmarked;

/// A method of an interface, called on a target of its own.
@NullUnmarked
final class MethodCall {
  private final DriverUnderTest driver;
  private final Connection connection;
  private final Targets targets;
  private final Class<?> type;
  private final Method method;
  private boolean isReached;

  private MethodCall(DriverUnderTest driver, Connection connection, Class<?> type, Method method) {
    this.driver = driver;
    this.connection = connection;
    this.targets = new Targets(driver, connection);
    this.type = type;
    this.method = method;
  }

  /// What the method returns or does, or the SQLSTATE of its refusal. `never called` if there was
  /// nothing to call it on.
  static String outcome(DriverUnderTest driver, Class<?> type, Method method) throws Exception {
    Connection connection = driver.connect();
    connection.setAutoCommit(
        type == DatabaseMetaData.class
            || method.getName().matches(".*(AutoCommit|ReadOnly|Isolation)"));
    var call = new MethodCall(driver, connection, type, method);
    try (var _ = call.targets) {
      String outcome = call.outcome();
      return call.isReached ? call.neutral(outcome) : "never called";
    } catch (InvocationTargetException e) {
      return refusal(e.getCause());
    } catch (SQLException e) {
      return call.isReached ? "then " + e.getSQLState() : "never called, " + e.getSQLState();
    }
  }

  private static String refusal(Throwable failure) {
    return switch (failure) {
      case SQLException refused -> "refused " + refused.getSQLState();
      case XAException refused -> "refused " + refused.errorCode;
      default -> "thrown " + failure;
    };
  }

  /// Without what each run has of its own.
  private String neutral(String outcome) {
    var database = driver.database();
    return outcome
        .replace(database.name(), "DATABASE")
        .replace(":" + database.port() + "/", ":PORT/")
        .replaceAll("\\p{Cntrl}", "?")
        .replaceAll("echo_int8_\\d+", "echo_int8_OID");
  }

  private String outcome() throws Exception {
    if (type == PreparedStatement.class && isBound()) {
      return sent();
    } else if (type == CallableStatement.class && (isBound() || isOutput())) {
      return called();
    } else if (type == ResultSet.class
        && method.getName().matches("update.+")
        && method.getParameterCount() > 0) {
      return updated();
    } else if (type == SQLInput.class) {
      return read();
    } else if (type == SQLOutput.class) {
      return written();
    }
    Object target = targets.target(type, method);
    if (target == null) {
      return "";
    }
    Object result = invoke(target, arguments());
    return type == DatabaseMetaData.class && result instanceof ResultSet rows
        ? Shown.catalog(rows)
        : Shown.of(result);
  }

  private Object invoke(Object target, Object... arguments) throws Exception {
    isReached = true;
    return method.invoke(target, arguments);
  }

  private boolean isBound() {
    return method.getParameterCount() > 1 && method.getName().startsWith("set");
  }

  private boolean isOutput() {
    return method.getParameterCount() > 0
        && method.getName().matches("get.*|registerOutParameter")
        && !method.getName().equals("getMoreResults");
  }

  private Object[] samples(int first) throws Exception {
    return new Samples(driver, connection, targets).values(method, first);
  }

  private Object[] arguments() throws Exception {
    boolean isColumn =
        type == ResultSet.class
            && method.getParameterCount() > 0
            && method.getName().startsWith("get");
    Object[] values =
        type == DatabaseMetaData.class ? Samples.ofCatalog(method) : samples(isColumn ? 1 : 0);
    if (isColumn) {
      String column = Samples.columnFor(method);
      values[0] =
          method.getParameterTypes()[0] == String.class
              ? column
              : Targets.row(connection).findColumn(column);
    } else if (Clob.class.isAssignableFrom(type) || type == Blob.class) {
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof Long) {
          values[i] = 1L;
        }
      }
    }
    return values;
  }

  private String sent() throws Exception {
    String wanted = Samples.typeFor(method);
    try (var statement =
        connection.prepareStatement(
            wanted.equals("oid")
                ? "select encode(lo_get(?::oid), 'escape')"
                : "select (?::%s)::text".formatted(wanted))) {
      Object[] values = samples(1);
      values[0] = 1;
      invoke(statement, values);
      return first(statement.executeQuery());
    }
  }

  private String called() throws Exception {
    String wanted = Samples.typeFor(method);
    try (var call =
        connection.prepareCall("{call echo_%s(?)}".formatted(wanted.replace("[]", "s")))) {
      Object[] values = samples(1);
      values[0] = method.getParameterTypes()[0] == String.class ? "x" : 1;
      if (method.getName().startsWith("register")) {
        invoke(call, values);
        call.setString(1, "7");
        call.execute();
        return Shown.of(call.getObject(1));
      }
      call.registerOutParameter(1, outputType(wanted));
      if (isBound()) {
        invoke(call, values);
        call.execute();
        return wanted.equals("oid") ? "sent" : Shown.of(call.getObject(1));
      }
      bind(call, wanted);
      call.execute();
      return Shown.of(invoke(call, values));
    }
  }

  private static int outputType(String name) {
    return switch (name) {
      case "bool" -> Types.BIT;
      case "int8", "oid" -> Types.BIGINT;
      case "float8" -> Types.DOUBLE;
      case "numeric" -> Types.NUMERIC;
      case "date" -> Types.DATE;
      case "time" -> Types.TIME;
      case "timestamp" -> Types.TIMESTAMP;
      case "int4[]" -> Types.ARRAY;
      case "bytea" -> Types.BINARY;
      case "xml" -> Types.SQLXML;
      default -> Types.VARCHAR;
    };
  }

  private void bind(CallableStatement call, String name) throws SQLException {
    ResultSet row = Targets.row(connection);
    switch (name) {
      case "int4[]" -> call.setArray(1, row.getArray("c_array"));
      case "bytea" -> call.setBytes(1, row.getBytes("c_bytea"));
      case "xml" -> call.setSQLXML(1, row.getSQLXML("c_xml"));
      case "oid" -> call.setLong(1, row.getLong("c_oid"));
      default -> call.setObject(1, row.getObject("c_" + name));
    }
  }

  private String updated() throws Exception {
    ResultSet row = Targets.row(connection);
    String column = Samples.columnFor(method);
    Object[] values = samples(1);
    values[0] = method.getParameterTypes()[0] == String.class ? column : row.findColumn(column);
    invoke(row, values);
    row.updateRow();
    String shown = column.equals("c_oid") ? "encode(lo_get(c_oid), 'escape')" : column + "::text";
    return first(connection.createStatement().executeQuery("select " + shown + " from sample"));
  }

  /// By way of an object that a composite value becomes.
  private String read() throws Exception {
    String composite = Samples.compositeFor(method);
    Probe.reading(method);
    ResultSet row =
        connection
            .createStatement()
            .executeQuery(
                "select row(%s)::%s from sample".formatted(Samples.columnFor(method), composite));
    row.next();
    try {
      return row.getObject(1, Map.of(composite, Probe.class)) instanceof Probe probe
          ? probe.outcome()
          : "";
    } finally {
      isReached = Probe.wasRead();
    }
  }

  /// By way of an object that becomes a composite value.
  private String written() throws Exception {
    String composite = Samples.compositeFor(method);
    var probe = new Probe(composite, method, samples(0));
    try (var statement = connection.prepareStatement("select (?::%s)::text".formatted(composite))) {
      statement.setObject(1, probe);
      String text = first(statement.executeQuery());
      return composite.equals("one_oid") ? "sent" : text;
    } finally {
      isReached = probe.isReached();
    }
  }

  private static String first(ResultSet result) throws SQLException {
    result.next();
    return "row " + result.getString(1);
  }
}
