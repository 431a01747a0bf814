package io.tiercel.jdbc.statement;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import org.jspecify.annotations.Nullable;

/// Values of output parameters in the Java classes of the types they are registered with (JDBC 4.3,
/// table B-3).
final class OutputValues {
  private OutputValues() {}

  static @Nullable Object object(ResultSet row, int column, int sqlType, int scale)
      throws SQLException {
    Object value =
        switch (sqlType) {
          case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> row.getInt(column);
          case Types.BIGINT -> row.getLong(column);
          case Types.REAL -> row.getFloat(column);
          case Types.FLOAT, Types.DOUBLE -> row.getDouble(column);
          case Types.NUMERIC, Types.DECIMAL -> scaled(row.getBigDecimal(column), scale);
          case Types.BIT, Types.BOOLEAN -> row.getBoolean(column);
          case Types.CHAR,
              Types.VARCHAR,
              Types.LONGVARCHAR,
              Types.NCHAR,
              Types.NVARCHAR,
              Types.LONGNVARCHAR ->
              row.getString(column);
          case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> row.getBytes(column);
          case Types.DATE -> row.getDate(column);
          case Types.TIME -> row.getTime(column);
          case Types.TIMESTAMP -> row.getTimestamp(column);
          case Types.TIME_WITH_TIMEZONE -> row.getObject(column, OffsetTime.class);
          case Types.TIMESTAMP_WITH_TIMEZONE -> row.getObject(column, OffsetDateTime.class);
          default -> row.getObject(column);
        };
    return row.wasNull() ? null : value;
  }

  private static @Nullable BigDecimal scaled(@Nullable BigDecimal value, int scale) {
    return value == null || scale < 0 ? value : value.setScale(scale, RoundingMode.HALF_UP);
  }
}
