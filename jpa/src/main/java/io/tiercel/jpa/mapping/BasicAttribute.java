package io.tiercel.jpa.mapping;

import java.lang.reflect.Member;

/// An attribute that one column holds.
public record BasicAttribute(
    String name, int index, Class<?> javaType, Member javaMember, Column column)
    implements Attribute {

  /// The same attribute in another column.
  BasicAttribute withColumn(Column other) {
    return new BasicAttribute(name, index, javaType, javaMember, other);
  }
}
