package io.tiercel.jdbc.convert;

import java.time.DateTimeException;
import java.time.LocalDate;

/// Reads dates and times as the server prints them in the date style ISO, and as applications spell
/// them in strings: `2026-11-21 15:04:05.123456+01`, each part alone, `BC` at the end, `infinity`.
/// Confined to one value.
final class DateTimeText {
  private static final int NANO_DIGITS = 9;

  private final String text;
  private final String target;
  private int at;

  private DateTimeText(String text, String target) {
    this.text = text;
    this.target = target;
  }

  /// @param target what the text is to become, for the error message
  static DateTime parse(String text, String target) {
    String trimmed = text.strip();
    if (trimmed.equals("infinity")) {
      return DateTime.POSITIVE_INFINITY;
    }
    if (trimmed.equals("-infinity")) {
      return DateTime.NEGATIVE_INFINITY;
    }
    return new DateTimeText(trimmed, target).parse();
  }

  private DateTime parse() {
    boolean hasDate = text.indexOf(':') != 1 && text.indexOf(':') != 2;
    long epochDay = 0;
    if (hasDate) {
      epochDay = date();
    }
    boolean hasTime = !hasDate || (at < text.length() && eatSeparator());
    long nanoOfDay = hasTime ? time() : 0;
    int offset = offset();
    if (text.endsWith(" BC")) {
      at += 3;
    }
    if (at != text.length()) {
      throw fault();
    }
    return new DateTime(0, hasDate, epochDay, hasTime, nanoOfDay, offset);
  }

  private long date() {
    int year = number();
    expect('-');
    int month = number();
    expect('-');
    int day = number();
    try {
      return LocalDate.of(text.endsWith(" BC") ? 1 - year : year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw fault();
    }
  }

  private boolean eatSeparator() {
    if (peek() == 'T') {
      at++;
      return true;
    }
    if (peek() == ' ' && at + 1 < text.length() && isDigit(text.charAt(at + 1))) {
      at++;
      return true;
    }
    return false;
  }

  private long time() {
    long hour = number();
    expect(':');
    long minute = number();
    long second = 0;
    long nanos = 0;
    if (peek() == ':') {
      at++;
      second = number();
      if (peek() == '.') {
        at++;
        nanos = fraction();
      }
    }
    if (hour > 24 || minute > 59 || second > 60) {
      throw fault();
    }
    long value = ((hour * 60 + minute) * 60 + second) * 1_000_000_000 + nanos;
    if (value > DateTime.NANOS_PER_DAY) {
      throw fault();
    }
    return value;
  }

  private int offset() {
    if (peek() == ' ' && at + 1 < text.length() && "+-".indexOf(text.charAt(at + 1)) >= 0) {
      at++;
    }
    char sign = peek();
    if (sign == 'Z') {
      at++;
      return 0;
    }
    if (sign != '+' && sign != '-') {
      return DateTime.LOCAL;
    }
    at++;
    int start = at;
    int hours = number();
    int seconds = hours * 3600;
    if (at - start == 4) {
      seconds = hours / 100 * 3600 + hours % 100 * 60;
    } else if (peek() == ':') {
      at++;
      seconds += number() * 60;
      if (peek() == ':') {
        at++;
        seconds += number();
      }
    }
    if (seconds > 18 * 3600) {
      throw fault();
    }
    return sign == '-' ? -seconds : seconds;
  }

  private int number() {
    int from = at;
    int value = 0;
    while (at < text.length() && isDigit(text.charAt(at))) {
      value = value * 10 + (text.charAt(at++) - '0');
      if (at - from > NANO_DIGITS) {
        throw fault();
      }
    }
    if (at == from) {
      throw fault();
    }
    return value;
  }

  private long fraction() {
    int from = at;
    int value = number();
    for (int digits = at - from; digits < NANO_DIGITS; digits++) {
      value *= 10;
    }
    return value;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private void expect(char expected) {
    if (peek() != expected) {
      throw fault();
    }
    at++;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private RuntimeException fault() {
    return Conversions.badDateTime(text, target);
  }
}
