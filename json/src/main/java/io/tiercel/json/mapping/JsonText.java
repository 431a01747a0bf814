package io.tiercel.json.mapping;

import jakarta.persistence.AttributeConverter;
import tools.jackson.databind.JavaType;

/// Between values that are JSON strings and the text in these, without quotes and escapes.
record JsonText(AttributeConverter<Object, String> json)
    implements AttributeConverter<Object, String> {

  @Override
  public String convertToDatabaseColumn(Object attribute) {
    return Jsonb.MAPPER.readValue(json.convertToDatabaseColumn(attribute), String.class);
  }

  @Override
  public Object convertToEntityAttribute(String column) {
    return json.convertToEntityAttribute(Jsonb.MAPPER.writeValueAsString(column));
  }

  /// Whether all constants of an enum are written as strings.
  static boolean isWrittenSo(JavaType enumType) {
    Object[] constants = enumType.getRawClass().getEnumConstants();
    if (constants == null) {
      return false;
    }
    for (Object constant : constants) {
      if (!Jsonb.MAPPER.writeValueAsString(constant).startsWith("\"")) {
        return false;
      }
    }
    return true;
  }
}
