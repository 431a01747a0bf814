package io.tiercel.jdbc.contract;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import org.jspecify.annotations.NullUnmarked;

/// Arguments for any method of `java.sql`: one value for each type of parameter. A type that is not
/// here fails the test.
@NullUnmarked
record Samples(Connection connection) {
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

  /// The type whose column a getter, setter or updater is for.
  static String typeFor(Method method) {
    return switch (method.getName().replaceFirst("^(get|set|update)", "")) {
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

  private static String text(Method method, int position) {
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
    throw new AssertionError("no sample of " + type);
  }
}
