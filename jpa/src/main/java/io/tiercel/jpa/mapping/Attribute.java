package io.tiercel.jpa.mapping;

import java.lang.reflect.Member;

/// A persistent attribute of an entity or embeddable.
public sealed interface Attribute
    permits BasicAttribute, EmbeddedAttribute, ToOneAttribute, PluralAttribute {

  /// The attribute's name in the Java class and in JPQL.
  String name();

  /// Its place among the attributes of the class that declares it in the mapping, from 0: the
  /// number by which generated code reads and writes it.
  int index();

  /// The declared Java type; primitives stay primitive, collections are the declared interface.
  Class<?> javaType();

  /// The field, or the getter of a property; a mapped superclass may declare it.
  Member javaMember();
}
