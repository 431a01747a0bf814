package io.tiercel.jdbc.contract;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLData;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.NullUnmarked;

/// Arguments for any method of `java.sql`: one value for each type of parameter. A type that is not
/// here fails the test.
@NullUnmarked
record Samples(DriverUnderTest driver, Connection connection, Targets targets) {
  /// One row, with a column for each kind of value.
  static final String[] SETUP = {
    """
    create table sample (id int primary key, c_bool bool, c_int8 int8, c_float8 float8,
      c_numeric numeric, c_date date, c_time time, c_timestamp timestamp, c_array int4[],
      c_bytea bytea, c_xml xml, c_text text, c_oid oid)\
    """,
    """
    insert into sample values (1, true, 5, 1.5, 2.50, '2024-02-03', '04:05:06',
      '2024-02-03 04:05:06', '{1,2}', '\\x0102', '<a/>', '7', lo_from_bytea(0, '\\x6869'))\
    """,
  };

  /// The types that values have, with a function and a composite type for each.
  static final List<String> TYPES =
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
          "oid");

  /// What there is for each of [#TYPES].
  static String[] ofTypes() {
    return TYPES.stream()
        .flatMap(
            type -> {
              String name = type.replace("[]", "s");
              return Stream.of(
                  "create function echo_%s(inout x %s) language sql as 'select x'"
                      .formatted(name, type),
                  "create type one_%s as (x %s)".formatted(name, type));
            })
        .toArray(String[]::new);
  }

  /// The type whose column a getter, setter or updater is for.
  static String typeFor(Method method) {
    return switch (method.getName().replaceFirst("^(get|set|update|read|write)", "")) {
      case "Boolean" -> "bool";
      case "Byte", "Short", "Int", "Long" -> "int8";
      case "Float", "Double" -> "float8";
      case "BigDecimal" -> "numeric";
      case "Date" -> "date";
      case "Time" -> "time";
      case "Timestamp" -> "timestamp";
      case "Array" -> "int4[]";
      case "Bytes", "BinaryStream" -> "bytea";
      case "SQLXML" -> "xml";
      case "Blob", "Clob", "NClob" -> "oid";
      default -> "text";
    };
  }

  static String columnFor(Method method) {
    return "c_" + typeFor(method).replace("int4[]", "array");
  }

  /// The composite type with one attribute of that type.
  static String compositeFor(Method method) {
    return "one_" + typeFor(method).replace("[]", "s");
  }

  /// Arguments for methods of DatabaseMetaData: the catalog, the schema and the table where they
  /// are usual.
  static Object[] ofCatalog(Method method) {
    Class<?>[] types = method.getParameterTypes();
    var values = new Object[types.length];
    String object = method.getName().matches(".*(Function|Procedure).*") ? "echo_int8" : "sample";
    List<String> names = Arrays.asList(null, "public", object, "%", "public", object);
    for (int i = 0; i < types.length; i++) {
      values[i] =
          switch (types[i].getName()) {
            case "java.lang.String" -> i == 3 && types.length == 6 ? null : names.get(i);
            case "int" -> constant(method.getName(), i);
            case "boolean" -> true;
            case "java.lang.Class" -> DatabaseMetaData.class;
            default -> null; // all types of tables, or of user-defined types
          };
    }
    return values;
  }

  private static int constant(String method, int position) {
    return switch (method) {
      case "supportsConvert" -> position == 0 ? Types.INTEGER : Types.VARCHAR;
      case "supportsResultSetHoldability" -> ResultSet.HOLD_CURSORS_OVER_COMMIT;
      case "supportsTransactionIsolationLevel" -> Connection.TRANSACTION_REPEATABLE_READ;
      case "getBestRowIdentifier" -> DatabaseMetaData.bestRowSession;
      default -> position == 0 ? ResultSet.TYPE_SCROLL_INSENSITIVE : ResultSet.CONCUR_UPDATABLE;
    };
  }

  /// Values for the parameters from `first` on.
  Object[] values(Method method, int first) throws Exception {
    Class<?>[] types = method.getParameterTypes();
    var values = new Object[types.length];
    for (int i = first; i < types.length; i++) {
      values[i] = value(method, types[i], i);
    }
    return values;
  }

  private Object value(Method method, Class<?> type, int position) throws Exception {
    return switch (type.getName()) {
      case "int" -> number(method, position);
      case "long" -> method.getName().matches(".*(Stream|lob)") ? 2L : 5L;
      case "boolean" -> true;
      case "byte" -> (byte) 5;
      case "short" -> (short) 5;
      case "float" -> 1.5f;
      case "double" -> 1.5d;
      case "[B" -> new byte[] {1, 2};
      case "[I" -> new int[] {1};
      case "java.lang.String" -> text(method, position);
      default -> object(method, type);
    };
  }

  private static int number(Method method, int position) {
    return switch (method.getName()) {
      case "createStatement", "prepareStatement", "prepareCall" -> kindOfResult(method, position);
      case "setObject", "setNull", "registerOutParameter" -> position == 1 ? Types.VARCHAR : 0;
      case "setTransactionIsolation" -> Connection.TRANSACTION_SERIALIZABLE;
      case "setFetchDirection" -> ResultSet.FETCH_FORWARD;
      case "setNetworkTimeout" -> 1_000;
      case "setString" -> position == 2 ? 0 : 1;
      case "start" -> XAResource.TMNOFLAGS;
      case "end" -> XAResource.TMSUCCESS;
      case "recover" -> XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN;
      default -> method.getName().matches(".*Stream") ? 2 : 1;
    };
  }

  private static int kindOfResult(Method method, int position) {
    int first = method.getName().equals("createStatement") ? 0 : 1;
    if (method.getParameterCount() - first == 1) {
      return 1;
    }
    return switch (position - first) {
      case 0 -> ResultSet.TYPE_SCROLL_INSENSITIVE;
      case 1 -> ResultSet.CONCUR_READ_ONLY;
      default -> ResultSet.HOLD_CURSORS_OVER_COMMIT;
    };
  }

  private String text(Method method, int position) {
    return switch (method.getName()) {
      case "prepareCall" -> "{call now()}";
      case "prepareStatement", "execute", "executeQuery", "nativeSQL" -> "select id from sample";
      case "executeUpdate", "executeLargeUpdate", "addBatch" -> "update sample set c_int8 = 5";
      case "createArrayOf" -> "int4";
      case "createStruct" -> "sample";
      case "setSchema" -> "public";
      case "setClientInfo" -> position == 0 ? "ApplicationName" : "tests";
      case "getClientInfo" -> "ApplicationName";
      case "findColumn" -> "c_text";
      case "connect", "acceptsURL", "getPropertyInfo" -> driver.url();
      case "getConnection", "getPooledConnection", "getXAConnection" ->
          position == 0 ? driver.database().user() : driver.database().password();
      case "setNull", "registerOutParameter" -> "text";
      case "setObject", "setString", "setNString", "updateString", "updateNString" -> "7";
      default -> "it's \"so\"";
    };
  }

  private Object object(Method method, Class<?> type) throws Exception {
    if (type == Object.class) {
      return "7";
    } else if (type == Class.class) {
      return method.getName().equals("getObject") ? String.class : method.getDeclaringClass();
    } else if (type == BigDecimal.class) {
      return new BigDecimal("2.50");
    } else if (type == Date.class) {
      return Date.valueOf("2024-02-03");
    } else if (type == Time.class) {
      return Time.valueOf("04:05:06");
    } else if (type == Timestamp.class) {
      return Timestamp.valueOf("2024-02-03 04:05:06");
    } else if (type == Calendar.class) {
      return Calendar.getInstance(TimeZone.getTimeZone("Asia/Kolkata"));
    } else if (type == InputStream.class) {
      return new ByteArrayInputStream("77".getBytes(StandardCharsets.UTF_8));
    } else if (type == Reader.class) {
      return new StringReader("77");
    } else if (type == URL.class) {
      return URI.create("http://localhost/").toURL();
    } else if (type == Map.class) {
      return Map.of();
    } else if (type == SQLType.class) {
      return JDBCType.VARCHAR;
    } else if (type == String[].class) {
      return new String[] {"id"};
    } else if (type == Object[].class) {
      return new Object[] {1, 2};
    } else if (type == Executor.class) {
      return (Executor) Runnable::run;
    } else if (type == Properties.class) {
      return new Properties();
    }
    return ofConnection(type);
  }

  private Object ofConnection(Class<?> type) throws SQLException {
    if (type == Array.class) {
      return connection.createArrayOf("int4", new Object[] {1, 2});
    } else if (type == SQLXML.class) {
      SQLXML xml = connection.createSQLXML();
      xml.setString("<a/>");
      return xml;
    } else if (type == Savepoint.class) {
      return connection.setSavepoint();
    } else if (type == Blob.class || type == Clob.class) {
      ResultSet row = connection.createStatement().executeQuery("select c_oid from sample");
      row.next();
      return type == Blob.class ? row.getBlob(1) : row.getClob(1);
    } else if (type == NClob.class || type == Ref.class || type == RowId.class) {
      return null; // pgjdbc makes none
    } else if (type == ShardingKey.class) {
      return null; // nobody makes one
    }
    return ofSources(type);
  }

  private Object ofSources(Class<?> type) {
    if (type == Xid.class) {
      return targets.branch();
    } else if (type == XAResource.class) {
      return targets.resource();
    } else if (type == ConnectionEventListener.class || type == StatementEventListener.class) {
      return Proxy.newProxyInstance(
          type.getClassLoader(), new Class<?>[] {type}, (self, method, values) -> null);
    } else if (type == PrintWriter.class) {
      return new PrintWriter(new StringWriter());
    } else if (type == SQLData.class || type == Struct.class) {
      return null; // within a composite value: CompositesTest
    }
    throw new AssertionError("no sample of " + type);
  }
}
