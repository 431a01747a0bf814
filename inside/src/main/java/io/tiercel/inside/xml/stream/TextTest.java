package io.tiercel.inside.xml.stream;

import java.util.regex.Pattern;

/// What a predicate asks of a string. Immutable.
sealed interface TextTest {
  /// Whether it holds. Strings compare by code points, as in the default collation.
  boolean holds(String text);

  /// Texts of more chars than this are known to fail; MAX_VALUE where no length tells.
  default long maxChars() {
    return Long.MAX_VALUE;
  }

  /// `= 'text'`.
  record Equal(String other) implements TextTest {
    @Override
    public boolean holds(String text) {
      return text.equals(other);
    }

    @Override
    public long maxChars() {
      return other.length();
    }
  }

  /// `!= 'text'`.
  record NotEqual(String other) implements TextTest {
    @Override
    public boolean holds(String text) {
      return !text.equals(other);
    }
  }

  /// `contains(…, 'part')`.
  record Contains(String part) implements TextTest {
    @Override
    public boolean holds(String text) {
      return text.contains(part);
    }
  }

  /// `starts-with(…, 'start')`.
  record StartsWith(String start) implements TextTest {
    @Override
    public boolean holds(String text) {
      return text.startsWith(start);
    }
  }

  /// `ends-with(…, 'end')`.
  record EndsWith(String end) implements TextTest {
    @Override
    public boolean holds(String text) {
      return text.endsWith(end);
    }
  }

  /// A comparison with an integer: an untyped value is cast to xs:double for it.
  record Numeric(Comparison comparison, double number) implements TextTest {
    /// What all parsers of doubles read alike.
    private static final Pattern PLAIN =
        Pattern.compile("[ \\t\\r\\n]*[+-]?[0-9]{1,9}(\\.[0-9]{1,6})?[ \\t\\r\\n]*");

    @Override
    public boolean holds(String text) {
      if (!PLAIN.matcher(text).matches()) {
        throw new NotStreamable("a value that is no plain number");
      }
      return comparison.holds(Double.parseDouble(text.strip()), number);
    }
  }
}
