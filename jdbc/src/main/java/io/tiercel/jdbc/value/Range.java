package io.tiercel.jdbc.value;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A range of values: `[1,10)`, `(,2026-01-01]`, `empty`.
///
/// @param lower null if it has no lower bound
/// @param upper null if it has no upper bound
/// @param isEmpty whether it holds nothing; then it has no bounds
public record Range<T>(
    @Nullable T lower,
    boolean includesLower,
    @Nullable T upper,
    boolean includesUpper,
    boolean isEmpty) {
  public Range {
    if (isEmpty && (lower != null || upper != null)) {
      throw new IllegalArgumentException("an empty range has no bounds");
    }
  }

  /// `[lower,upper)`, the form in which the server keeps ranges of whole numbers and dates.
  public static <T> Range<T> closedOpen(@Nullable T lower, @Nullable T upper) {
    return new Range<>(lower, lower != null, upper, false, false);
  }

  /// The range that holds nothing.
  public static <T> Range<T> empty() {
    return new Range<>(null, false, null, false, true);
  }

  /// Reads the server's text.
  ///
  /// @param bound reads the text of a bound
  /// @throws IllegalArgumentException if the text is no range
  public static <T> Range<T> parse(String text, Function<String, T> bound) {
    if (text.equals("empty")) {
      return empty();
    }
    int end = text.length() - 1;
    if (end < 2 || "[(".indexOf(text.charAt(0)) < 0 || "])".indexOf(text.charAt(end)) < 0) {
      throw new IllegalArgumentException("malformed range: expected bounds in brackets");
    }
    int comma = comma(text, end);
    String lower = unquoted(text.substring(1, comma));
    String upper = unquoted(text.substring(comma + 1, end));
    return new Range<>(
        comma == 1 ? null : bound.apply(lower),
        text.charAt(0) == '[',
        comma + 1 == end ? null : bound.apply(upper),
        text.charAt(end) == ']',
        false);
  }

  private static int comma(String text, int end) {
    boolean isQuoted = false;
    for (int i = 1; i < end; i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ',' && !isQuoted) {
        return i;
      }
    }
    throw new IllegalArgumentException("malformed range: expected a comma between the bounds");
  }

  private static String unquoted(String bound) {
    var text = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < bound.length(); i++) {
      char c = bound.charAt(i);
      if (c == '\\' && i + 1 < bound.length()) {
        text.append(bound.charAt(++i));
      } else if (c != '"') {
        text.append(c);
      } else if (isQuoted && i + 1 < bound.length() && bound.charAt(i + 1) == '"') {
        text.append(c);
        i++;
      } else {
        isQuoted = !isQuoted;
      }
    }
    return text.toString();
  }

  /// The text that the server takes, with the bounds as their classes print them.
  @Override
  public String toString() {
    return print(Object::toString);
  }

  /// The text that the server takes.
  ///
  /// @param bound prints a bound as the server takes it
  public String print(Function<Object, String> bound) {
    if (isEmpty) {
      return "empty";
    }
    var to = new StringBuilder().append(includesLower ? '[' : '(');
    if (lower != null) {
      append(bound.apply(lower), to);
    }
    to.append(',');
    if (upper != null) {
      append(bound.apply(upper), to);
    }
    return to.append(includesUpper ? ']' : ')').toString();
  }

  private static void append(String bound, StringBuilder to) {
    String text = bound.replace("\\", "\\\\").replace("\"", "\\\"");
    boolean isPlain =
        text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '.');
    to.append(isPlain && !text.isEmpty() ? text : "\"" + text + "\"");
  }
}
