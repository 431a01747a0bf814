package io.tiercel.jpa.mapping;

import jakarta.persistence.metamodel.Attribute.PersistentAttributeType;
import jakarta.persistence.metamodel.PluralAttribute.CollectionType;
import java.lang.reflect.Member;
import org.jspecify.annotations.Nullable;

/// What the annotations of an attribute say about its kind and types, before anything is known
/// about how it is stored.
///
/// @param javaType the declared type, type variables of a generic superclass resolved
/// @param elementType the target of an association, the element of a collection, the value of a
///     map; the attribute's type otherwise
/// @param keyType the type of a map's keys, null when it is no map
/// @param collectionType null for a singular attribute
/// @param optional whether it may be null, as far as the annotations tell
public record AttributeFacts(
    String name,
    Member javaMember,
    Class<?> javaType,
    PersistentAttributeType kind,
    Class<?> elementType,
    @Nullable Class<?> keyType,
    @Nullable CollectionType collectionType,
    boolean isId,
    boolean isVersion,
    boolean optional) {

  /// The class that declares it.
  public Class<?> declaringType() {
    return javaMember.getDeclaringClass();
  }

  /// Whether both describe the same types, so that one may stand for the other.
  public boolean hasTypesOf(AttributeFacts other) {
    return javaType == other.javaType
        && elementType == other.elementType
        && keyType == other.keyType;
  }
}
