package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Table B-5 of JDBC 4.3: each Java class given as each SQL type, with pgjdbc as the oracle. What
/// pgjdbc converts, we convert to the same type and value; we may convert more. What both refuse
/// has the same SQLSTATE.
@NullUnmarked
@Timeout(120)
@SuppressWarnings("JavaUtilDate") // it is what applications pass
class SetObjectMatrixTest {
  private static final String[] TYPES = {
    "BIT",
    "BOOLEAN",
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "REAL",
    "FLOAT",
    "DOUBLE",
    "NUMERIC",
    "DECIMAL",
    "CHAR",
    "VARCHAR",
    "LONGVARCHAR",
    "NCHAR",
    "NVARCHAR",
    "LONGNVARCHAR",
    "DATE",
    "TIME",
    "TIMESTAMP",
    "TIME_WITH_TIMEZONE",
    "TIMESTAMP_WITH_TIMEZONE",
    "BINARY",
    "VARBINARY",
    "LONGVARBINARY",
    "OTHER",
    "SQLXML",
    "NULL",
    "ARRAY",
    "STRUCT",
    "JAVA_OBJECT"
  };

  private static List<Object> values() {
    Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("Asia/Kolkata"));
    calendar.setTimeInMillis(1_709_200_000_000L);
    return List.of(
        true,
        (byte) 1,
        (short) 300,
        1,
        70_000,
        3_000_000_000L,
        1.5f,
        0.1,
        1e300,
        Double.NaN,
        new BigDecimal("12.50"),
        new BigInteger("12345678901234567890"),
        "1",
        "2.5",
        "true",
        "abc",
        "2024-02-29",
        "10:11:12",
        "2024-02-29 10:11:12.345",
        "",
        'c',
        new byte[] {65, 0x42},
        Date.valueOf("2024-02-29"),
        Time.valueOf("10:11:12"),
        Timestamp.valueOf("2024-02-29 10:11:12.345"),
        new java.util.Date(1_709_200_000_000L),
        calendar,
        LocalDate.of(2024, 2, 29),
        LocalTime.of(10, 11, 12, 345_000_000),
        LocalDateTime.of(2024, 2, 29, 10, 11, 12),
        OffsetDateTime.parse("2024-02-29T10:11:12+05:30"),
        OffsetTime.parse("10:11:12+05:30"),
        new UUID(1, 2),
        new int[] {1, 2},
        new String[] {"a", null},
        Optional.empty());
  }

  private static String outcome(PreparedStatement select, Object value, String type) {
    try {
      if (type == null) {
        select.setObject(1, value);
      } else {
        select.setObject(1, value, JDBCType.valueOf(type).getVendorTypeNumber());
      }
      try (ResultSet result = select.executeQuery()) {
        result.next();
        return result.getMetaData().getColumnTypeName(1) + " " + result.getString(1);
      }
    } catch (SQLException e) {
      return "SQLSTATE " + e.getSQLState();
    } catch (RuntimeException e) {
      return "SQLSTATE none: " + e.getClass().getName();
    }
  }

  /// Where we mean to differ.
  private static boolean isDeliberate(Object value, String type, String actual) {
    // pgjdbc cuts a number to what fits; we refuse one that does not.
    if (Set.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT").contains(String.valueOf(type))) {
      return actual.equals("SQLSTATE 22023");
    }
    // pgjdbc sends the object's toString() without a type, we send the type that the class has.
    if ("OTHER".equals(type)) {
      return true;
    }
    return switch (value) {
      // pgjdbc sends "[B@…".
      case byte[] _ -> Set.of("CHAR", "VARCHAR", "LONGVARCHAR", "SQLXML").contains(type);
      // Conversions that the table does not have, and a type where pgjdbc declares none.
      case LocalDate _ -> type.startsWith("TIME");
      case LocalTime _ -> type.equals("TIMESTAMP");
      case OffsetTime _ -> type.equals("DATE") || type.equals("TIMESTAMP");
      default -> false;
    };
  }

  @Test
  void what_pgjdbc_converts_we_convert_to_the_same() throws SQLException {
    var differences = new ArrayList<String>();
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection ours = new TiercelDriver().connect(database.jdbcUrl(), new Properties());
        Connection theirs = database.connect(Map.of("prepareThreshold", "0"));
        PreparedStatement one = ours.prepareStatement("select ?");
        PreparedStatement other = theirs.prepareStatement("select ?")) {
      for (Object value : values()) {
        var types = new ArrayList<String>(List.of(TYPES));
        types.add(null);
        for (String type : types) {
          String expected = outcome(other, value, type);
          String actual = outcome(one, value, type);
          // Where both refuse, for the same reason; pgjdbc has mishaps instead here and there.
          boolean isComparable =
              !expected.startsWith("SQLSTATE")
                  || (actual.startsWith("SQLSTATE") && !expected.startsWith("SQLSTATE none"));
          if (isComparable && !expected.equals(actual) && !isDeliberate(value, type, actual)) {
            differences.add(
                "%s %s as %s: %s, pgjdbc %s"
                    .formatted(value.getClass().getSimpleName(), value, type, actual, expected));
          }
        }
      }
    }
    assertEquals("", String.join("\n", differences));
  }
}
