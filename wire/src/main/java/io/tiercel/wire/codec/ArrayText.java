package io.tiercel.wire.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The text of an array: `{1,NULL,3}`, `{{a,"b c"},{"\"",""}}`, with lower bounds other than 1
/// `[0:1]={1,2}`. Elements stand between the delimiter of their type, quoted where they must be.
final class ArrayText {
  /// The server's own limit (MAXDIM).
  static final int MAX_DIMENSIONS = 6;

  private final int[] dimensions;
  private final List<@Nullable String> elements;

  private ArrayText(int[] dimensions, List<@Nullable String> elements) {
    this.dimensions = dimensions;
    this.elements = elements;
  }

  /// The lengths, outermost first; none for an empty array.
  int[] dimensions() {
    return dimensions;
  }

  /// In row-major order, null for NULL.
  List<@Nullable String> elements() {
    return elements;
  }

  /// @throws io.tiercel.wire.error.CodecException if the text is no array
  static ArrayText parse(String typeName, char delimiter, String text) {
    return new Parser(typeName, delimiter, text).parse();
  }

  /// Appends one element, quoted where the server would quote it.
  static void appendElement(@Nullable String element, char delimiter, StringBuilder to) {
    if (element == null) {
      to.append("NULL");
    } else if (needsQuotes(element, delimiter)) {
      to.append('"');
      for (int i = 0; i < element.length(); i++) {
        char c = element.charAt(i);
        if (c == '"' || c == '\\') {
          to.append('\\');
        }
        to.append(c);
      }
      to.append('"');
    } else {
      to.append(element);
    }
  }

  private static boolean needsQuotes(String element, char delimiter) {
    if (element.isEmpty() || element.equalsIgnoreCase("NULL")) {
      return true;
    }
    for (int i = 0; i < element.length(); i++) {
      char c = element.charAt(i);
      if (c == delimiter || "\"\\{}".indexOf(c) >= 0 || isSpace(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  /// One pass over the text. Confined to one thread.
  private static final class Parser {
    private static final int UNKNOWN = -1;

    private final TextCursor cursor;
    private final char delimiter;
    private final int[] lengths = new int[MAX_DIMENSIONS];
    private final List<@Nullable String> elements = new ArrayList<>();

    /// The level on which elements stand, known from the first of them on.
    private int leafLevel = UNKNOWN;

    Parser(String typeName, char delimiter, String text) {
      cursor = new TextCursor(typeName, text);
      this.delimiter = delimiter;
      Arrays.fill(lengths, UNKNOWN);
    }

    ArrayText parse() {
      if (cursor.peek() == '[') {
        // Lower bounds: Java arrays have none.
        while (cursor.next() != '=') {}
      }
      level(0);
      cursor.expectEnd();
      return new ArrayText(Arrays.copyOf(lengths, leafLevel + 1), elements);
    }

    private void level(int level) {
      if (level == MAX_DIMENSIONS) {
        throw cursor.fault("more than %d dimensions".formatted(MAX_DIMENSIONS));
      }
      cursor.expect('{');
      int length = 0;
      if (!cursor.eat('}')) {
        do {
          member(level);
          length++;
        } while (cursor.eat(delimiter));
        cursor.expect('}');
      }
      if (lengths[level] != UNKNOWN && lengths[level] != length) {
        throw cursor.fault("sub-arrays of different lengths");
      }
      lengths[level] = length;
    }

    private void member(int level) {
      if (cursor.peek() == '{') {
        level(level + 1);
        return;
      }
      if (leafLevel != UNKNOWN && leafLevel != level) {
        throw cursor.fault("elements on different levels");
      }
      leafLevel = level;
      elements.add(cursor.eat('"') ? quoted() : bare());
    }

    private String quoted() {
      var text = new StringBuilder();
      for (char c = cursor.next(); c != '"'; c = cursor.next()) {
        text.append(c == '\\' ? cursor.next() : c);
      }
      return text.toString();
    }

    private @Nullable String bare() {
      var text = new StringBuilder();
      boolean escaped = false;
      while (!cursor.atEnd() && cursor.peek() != delimiter && cursor.peek() != '}') {
        char c = cursor.next();
        escaped |= c == '\\';
        text.append(c == '\\' ? cursor.next() : c);
      }
      if (text.isEmpty()) {
        throw cursor.fault("empty element");
      }
      String element = text.toString();
      return !escaped && element.equalsIgnoreCase("NULL") ? null : element;
    }
  }
}
