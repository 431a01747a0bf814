package io.tiercel.wire.codec;

import io.tiercel.wire.error.CodecException;

/// Walks over the text form of a value. Confined to one thread.
final class TextCursor {
  private final String typeName;
  private final String text;
  private int at;

  TextCursor(String typeName, String text) {
    this.typeName = typeName;
    this.text = text;
  }

  boolean atEnd() {
    return at == text.length();
  }

  /// The next character, or NUL at the end.
  char peek() {
    return atEnd() ? '\0' : text.charAt(at);
  }

  char next() {
    if (atEnd()) {
      throw fault("ends early");
    }
    return text.charAt(at++);
  }

  /// Steps over `expected` if it comes next.
  boolean eat(char expected) {
    if (peek() != expected || atEnd()) {
      return false;
    }
    at++;
    return true;
  }

  boolean eat(String expected) {
    if (!text.startsWith(expected, at)) {
      return false;
    }
    at += expected.length();
    return true;
  }

  void expect(char expected) {
    if (!eat(expected)) {
      throw fault("expected '%c' at character %d".formatted(expected, at + 1));
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw fault("expected its end at character " + (at + 1));
    }
  }

  boolean atDigit() {
    char c = peek();
    return c >= '0' && c <= '9';
  }

  /// One or more decimal digits, not past the range of int.
  int number() {
    return (int) unsigned(Integer.MAX_VALUE);
  }

  /// One or more decimal digits, not past `max`.
  long unsigned(long max) {
    int from = at;
    long value = 0;
    while (atDigit()) {
      value = value * 10 + (text.charAt(at++) - '0');
      if (value > max) {
        throw fault("number too large at character " + (from + 1));
      }
    }
    if (at == from) {
      throw fault("expected a digit at character " + (at + 1));
    }
    return value;
  }

  /// A decimal fraction after its point, in units of 10^-`digits`; more digits are cut off.
  int fraction(int digits) {
    int value = 0;
    int read = 0;
    for (; atDigit(); at++, read++) {
      if (read < digits) {
        value = value * 10 + (text.charAt(at) - '0');
      }
    }
    if (read == 0) {
      throw fault("expected a digit at character " + (at + 1));
    }
    for (; read < digits; read++) {
      value *= 10;
    }
    return value;
  }

  CodecException fault(String detail) {
    return Faults.malformedText(typeName, detail);
  }
}
