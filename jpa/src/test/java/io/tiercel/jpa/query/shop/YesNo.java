package io.tiercel.jpa.query.shop;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;

@Converter
public class YesNo implements AttributeConverter<Boolean, String> {
  @Override
  public String convertToDatabaseColumn(Boolean value) {
    return value ? "Y" : "N";
  }

  @Override
  public Boolean convertToEntityAttribute(String column) {
    return column.equals("Y");
  }
}
