package io.tiercel.jpa.mapping.reading;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingException;
import java.util.ArrayList;
import java.util.List;

/// Shorthand for the tests of mappings.
final class Mappings {
  private Mappings() {}

  static EntityMapping of(Class<?> entity, Class<?>... others) {
    return unit(entity, others).entity(entity);
  }

  static UnitMapping unit(Class<?> entity, Class<?>... others) {
    var classes = new ArrayList<Class<?>>(List.of(others));
    classes.addFirst(entity);
    return new UnitMapping(classes);
  }

  static String refusal(Class<?> entity, Class<?>... others) {
    String message = assertThrows(MappingException.class, () -> of(entity, others)).getMessage();
    return message == null ? "" : message;
  }

  static Column column(EntityMapping mapping, String attribute) {
    if (mapping.attribute(attribute) instanceof BasicAttribute basic) {
      return basic.column();
    }
    throw new AssertionError(attribute + " is not basic");
  }

  static List<String> columnNames(EntityMapping mapping) {
    return mapping.columns().stream().map(Column::name).toList();
  }
}
