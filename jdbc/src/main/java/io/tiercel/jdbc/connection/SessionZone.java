package io.tiercel.jdbc.connection;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesProvider;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a value of the server's `TimeZone` means in Java. A name is one of the tz database, which
/// both have, or a POSIX rule: `<+03>-03`, `UTC+3`, whose sign counts westwards, unlike Java's.
final class SessionZone {
  private static final Pattern FIXED =
      Pattern.compile("(?:<[^>]+>|[A-Za-z]{3,})([+-]?)(\\d{1,2})(?::(\\d{2}))?(?::(\\d{2}))?");
  private static final int SECONDS_PER_HOUR = 3_600;

  private SessionZone() {}

  /// Null for what only the server knows: a rule with a summer time.
  static @Nullable ZoneId of(String name) {
    if (ZoneRulesProvider.getAvailableZoneIds().contains(name)) {
      return ZoneId.of(name);
    }
    Matcher fixed = FIXED.matcher(name);
    if (!fixed.matches()) {
      return null;
    }
    int seconds =
        Integer.parseInt(fixed.group(2)) * SECONDS_PER_HOUR
            + number(fixed.group(3)) * 60
            + number(fixed.group(4));
    int east = fixed.group(1).equals("-") ? seconds : -seconds;
    return Math.abs(east) <= ZoneOffset.MAX.getTotalSeconds()
        ? ZoneOffset.ofTotalSeconds(east)
        : null;
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }
}
