package io.tiercel.wire.codec;

/// The text of `interval`: `1 year 2 mons -3 days +04:05:06.789`, each part with a sign of its own.
/// The sign of a positive part is written when the part before it is negative.
final class IntervalText {
  private static final String TYPE = "interval";
  private static final int MICRO_DIGITS = 6;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long SECONDS_PER_HOUR = 3_600;
  private static final int MONTHS_PER_YEAR = 12;

  private IntervalText() {}

  static String print(Interval value) {
    if (value.isInfinite()) {
      return value.days() > 0 ? Dates.INFINITY : Dates.NEGATIVE_INFINITY;
    }
    var text = new StringBuilder();
    boolean signed = part(value.months() / MONTHS_PER_YEAR, "year", false, text);
    signed = part(value.months() % MONTHS_PER_YEAR, "mon", signed, text);
    signed = part(value.days(), "day", signed, text);
    if (text.isEmpty() || value.micros() != 0) {
      time(value.micros(), signed, text);
    }
    return text.toString();
  }

  /// Returns whether the last part printed is negative.
  private static boolean part(int value, String unit, boolean afterNegative, StringBuilder to) {
    if (value == 0) {
      return afterNegative;
    }
    if (!to.isEmpty()) {
      to.append(' ');
    }
    if (afterNegative && value > 0) {
      to.append('+');
    }
    to.append(value).append(' ').append(unit);
    if (value != 1) {
      to.append('s');
    }
    return value < 0;
  }

  private static void time(long micros, boolean afterNegative, StringBuilder to) {
    if (!to.isEmpty()) {
      to.append(' ');
    }
    if (micros < 0) {
      to.append('-');
    } else if (afterNegative) {
      to.append('+');
    }
    // Quotients and remainders are negative or zero together, so Long.MIN_VALUE needs no abs().
    long seconds = micros / MICROS_PER_SECOND;
    long hours = Math.abs(seconds / SECONDS_PER_HOUR);
    if (hours < 10) {
      to.append('0');
    }
    to.append(hours).append(':');
    Dates.pad((int) Math.abs(seconds / 60 % 60), 2, to);
    to.append(':');
    Dates.pad((int) Math.abs(seconds % 60), 2, to);
    Times.printMicros((int) Math.abs(micros % MICROS_PER_SECOND), to);
  }

  static Interval parse(String text) {
    if (text.equals(Dates.INFINITY)) {
      return Interval.POSITIVE_INFINITY;
    }
    if (text.equals(Dates.NEGATIVE_INFINITY)) {
      return Interval.NEGATIVE_INFINITY;
    }
    try {
      return parseFinite(text);
    } catch (ArithmeticException e) {
      throw Faults.malformedText(TYPE, "out of range");
    }
  }

  private static Interval parseFinite(String text) {
    var cursor = new TextCursor(TYPE, text);
    var sum = new Sum();
    if (cursor.eat('P')) {
      parseIso(cursor, sum);
    } else if (cursor.eat('@')) {
      parseVerbose(cursor, sum);
    } else if (isStandard(text)) {
      parseStandard(cursor, sum);
    } else {
      do {
        parsePart(cursor, sum);
      } while (cursor.eat(' '));
    }
    cursor.expectEnd();
    return sum.interval();
  }

  private static void parsePart(TextCursor cursor, Sum sum) {
    int sign = sign(cursor);
    long value = number(cursor);
    if (cursor.eat(':')) {
      time(cursor, sign, value, sum);
      return;
    }
    cursor.expect(' ');
    if (cursor.eat("year")) {
      sum.months(sign * value * MONTHS_PER_YEAR);
    } else if (cursor.eat("mon")) {
      sum.months(sign * value);
    } else if (cursor.eat("day")) {
      sum.days(sign * value);
    } else {
      throw cursor.fault("expected year, mon or day");
    }
    cursor.eat('s');
  }

  /// ` 1 year -3 days 6.789 secs ago` after the at sign.
  private static void parseVerbose(TextCursor cursor, Sum sum) {
    while (cursor.eat(' ')) {
      if (cursor.eat("ago")) {
        sum.negate();
        return;
      }
      int sign = sign(cursor);
      long value = number(cursor);
      int micros = fraction(cursor);
      if (cursor.atEnd()) {
        return; // a bare 0
      }
      cursor.expect(' ');
      if (cursor.eat("year")) {
        sum.months(sign * value * MONTHS_PER_YEAR);
      } else if (cursor.eat("mon")) {
        sum.months(sign * value);
      } else if (cursor.eat("day")) {
        sum.days(sign * value);
      } else if (cursor.eat("hour")) {
        sum.seconds(sign, value * SECONDS_PER_HOUR, 0);
      } else if (cursor.eat("min")) {
        sum.seconds(sign, value * 60, 0);
      } else if (cursor.eat("sec")) {
        sum.seconds(sign, value, micros);
      } else {
        throw cursor.fault("expected year, mon, day, hour, min or sec");
      }
      cursor.eat('s');
    }
  }

  /// Whether there are no units, but more than a time of day.
  private static boolean isStandard(String text) {
    return text.chars().noneMatch(Character::isLetter)
        && (text.indexOf(':') < 0 || text.indexOf(' ') >= 0);
  }

  /// `1-2`, `3 4:05:06.789` or `+1-2 -3 +4:05:06.789`. A sign holds until the next one.
  private static void parseStandard(TextCursor cursor, Sum sum) {
    int sign = 1;
    do {
      sign = cursor.peek() == '-' || cursor.peek() == '+' ? sign(cursor) : sign;
      long value = number(cursor);
      if (cursor.eat(':')) {
        time(cursor, sign, value, sum);
      } else if (cursor.eat('-')) {
        sum.months(sign * (value * MONTHS_PER_YEAR + cursor.number()));
      } else {
        sum.days(sign * value);
      }
    } while (cursor.eat(' '));
  }

  /// After the colon behind the hours.
  private static void time(TextCursor cursor, int sign, long hours, Sum sum) {
    long seconds = hours * SECONDS_PER_HOUR + cursor.number() * 60L;
    cursor.expect(':');
    sum.seconds(sign, seconds + cursor.number(), fraction(cursor));
  }

  /// `P1Y2M-3DT4H5M6.789S` after the P.
  private static void parseIso(TextCursor cursor, Sum sum) {
    boolean time = false;
    while (!cursor.atEnd()) {
      if (!time && cursor.eat('T')) {
        time = true;
      }
      int sign = sign(cursor);
      long value = number(cursor);
      int micros = fraction(cursor);
      char unit = cursor.next();
      switch (unit) {
        case 'Y' -> sum.months(sign * value * MONTHS_PER_YEAR);
        case 'D' -> sum.days(sign * value);
        case 'H' -> sum.seconds(sign, value * SECONDS_PER_HOUR, 0);
        case 'S' -> sum.seconds(sign, value, micros);
        case 'M' -> {
          if (time) {
            sum.seconds(sign, value * 60, 0);
          } else {
            sum.months(sign * value);
          }
        }
        default -> throw cursor.fault("unexpected unit");
      }
    }
  }

  private static int sign(TextCursor cursor) {
    if (cursor.eat('-')) {
      return -1;
    }
    cursor.eat('+');
    return 1;
  }

  /// Hours pass the range of int.
  private static long number(TextCursor cursor) {
    long value = 0;
    if (!cursor.atDigit()) {
      throw cursor.fault("expected a digit");
    }
    while (cursor.atDigit()) {
      value = value * 10 + (cursor.next() - '0');
      if (value > Long.MAX_VALUE / MICROS_PER_SECOND) {
        throw cursor.fault("number too large");
      }
    }
    return value;
  }

  private static int fraction(TextCursor cursor) {
    return cursor.eat('.') ? cursor.fraction(MICRO_DIGITS) : 0;
  }

  /// Adds up the parts; overflow is an ArithmeticException.
  private static final class Sum {
    private long months;
    private long days;
    private long micros;

    void months(long more) {
      months = Math.addExact(months, more);
    }

    void days(long more) {
      days = Math.addExact(days, more);
    }

    void seconds(int sign, long seconds, int fraction) {
      long part = Math.multiplyExact(sign * seconds, MICROS_PER_SECOND);
      micros = Math.addExact(micros, Math.addExact(part, (long) sign * fraction));
    }

    void negate() {
      months = Math.negateExact(months);
      days = Math.negateExact(days);
      micros = Math.negateExact(micros);
    }

    Interval interval() {
      return new Interval(Math.toIntExact(months), Math.toIntExact(days), micros);
    }
  }
}
