package io.tiercel.inside;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The SQL type of a parameter, of a method's result or of a record's component, where it does not
/// follow from the Java type or another is meant: `jsonb` for a String, a domain, an enum, a
/// composite type for a record. On a method that returns a set it is the type of the elements.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface PgType {
  /// The type as SQL writes it.
  String value();
}
