package io.tiercel.jpa.mapping;

import java.util.List;

/// An embeddable, flattened into its owner's row. Its attributes' columns carry slots of the
/// owner's row; their [Attribute#index] counts within the embeddable.
public record EmbeddedAttribute(
    String name, int index, Class<?> javaType, List<Attribute> attributes) implements Attribute {

  public EmbeddedAttribute {
    attributes = List.copyOf(attributes);
  }
}
