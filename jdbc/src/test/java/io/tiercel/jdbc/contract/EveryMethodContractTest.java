package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// Every method of the interfaces that a program meets with a connection, called on it by
/// reflection, so that none is forgotten: what it answers, or the SQLSTATE it throws, is what
/// pgjdbc does, but for the differences written down in `every-method.txt`. JDBC 4.3, java.sql.
@NullUnmarked
@Timeout(120)
class EveryMethodContractTest {
  private static final List<Class<?>> INTERFACES =
      List.of(
          Connection.class,
          Statement.class,
          PreparedStatement.class,
          CallableStatement.class,
          ResultSet.class,
          ResultSetMetaData.class,
          ParameterMetaData.class,
          Array.class,
          Blob.class,
          Clob.class,
          SQLXML.class);

  private static final Path DIFFERENCES = Path.of("src/test/resources/every-method.txt");

  @EveryPostgres
  void every_method_does_what_it_does_in_pgjdbc_but_for_these(TestServer server) throws Exception {
    try (var database = server.newDatabase()) {
      database.execute(Samples.SETUP);
      for (String type :
          List.of(
              "bool",
              "int8",
              "float8",
              "numeric",
              "date",
              "time",
              "timestamp",
              "int4[]",
              "bytea",
              "xml",
              "text",
              "oid")) {
        database.execute(
            "create function echo_%s(inout x %s) language sql as 'select x'"
                .formatted(type.replace("[]", "s"), type));
      }
      var ours = new DriverUnderTest(DriverUnderTest.Kind.TIERCEL, server, database);
      var theirs = new DriverUnderTest(DriverUnderTest.Kind.PGJDBC, server, database);
      var different = new TreeMap<String, String>();
      for (Class<?> type : INTERFACES) {
        for (Method method : type.getMethods()) {
          if (!Modifier.isStatic(method.getModifiers())) {
            String mine = outcome(ours, type, method);
            String expected = expected(ours, theirs, type, method);
            if (!mine.equals(expected)) {
              different.put(signature(type, method), mine + " | " + expected);
            }
          }
        }
      }
      String found =
          different.entrySet().stream()
              .map(entry -> entry.getKey() + ": " + entry.getValue() + "\n")
              .collect(Collectors.joining());
      assertEquals(Files.readString(DIFFERENCES), found);
    }
  }

  /// pgjdbc takes no parameter of a call by its name: there the name has to mean the index.
  private static String expected(
      DriverUnderTest ours, DriverUnderTest theirs, Class<?> type, Method method) throws Exception {
    if (method.getDeclaringClass() == CallableStatement.class
        && method.getParameterCount() > 0
        && method.getParameterTypes()[0] == String.class) {
      Class<?>[] byIndex = method.getParameterTypes();
      byIndex[0] = int.class;
      return outcome(ours, type, twin(method, byIndex));
    }
    return outcome(theirs, type, method);
  }

  private static Method twin(Method method, Class<?>[] byIndex) throws NoSuchMethodException {
    return CallableStatement.class.getMethod(method.getName(), byIndex);
  }

  private static String signature(Class<?> type, Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(
            Collectors.joining(", ", type.getSimpleName() + "." + method.getName() + "(", ")"));
  }

  private static String outcome(DriverUnderTest driver, Class<?> type, Method method)
      throws Exception {
    Connection connection = driver.connect();
    try {
      connection.setAutoCommit(method.getName().matches(".*(AutoCommit|ReadOnly|Isolation)"));
      return new Call(connection, type, method).outcome();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException failure) {
        return "refused " + failure.getSQLState();
      }
      return "thrown " + e.getCause();
    } catch (SQLException e) {
      return "then " + e.getSQLState();
    } finally {
      connection.abort(Runnable::run);
    }
  }

  /// A method to be called on a target of its own.
  private record Call(Connection connection, Class<?> type, Method method) {
    String outcome() throws Exception {
      if (type == PreparedStatement.class && isBound()) {
        return sent();
      } else if (type == CallableStatement.class && (isBound() || isOutput())) {
        return called();
      } else if (type == ResultSet.class
          && method.getName().matches("update.+")
          && method.getParameterCount() > 0) {
        return updated();
      }
      return shown(method.invoke(target(type), arguments()));
    }

    private boolean isBound() {
      return method.getParameterCount() > 1 && method.getName().startsWith("set");
    }

    private boolean isOutput() {
      return method.getParameterCount() > 0
          && method.getName().matches("get.*|registerOutParameter")
          && !method.getName().equals("getMoreResults");
    }

    private Object[] arguments() throws Exception {
      boolean isColumn =
          type == ResultSet.class
              && method.getParameterCount() > 0
              && method.getName().startsWith("get");
      Object[] values = new Samples(connection).values(method, isColumn ? 1 : 0);
      if (isColumn) {
        String column = Samples.columnFor(method);
        values[0] =
            method.getParameterTypes()[0] == String.class ? column : row().findColumn(column);
      } else if (type == Clob.class || type == Blob.class) {
        for (int i = 0; i < values.length; i++) {
          if (values[i] instanceof Long) {
            values[i] = 1L;
          }
        }
      }
      return values;
    }

    private Object target(Class<?> wanted) throws SQLException {
      if (wanted == Connection.class) {
        return connection;
      } else if (wanted == Statement.class) {
        return connection.createStatement();
      } else if (wanted == PreparedStatement.class) {
        return connection.prepareStatement("select id from sample");
      } else if (wanted == CallableStatement.class) {
        return connection.prepareCall("{call now()}");
      } else if (wanted == ParameterMetaData.class) {
        return connection
            .prepareStatement("select 1 from sample where c_int8 = ?")
            .getParameterMetaData();
      }
      ResultSet row = row();
      return switch (wanted.getSimpleName()) {
        case "ResultSet" -> row;
        case "ResultSetMetaData" -> row.getMetaData();
        case "Array" -> row.getArray("c_array");
        case "Blob" -> row.getBlob("c_oid");
        case "Clob" -> row.getClob("c_oid");
        case "SQLXML" ->
            method.getName().startsWith("set") ? connection.createSQLXML() : row.getSQLXML("c_xml");
        default -> throw new AssertionError("no target of " + wanted);
      };
    }

    private ResultSet row() throws SQLException {
      ResultSet row =
          connection
              .createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)
              .executeQuery("select * from sample");
      row.next();
      return row;
    }

    private String sent() throws Exception {
      String type = Samples.typeFor(method);
      try (var statement =
          connection.prepareStatement(
              type.equals("oid")
                  ? "select encode(lo_get(?::oid), 'escape')"
                  : "select (?::%s)::text".formatted(type))) {
        Object[] values = new Samples(connection).values(method, 1);
        values[0] = 1;
        method.invoke(statement, values);
        return first(statement.executeQuery());
      }
    }

    private String called() throws Exception {
      String type = Samples.typeFor(method);
      try (var call =
          connection.prepareCall("{call echo_%s(?)}".formatted(type.replace("[]", "s")))) {
        Object[] values = new Samples(connection).values(method, 1);
        values[0] = method.getParameterTypes()[0] == String.class ? "x" : 1;
        if (method.getName().startsWith("register")) {
          method.invoke(call, values);
          call.setString(1, "7");
          call.execute();
          return shown(call.getObject(1));
        }
        call.registerOutParameter(1, outputType(type));
        if (isBound()) {
          method.invoke(call, values);
          call.execute();
          return type.equals("oid") ? "sent" : shown(call.getObject(1));
        }
        bind(call, type);
        call.execute();
        return shown(method.invoke(call, values));
      }
    }

    private static int outputType(String type) {
      return switch (type) {
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

    private void bind(CallableStatement call, String type) throws SQLException {
      ResultSet row = row();
      switch (type) {
        case "int4[]" -> call.setArray(1, row.getArray("c_array"));
        case "bytea" -> call.setBytes(1, row.getBytes("c_bytea"));
        case "xml" -> call.setSQLXML(1, row.getSQLXML("c_xml"));
        case "oid" -> call.setLong(1, row.getLong("c_oid"));
        default -> call.setObject(1, row.getObject("c_" + type));
      }
    }

    private String updated() throws Exception {
      ResultSet row = row();
      String column = Samples.columnFor(method);
      Object[] values = new Samples(connection).values(method, 1);
      values[0] = method.getParameterTypes()[0] == String.class ? column : row.findColumn(column);
      method.invoke(row, values);
      row.updateRow();
      String shown = column.equals("c_oid") ? "encode(lo_get(c_oid), 'escape')" : column + "::text";
      return first(connection.createStatement().executeQuery("select " + shown + " from sample"));
    }

    private static String first(ResultSet result) throws SQLException {
      result.next();
      return "row " + result.getString(1);
    }
  }

  @SuppressWarnings("JavaUtilDate") // what the getters return
  private static String shown(Object value) throws Exception {
    return switch (value) {
      case null -> "null";
      case byte[] bytes -> "bytes " + Arrays.toString(bytes);
      case int[] counts -> "counts " + Arrays.toString(counts);
      case long[] counts -> "counts " + Arrays.toString(counts);
      case Object[] objects -> "array " + Arrays.deepToString(objects);
      case InputStream in -> "stream " + new String(in.readAllBytes(), StandardCharsets.UTF_8);
      case Reader reader -> {
        var text = new StringWriter();
        reader.transferTo(text);
        yield "stream " + text;
      }
      case Array array -> "array " + array;
      case SQLXML xml -> "xml " + xml.getString();
      case Clob clob -> "clob " + clob.length();
      case Blob blob -> "blob " + blob.length();
      case String text -> "\"" + text + "\"";
      case Number number -> number.getClass().getSimpleName() + " " + number;
      case Boolean bool -> bool.toString();
      case java.util.Date date -> date.getClass().getSimpleName() + " " + date.getTime();
      case Map<?, ?> map -> "map " + map.size();
      default -> kind(value);
    };
  }

  /// The interfaces of `java.sql` that it is.
  private static String kind(Object value) {
    return INTERFACES.stream()
        .filter(type -> type.isInstance(value))
        .map(Class::getSimpleName)
        .collect(Collectors.joining(" ", "object ", "."));
  }
}
