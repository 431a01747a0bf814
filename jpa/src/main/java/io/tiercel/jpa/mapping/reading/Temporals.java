package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.type.BasicType;
import io.tiercel.jpa.mapping.type.ScalarConversion;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Calendar;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/// `@Temporal` on `java.util.Date` and `Calendar` (section 11.1.54): which part of it is stored.
/// The annotation and its types are deprecated in 3.2, yet the specification still asks for them.
@SuppressWarnings("deprecation")
final class Temporals {
  private Temporals() {}

  /// What the attribute asks for, null without the annotation.
  static jakarta.persistence.@Nullable TemporalType asked(PersistentMember member) {
    var temporal = member.annotation(jakarta.persistence.Temporal.class);
    return temporal == null ? null : temporal.value();
  }

  /// The type when the annotation makes a difference to the type's default, else null.
  static @Nullable BasicType of(PersistentMember member, Class<?> type) {
    var asked = asked(member);
    if (asked == null || asked == jakarta.persistence.TemporalType.TIMESTAMP) {
      return null;
    }
    boolean date = asked == jakarta.persistence.TemporalType.DATE;
    if (type == Date.class) {
      return stored(date, date ? ScalarConversion.DATE_AS_DATE : ScalarConversion.DATE_AS_TIME);
    }
    if (type == Calendar.class) {
      return stored(
          date, date ? ScalarConversion.CALENDAR_AS_DATE : ScalarConversion.CALENDAR_AS_TIME);
    }
    if (type == (date ? java.sql.Date.class : java.sql.Time.class)) {
      // Says what the type says: superfluous, but widely written.
      return null;
    }
    throw member.refusal(
        "@Temporal is for java.util.Date and Calendar, not for " + type.getName(),
        "remove the annotation.");
  }

  private static BasicType stored(boolean date, Conversion conversion) {
    return new BasicType(date ? LocalDate.class : LocalTime.class, conversion);
  }
}
