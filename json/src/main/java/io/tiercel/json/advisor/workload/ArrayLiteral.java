package io.tiercel.json.advisor.workload;

import java.util.ArrayList;
import java.util.List;

/// The text of a one-dimensional array, as the manual's chapter on arrays has it.
final class ArrayLiteral {
  private ArrayLiteral() {}

  /// Its elements; of a text that is no array, the text.
  static List<String> elements(String literal) {
    String text = literal.strip();
    if (!text.startsWith("{") || !text.endsWith("}")) {
      return List.of(literal);
    }
    List<String> elements = new ArrayList<>();
    var element = new StringBuilder();
    boolean isQuoted = false;
    boolean isAny = false;
    for (int i = 1; i < text.length() - 1; i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() - 1) {
        element.append(text.charAt(++i));
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ',' && !isQuoted) {
        elements.add(element.toString());
        element.setLength(0);
      } else {
        element.append(c);
      }
      isAny = true;
    }
    if (isAny) {
      elements.add(element.toString());
    }
    return elements;
  }
}
