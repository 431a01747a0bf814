package io.tiercel.jdbc.value;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The text of `hstore`: `"key"=>"value", "other"=>NULL`. Its value is a Map of Strings; a value,
/// not a key, may be null.
public final class HStore {
  private final String text;
  private int at;

  private HStore(String text) {
    this.text = text;
  }

  /// A new map, in the order of the text.
  ///
  /// @throws IllegalArgumentException if the text is no hstore
  public static Map<String, @Nullable String> parse(String text) {
    return new HStore(text).entries();
  }

  /// The text that the server takes. Keys and values are written as their text.
  public static String print(Map<?, ? extends @Nullable Object> map) {
    var to = new StringBuilder();
    for (Map.Entry<?, ? extends @Nullable Object> entry : map.entrySet()) {
      if (!to.isEmpty()) {
        to.append(", ");
      }
      quote(String.valueOf(entry.getKey()), to);
      to.append("=>");
      Object value = entry.getValue();
      if (value == null) {
        to.append("NULL");
      } else {
        quote(value.toString(), to);
      }
    }
    return to.toString();
  }

  private static void quote(String part, StringBuilder to) {
    to.append('"').append(part.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
  }

  private Map<String, @Nullable String> entries() {
    var map = new LinkedHashMap<String, @Nullable String>();
    skipSpaces();
    while (at < text.length()) {
      String key = part();
      skipSpaces();
      expect("=>");
      skipSpaces();
      if (text.startsWith("NULL", at)) {
        at += 4;
        map.put(key, null);
      } else {
        map.put(key, part());
      }
      skipSpaces();
      if (at < text.length()) {
        expect(",");
        skipSpaces();
      }
    }
    return map;
  }

  private String part() {
    expect("\"");
    var part = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\') {
        at++;
      }
      if (at < text.length()) {
        part.append(text.charAt(at++));
      }
    }
    expect("\"");
    return part.toString();
  }

  private void skipSpaces() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private void expect(String token) {
    if (!text.startsWith(token, at)) {
      throw new IllegalArgumentException(
          "malformed hstore: expected %s at character %d".formatted(token, at + 1));
    }
    at += token.length();
  }
}
