package io.tiercel.json.advisor.workload;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON.
final class JsonText {
  private static final JsonMapper MAPPER = new JsonMapper();

  private JsonText() {}

  /// @throws IllegalArgumentException if it is none
  static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("this is no JSON: " + json, e);
    }
  }

  static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }
}
