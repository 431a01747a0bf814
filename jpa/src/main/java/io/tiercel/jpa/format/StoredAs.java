package io.tiercel.jpa.format;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// At a persistent field or property: its value is in one column, in a format. Also at a collection
/// with `@ElementCollection`: so is each element.
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface StoredAs {
  /// The format, a class with a public constructor without parameters.
  Class<? extends AttributeFormat> value();
}
