package io.tiercel.jpa.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An attribute that holds any number of elements: an association with many entities, or a
/// collection of values.
public sealed interface PluralAttribute extends Attribute
    permits ToManyAttribute, ElementCollectionAttribute {

  /// Kind, positions and keys.
  CollectionShape shape();

  /// The resolved `@OrderBy` terms in order, empty when none.
  List<ToManyAttribute.OrderTerm> orderBy();

  /// Whether it is read when it is first touched.
  boolean lazy();

  /// The class of the elements; of a map's values.
  Class<?> elementType();

  /// What the declared type is.
  default CollectionKind kind() {
    return shape().kind();
  }

  /// The class of a map's keys, null for other collections.
  default @Nullable Class<?> keyType() {
    CollectionKey key = shape().key();
    return key == null ? null : key.javaType();
  }
}
