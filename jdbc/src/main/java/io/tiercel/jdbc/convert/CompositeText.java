package io.tiercel.jdbc.convert;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The text of a composite value as the server prints it: `(1,"a b",)`, where nothing is NULL.
final class CompositeText {
  private CompositeText() {}

  static String print(List<CompositeAttribute> attributes) throws SQLException {
    var to = new StringBuilder("(");
    for (int i = 0; i < attributes.size(); i++) {
      if (i > 0) {
        to.append(',');
      }
      append(attributes.get(i).read(ValueReader::getString), to);
    }
    return to.append(')').toString();
  }

  static void append(@Nullable String attribute, StringBuilder to) {
    if (attribute == null) {
      return;
    }
    if (!needsQuotes(attribute)) {
      to.append(attribute);
      return;
    }
    to.append('"');
    for (int i = 0; i < attribute.length(); i++) {
      char c = attribute.charAt(i);
      if (c == '"' || c == '\\') {
        to.append(c);
      }
      to.append(c);
    }
    to.append('"');
  }

  private static boolean needsQuotes(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ("\"\\(),".indexOf(c) >= 0 || c == ' ' || (c >= '\t' && c <= '\r')) {
        return true;
      }
    }
    return text.isEmpty();
  }
}
