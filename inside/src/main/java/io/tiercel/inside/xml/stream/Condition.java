package io.tiercel.inside.xml.stream;

import java.util.List;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// A predicate of an element on its attributes and its own value. Immutable.
sealed interface Condition {
  /// What is left of it at the start tag, when the attributes are known: a [Constant], or what the
  /// value has to say.
  ///
  /// @throws NotStreamable if a value is not what is asked for
  Condition atStart(XMLStreamReader reader);

  /// Whether what was left holds of the value.
  ///
  /// @throws NotStreamable as [#atStart]
  boolean atEnd(ElementValue value);

  /// Whether the start tag decides it.
  boolean isKnownAtStart();

  /// Values of more chars than this are known to fail; MAX_VALUE where no length tells.
  default long maxChars() {
    return Long.MAX_VALUE;
  }

  /// Both of two.
  static Condition and(Condition left, Condition right) {
    return left == Constant.TRUE ? right : right == Constant.TRUE ? left : new And(left, right);
  }

  /// What the start tag has decided.
  enum Constant implements Condition {
    FALSE,
    TRUE;

    static Constant of(boolean value) {
      return value ? TRUE : FALSE;
    }

    @Override
    public Condition atStart(XMLStreamReader reader) {
      return this;
    }

    @Override
    public boolean atEnd(ElementValue element) {
      return this == TRUE;
    }

    @Override
    public boolean isKnownAtStart() {
      return true;
    }
  }

  /// `… and …`.
  record And(Condition left, Condition right) implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      Condition first = left.atStart(reader);
      if (first == Constant.FALSE) {
        return Constant.FALSE;
      }
      Condition second = right.atStart(reader);
      if (second == Constant.FALSE) {
        return Constant.FALSE;
      }
      return first == left && second == right ? this : and(first, second);
    }

    @Override
    public boolean atEnd(ElementValue value) {
      return left.atEnd(value) && right.atEnd(value);
    }

    @Override
    public boolean isKnownAtStart() {
      return left.isKnownAtStart() && right.isKnownAtStart();
    }

    @Override
    public long maxChars() {
      return Math.min(left.maxChars(), right.maxChars());
    }
  }

  /// `… or …`.
  record Or(Condition left, Condition right) implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      Condition first = left.atStart(reader);
      if (first == Constant.TRUE) {
        return Constant.TRUE;
      }
      Condition second = right.atStart(reader);
      if (second == Constant.TRUE) {
        return Constant.TRUE;
      }
      if (first == Constant.FALSE) {
        return second;
      }
      if (second == Constant.FALSE) {
        return first;
      }
      return first == left && second == right ? this : new Or(first, second);
    }

    @Override
    public boolean atEnd(ElementValue value) {
      return left.atEnd(value) || right.atEnd(value);
    }

    @Override
    public boolean isKnownAtStart() {
      return left.isKnownAtStart() && right.isKnownAtStart();
    }

    @Override
    public long maxChars() {
      return Math.max(left.maxChars(), right.maxChars());
    }
  }

  /// `not(…)`.
  record Not(Condition inner) implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      Condition rest = inner.atStart(reader);
      if (rest instanceof Constant constant) {
        return Constant.of(constant == Constant.FALSE);
      }
      return new Not(rest);
    }

    @Override
    public boolean atEnd(ElementValue value) {
      return !inner.atEnd(value);
    }

    @Override
    public boolean isKnownAtStart() {
      return inner.isKnownAtStart();
    }
  }

  /// `@name`: there is one.
  record HasAttribute(NameTest name) implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      return Constant.of(name.attributeOf(reader) != null);
    }

    @Override
    public boolean atEnd(ElementValue value) {
      throw new IllegalStateException("decided at the start");
    }

    @Override
    public boolean isKnownAtStart() {
      return true;
    }
  }

  /// A test of an attribute.
  ///
  /// @param ofMissing what is tested where there is none; null: nothing, it does not hold then
  record AttributeText(NameTest name, TextTest test, @Nullable String ofMissing)
      implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      String found = name.attributeOf(reader);
      String text = found != null ? found : ofMissing;
      return Constant.of(text != null && test.holds(text));
    }

    @Override
    public boolean atEnd(ElementValue value) {
      throw new IllegalStateException("decided at the start");
    }

    @Override
    public boolean isKnownAtStart() {
      return true;
    }
  }

  /// `string-length(@name)`, compared; zero where there is none.
  record AttributeLength(NameTest name, Comparison comparison, long length) implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      String found = name.attributeOf(reader);
      int codePoints = found == null ? 0 : found.codePointCount(0, found.length());
      return Constant.of(comparison.holds(codePoints, length));
    }

    @Override
    public boolean atEnd(ElementValue value) {
      throw new IllegalStateException("decided at the start");
    }

    @Override
    public boolean isKnownAtStart() {
      return true;
    }
  }

  /// A test of the string value.
  record ValueText(TextTest test) implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      return this;
    }

    @Override
    public boolean atEnd(ElementValue value) {
      return test.holds(value.text());
    }

    @Override
    public boolean isKnownAtStart() {
      return false;
    }

    @Override
    public long maxChars() {
      return test.maxChars();
    }
  }

  /// `string-length(.)`, compared.
  record ValueLength(Comparison comparison, long length) implements Condition {
    @Override
    public Condition atStart(XMLStreamReader reader) {
      return this;
    }

    @Override
    public boolean atEnd(ElementValue value) {
      return comparison.holds(value.length(), length);
    }

    @Override
    public boolean isKnownAtStart() {
      return false;
    }

    /// A code point has at most two chars.
    @Override
    public long maxChars() {
      return switch (comparison) {
        case EQUAL, LESS, LESS_OR_EQUAL -> 2 * length;
        case NOT_EQUAL, GREATER, GREATER_OR_EQUAL -> Long.MAX_VALUE;
      };
    }
  }

  /// All of them.
  static Condition allOf(List<Condition> conditions) {
    return conditions.stream().reduce(Constant.TRUE, Condition::and);
  }
}
