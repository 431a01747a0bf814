package io.tiercel.jpa.mapping;

/// Between the value an attribute holds and the value its column holds (an enum and its name, a
/// `java.util.Date` and an immutable `Instant`, a user's `AttributeConverter`). Column values are
/// immutable or private copies, so that a row may be shared and compared.
/// Implementations are stateless and safe for any number of threads.
public interface Conversion {

  /// The column's value for a non-null attribute value.
  Object toColumn(Object attributeValue);

  /// The attribute's value for a non-null column value.
  Object toAttribute(Object columnValue);
}
