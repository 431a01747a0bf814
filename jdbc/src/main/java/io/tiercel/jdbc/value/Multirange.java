package io.tiercel.jdbc.value;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A multirange: ranges in order, none of which overlap when the server made it.
public record Multirange<T>(List<Range<T>> ranges) {
  public Multirange {
    ranges = List.copyOf(ranges);
  }

  /// Reads the server's text: `{[1,3),[5,8)}`.
  ///
  /// @param bound reads the text of a bound
  /// @throws IllegalArgumentException if the text is no multirange
  public static <T> Multirange<T> parse(String text, Function<String, T> bound) {
    int end = text.length() - 1;
    if (end < 1 || text.charAt(0) != '{' || text.charAt(end) != '}') {
      throw new IllegalArgumentException("malformed multirange: expected ranges in braces");
    }
    var ranges = new ArrayList<Range<T>>();
    int from = 1;
    boolean isRangeAwaited = end > 1;
    boolean isQuoted = false;
    for (int i = 1; i < end; i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && (c == ')' || c == ']')) {
        ranges.add(Range.parse(text.substring(from, i + 1), bound));
        isRangeAwaited = i + 1 < end;
        if (isRangeAwaited && text.charAt(++i) != ',') {
          throw new IllegalArgumentException("malformed multirange: expected a comma");
        }
        from = i + 1;
      }
    }
    if (isRangeAwaited) {
      throw new IllegalArgumentException("malformed multirange: ends within a range");
    }
    return new Multirange<>(ranges);
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
    return ranges.stream()
        .map(range -> range.print(bound))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
