package io.tiercel.wire.codec;

import org.jspecify.annotations.Nullable;

/// How the server prints an `interval`: its setting `IntervalStyle`. It reads all of them.
public enum IntervalStyle {
  /// `1 year 2 mons -3 days +04:05:06.789`, the default.
  POSTGRES {
    @Override
    String printFinite(Interval value) {
      return IntervalText.print(value);
    }
  },
  /// `@ 1 year 2 mons -3 days 4 hours 5 mins 6.789 secs`, with `ago` for a negative first part.
  POSTGRES_VERBOSE {
    @Override
    String printFinite(Interval value) {
      return new Verbose().print(value);
    }
  },
  /// `1-2`, `3 4:05:06.789`, or `+1-2 -3 +4:05:06.789` where the standard has no literal.
  SQL_STANDARD {
    @Override
    String printFinite(Interval value) {
      return printStandard(value);
    }
  },
  /// `P1Y2M-3DT4H5M6.789S`.
  ISO_8601 {
    @Override
    String printFinite(Interval value) {
      return printIso(value);
    }
  };

  private static final int MONTHS_PER_YEAR = 12;
  private static final int MINUTES_PER_HOUR = 60;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_HOUR = 3_600 * MICROS_PER_SECOND;

  /// The style that a value of the setting names; [#POSTGRES] if it names none.
  public static IntervalStyle of(@Nullable String setting) {
    for (IntervalStyle style : values()) {
      if (style.name().equalsIgnoreCase(setting)) {
        return style;
      }
    }
    return POSTGRES;
  }

  /// The text that the server prints in this style.
  public String print(Interval value) {
    return value.isInfinite() ? IntervalText.print(value) : printFinite(value);
  }

  abstract String printFinite(Interval value);

  // Quotients and remainders are negative or zero together, so the parts need no sign of the whole.

  private static long hours(Interval value) {
    return value.micros() / MICROS_PER_HOUR;
  }

  private static int minutes(Interval value) {
    return (int) (value.micros() / MICROS_PER_SECOND / SECONDS_PER_MINUTE % MINUTES_PER_HOUR);
  }

  private static int seconds(Interval value) {
    return (int) (value.micros() / MICROS_PER_SECOND % SECONDS_PER_MINUTE);
  }

  private static int fraction(Interval value) {
    return (int) (value.micros() % MICROS_PER_SECOND);
  }

  private static boolean hasSeconds(Interval value) {
    return value.micros() % (MICROS_PER_SECOND * SECONDS_PER_MINUTE) != 0;
  }

  private static String printStandard(Interval value) {
    boolean isNegative = value.months() < 0 || value.days() < 0 || value.micros() < 0;
    boolean isPositive = value.months() > 0 || value.days() > 0 || value.micros() > 0;
    if (!isNegative && !isPositive) {
      return "0";
    }
    boolean hasDayTime = value.days() != 0 || value.micros() != 0;
    boolean isStandard = !(isNegative && isPositive) && !(value.months() != 0 && hasDayTime);
    var to = new StringBuilder();
    if (!isStandard) {
      yearMonth(value, to.append(sign(value.months())));
      to.append(' ').append(sign(value.days())).append(magnitude(value.days()));
      time(value, to.append(' ').append(sign(value.micros())));
      return to.toString();
    }
    if (isNegative) {
      to.append('-');
    }
    if (value.months() != 0) {
      yearMonth(value, to);
      return to.toString();
    }
    if (value.days() != 0) {
      to.append(magnitude(value.days())).append(' ');
    }
    time(value, to);
    return to.toString();
  }

  private static char sign(long value) {
    return value < 0 ? '-' : '+';
  }

  private static long magnitude(int value) {
    return Math.abs((long) value);
  }

  private static void yearMonth(Interval value, StringBuilder to) {
    to.append(magnitude(value.months() / MONTHS_PER_YEAR)).append('-');
    to.append(magnitude(value.months() % MONTHS_PER_YEAR));
  }

  private static void time(Interval value, StringBuilder to) {
    to.append(Math.abs(hours(value))).append(':');
    Dates.pad(Math.abs(minutes(value)), 2, to);
    to.append(':');
    Dates.pad(Math.abs(seconds(value)), 2, to);
    Times.printMicros(Math.abs(fraction(value)), to);
  }

  private static String printIso(Interval value) {
    var to = new StringBuilder("P");
    iso(value.months() / MONTHS_PER_YEAR, 'Y', to);
    iso(value.months() % MONTHS_PER_YEAR, 'M', to);
    iso(value.days(), 'D', to);
    if (value.micros() != 0) {
      to.append('T');
      iso(hours(value), 'H', to);
      iso(minutes(value), 'M', to);
      if (hasSeconds(value)) {
        if (value.micros() < 0) {
          to.append('-');
        }
        to.append(Math.abs(seconds(value)));
        Times.printMicros(Math.abs(fraction(value)), to);
        to.append('S');
      }
    }
    return to.length() == 1 ? "PT0S" : to.toString();
  }

  private static void iso(long value, char unit, StringBuilder to) {
    if (value != 0) {
      to.append(value).append(unit);
    }
  }

  /// Parts after a negative first one are told with the opposite sign, and `ago` turns all around.
  private static final class Verbose {
    private final StringBuilder to = new StringBuilder("@");
    private boolean isZero = true;
    private boolean isAgo;

    String print(Interval value) {
      part(value.months() / MONTHS_PER_YEAR, "year");
      part(value.months() % MONTHS_PER_YEAR, "mon");
      part(value.days(), "day");
      part(hours(value), "hour");
      part(minutes(value), "min");
      if (hasSeconds(value)) {
        seconds(value);
      }
      if (isZero) {
        to.append(" 0");
      }
      return (isAgo ? to.append(" ago") : to).toString();
    }

    private void part(long value, String unit) {
      if (value == 0) {
        return;
      }
      if (isZero) {
        isAgo = value < 0;
        isZero = false;
      }
      long shown = isAgo ? -value : value;
      to.append(' ').append(shown).append(' ').append(unit).append(shown == 1 ? "" : "s");
    }

    private void seconds(Interval value) {
      boolean isNegative = value.micros() < 0;
      if (isZero) {
        isAgo = isNegative;
        isZero = false;
      }
      to.append(isNegative == isAgo ? " " : " -").append(Math.abs(IntervalStyle.seconds(value)));
      Times.printMicros(Math.abs(fraction(value)), to);
      boolean isOne = Math.abs(IntervalStyle.seconds(value)) == 1 && fraction(value) == 0;
      to.append(isOne ? " sec" : " secs");
    }
  }
}
