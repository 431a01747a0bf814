package io.tiercel.jpa.format;

import jakarta.persistence.AttributeConverter;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/// A format that attributes of many types are stored in. Made once for each attribute that names it
/// in [StoredAs].
public interface AttributeFormat {
  /// The PostgreSQL type that a generated schema gives the column, unless `@Column` says another.
  String sqlType();

  /// What writes and reads an attribute of a declared type, with its type arguments. Never given a
  /// null. It is used by any number of threads; what it throws is wrapped in a PersistenceException
  /// that names the attribute.
  ///
  /// An attribute has changed if what it is written as differs from what the stored text would be
  /// written as after having been read: so writing has to be deterministic, and needs no `equals`.
  ///
  /// @throws IllegalArgumentException if the format cannot hold the type; the message says why
  AttributeConverter<Object, String> converter(Type type);

  /// What queries may reach inside of an attribute, and what a generated schema adds for it; null
  /// if its values are one piece. Asked when the first query or schema needs it.
  ///
  /// @param attribute the field or method that the mapping stands at
  /// @throws IllegalArgumentException if what is declared there is no sense; the message says why
  default @Nullable AttributeParts parts(Type type, AnnotatedElement attribute) {
    return null;
  }
}
