package io.tiercel.json.search;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The place behind a record in a sorted result: its sort values and its id, as a text that may
/// travel with a user. Whoever changes it comes to another place of the same result and nowhere
/// else.
///
/// @param query a digest of the query that it belongs to
/// @param values of the sort keys, null where they are missing
record Cursor(String query, List<@Nullable String> values, String id) {

  String encode() {
    var text = new StringBuilder();
    append(text, query);
    append(text, id);
    values.forEach(value -> append(text, value));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// Length and text, `-` for null.
  private static void append(StringBuilder text, @Nullable String value) {
    if (value == null) {
      text.append("-:");
    } else {
      text.append(value.length()).append(':').append(value);
    }
  }

  /// @throws IllegalArgumentException if it is no cursor
  static Cursor decode(String encoded) {
    String text = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
    List<@Nullable String> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int colon = text.indexOf(':', at);
      if (colon < 0) {
        throw new IllegalArgumentException("this is no cursor");
      }
      String length = text.substring(at, colon);
      int end = colon + 1 + (length.equals("-") ? 0 : Integer.parseUnsignedInt(length));
      if (end < colon || end > text.length()) {
        throw new IllegalArgumentException("this is no cursor");
      }
      parts.add(length.equals("-") ? null : text.substring(colon + 1, end));
      at = end;
    }
    if (parts.size() < 2 || parts.get(0) == null || parts.get(1) == null) {
      throw new IllegalArgumentException("this is no cursor");
    }
    return new Cursor(
        String.valueOf(parts.get(0)), parts.subList(2, parts.size()), String.valueOf(parts.get(1)));
  }
}
