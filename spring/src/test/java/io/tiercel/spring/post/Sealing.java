package io.tiercel.spring.post;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.springframework.beans.factory.annotation.Autowired;

/// A converter with what it needs.
@Converter
public class Sealing implements AttributeConverter<String, String> {
  @Autowired private PostOffice office;

  @Override
  public String convertToDatabaseColumn(String text) {
    return office.seal() + text;
  }

  @Override
  public String convertToEntityAttribute(String column) {
    return column.substring(office.seal().length());
  }
}
