package io.tiercel.wire.codec;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Date;

/// What old mappings still hold. A Date is an instant; as `timestamp` it is taken in the time zone
/// of the JVM, as JDBC does.
@SuppressWarnings("JavaUtilDate") // its pitfalls are what this class is for
final class LegacyDates {
  private LegacyDates() {}

  /// Not [Date#toInstant()]: `java.sql.Date` and `java.sql.Time` inherit it and refuse.
  static Instant instant(Date value) {
    return Instant.ofEpochMilli(value.getTime());
  }

  static LocalDateTime localDateTime(Date value) {
    return new Timestamp(value.getTime()).toLocalDateTime();
  }
}
