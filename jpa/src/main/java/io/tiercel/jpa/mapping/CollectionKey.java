package io.tiercel.jpa.mapping;

import org.jspecify.annotations.Nullable;

/// What the keys of a `java.util.Map` attribute are (Jakarta Persistence 3.2, section 2.2.1).
public sealed interface CollectionKey {

  /// The class of the keys.
  Class<?> javaType();

  /// Keys that columns hold: `@MapKeyColumn`, an embeddable, or `@MapKeyJoinColumn`.
  ///
  /// @param attribute a basic, embedded or owning to-one attribute whose columns stand in the
  ///     collection's rows; its index is -1
  record Stored(Attribute attribute) implements CollectionKey {
    @Override
    public Class<?> javaType() {
      return attribute.javaType();
    }
  }

  /// Keys that are attributes of the elements: `@MapKey`.
  ///
  /// @param attribute the element's attribute, null for its id
  record OfElement(Class<?> javaType, @Nullable Attribute attribute) implements CollectionKey {}
}
