package io.tiercel.jpa.mapping.type;

import io.tiercel.jpa.mapping.Conversion;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The basic types (section 2.6) that no annotation is needed for.
public final class StandardTypes {
  private static final Map<Class<?>, BasicType> TYPES = new HashMap<>();

  static {
    for (Class<?> type :
        new Class<?>[] {
          Boolean.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          BigDecimal.class,
          BigInteger.class,
          UUID.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetTime.class,
          Instant.class,
          Duration.class
        }) {
      TYPES.put(type, BasicType.plain(type));
    }
    converted(Byte.class, Short.class, ScalarConversion.BYTE);
    converted(Character.class, String.class, ScalarConversion.CHARACTER);
    converted(char[].class, String.class, ScalarConversion.CHARS);
    converted(Character[].class, String.class, ScalarConversion.BOXED_CHARS);
    converted(byte[].class, byte[].class, ScalarConversion.BYTES);
    converted(Byte[].class, byte[].class, ScalarConversion.BOXED_BYTES);
    converted(Year.class, Integer.class, ScalarConversion.YEAR);
    converted(OffsetDateTime.class, Instant.class, ScalarConversion.OFFSET_DATE_TIME);
    converted(ZonedDateTime.class, Instant.class, ScalarConversion.ZONED_DATE_TIME);
    converted(Calendar.class, Timestamp.class, ScalarConversion.CALENDAR);
    converted(Date.class, Timestamp.class, ScalarConversion.DATE);
    converted(Timestamp.class, Timestamp.class, ScalarConversion.SQL_TIMESTAMP);
    converted(java.sql.Date.class, LocalDate.class, ScalarConversion.SQL_DATE);
    converted(java.sql.Time.class, LocalTime.class, ScalarConversion.SQL_TIME);
    converted(Currency.class, String.class, TextConversion.CURRENCY);
    converted(Locale.class, String.class, TextConversion.LOCALE);
    converted(TimeZone.class, String.class, TextConversion.TIME_ZONE);
    converted(ZoneId.class, String.class, TextConversion.ZONE_ID);
    converted(ZoneOffset.class, String.class, TextConversion.ZONE_OFFSET);
    converted(URL.class, String.class, TextConversion.URL);
  }

  private StandardTypes() {}

  /// How values of a class stand in a row where no annotation says it; null for other classes.
  public static @Nullable BasicType known(Class<?> type) {
    return TYPES.get(type);
  }

  private static void converted(Class<?> type, Class<?> columnType, Conversion conversion) {
    TYPES.put(type, new BasicType(columnType, conversion));
  }
}
