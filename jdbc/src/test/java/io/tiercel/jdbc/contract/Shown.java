package io.tiercel.jdbc.contract;

import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.sql.PooledConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.NullUnmarked;

/// What methods return, as texts that can be compared between drivers.
@NullUnmarked
final class Shown {
  private static final int MOST_ROWS = 2;

  /// One object is both in pgjdbc.
  private static final String OF_SOURCE = "connection or resource";

  private static final int LONG = 300;

  private Shown() {}

  @SuppressWarnings("JavaUtilDate") // what the getters return
  static String of(Object value) throws Exception {
    return switch (value) {
      case null -> "null";
      case byte[] bytes -> "bytes " + Arrays.toString(bytes);
      case int[] counts -> "counts " + Arrays.toString(counts);
      case long[] counts -> "counts " + Arrays.toString(counts);
      case DriverPropertyInfo[] properties -> properties.length > 0 ? "properties" : "none";
      case Xid[] found -> found.length + " branches";
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
      case Enum<?> constant -> constant.name();
      case Map<?, ?> map -> "map " + map.size();
      case Logger logger -> "logger " + logger.getName();
      case Connection connection -> "connection " + connection.isValid(30);
      case PooledConnection pooled -> {
        pooled.close();
        yield OF_SOURCE;
      }
      case XAResource _ -> OF_SOURCE;
      default -> kind(value);
    };
  }

  /// The columns and the first rows of a result of the catalog.
  static String catalog(ResultSet result) throws SQLException {
    var columns = new ArrayList<String>();
    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
      columns.add(result.getMetaData().getColumnLabel(i));
    }
    List<List<String>> rows = new ArrayList<>();
    while (result.next() && rows.size() < MOST_ROWS) {
      var row = new ArrayList<String>();
      for (int i = 1; i <= columns.size(); i++) {
        row.add(result.getString(i));
      }
      rows.add(row);
    }
    return "columns " + columns + " rows " + rows;
  }

  /// Two outcomes; of long ones, only from where they differ to where they do not any more.
  static String difference(String mine, String expected) {
    if (mine.length() + expected.length() < LONG) {
      return mine + " | " + expected;
    }
    int start = 0;
    int most = Math.min(mine.length(), expected.length());
    while (start < most && mine.charAt(start) == expected.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < most - start
        && mine.charAt(mine.length() - 1 - end) == expected.charAt(expected.length() - 1 - end)) {
      end++;
    }
    return "…%s… | …%s…"
        .formatted(
            mine.substring(start, mine.length() - end),
            expected.substring(start, expected.length() - end));
  }

  /// The interfaces of JDBC that it is.
  private static String kind(Object value) throws Exception {
    return JdbcInterfaces.all().stream()
        .filter(type -> type.isInstance(value))
        .map(Class::getSimpleName)
        .filter(name -> !name.equals("Wrapper"))
        .collect(Collectors.joining(" ", "object ", "."));
  }
}
