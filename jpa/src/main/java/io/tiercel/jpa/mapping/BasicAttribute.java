package io.tiercel.jpa.mapping;

/// An attribute that one column holds.
public record BasicAttribute(String name, int index, Class<?> javaType, Column column)
    implements Attribute {}
