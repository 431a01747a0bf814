package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.AttributeFacts;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import jakarta.persistence.Basic;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKeyClass;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Version;
import jakarta.persistence.metamodel.Attribute.PersistentAttributeType;
import jakarta.persistence.metamodel.PluralAttribute.CollectionType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the kind and types of attributes from their annotations (sections 11.1.6 and 2.2).
final class AttributeFactsReader {
  private AttributeFactsReader() {}

  static AttributeFacts of(PersistentMember member) {
    PersistentAttributeType kind = kind(member);
    CollectionType collection = isCollection(member) ? collectionType(member.javaType()) : null;
    return new AttributeFacts(
        member.name(),
        member.javaMember(),
        member.javaType(),
        kind,
        elementType(member, collection),
        collection == CollectionType.MAP ? keyType(member) : null,
        collection,
        PersistentMembers.isId(member),
        member.has(Version.class),
        isOptional(member));
  }

  private static PersistentAttributeType kind(PersistentMember member) {
    if (member.has(ManyToOne.class)) {
      return PersistentAttributeType.MANY_TO_ONE;
    }
    if (member.has(OneToOne.class)) {
      return PersistentAttributeType.ONE_TO_ONE;
    }
    if (member.has(OneToMany.class)) {
      return PersistentAttributeType.ONE_TO_MANY;
    }
    if (member.has(ManyToMany.class)) {
      return PersistentAttributeType.MANY_TO_MANY;
    }
    if (member.has(ElementCollection.class)) {
      return PersistentAttributeType.ELEMENT_COLLECTION;
    }
    return EmbeddedReader.isEmbedded(member)
        ? PersistentAttributeType.EMBEDDED
        : PersistentAttributeType.BASIC;
  }

  private static boolean isCollection(PersistentMember member) {
    return ToManyReader.isToMany(member) || member.has(ElementCollection.class);
  }

  private static CollectionType collectionType(Class<?> declared) {
    if (Map.class.isAssignableFrom(declared)) {
      return CollectionType.MAP;
    }
    if (List.class.isAssignableFrom(declared)) {
      return CollectionType.LIST;
    }
    return Set.class.isAssignableFrom(declared) ? CollectionType.SET : CollectionType.COLLECTION;
  }

  private static Class<?> elementType(
      PersistentMember member, @Nullable CollectionType collection) {
    if (collection == null) {
      return named(member) == void.class ? member.javaType() : named(member);
    }
    Class<?> named = named(member);
    return named != void.class ? named : argument(member, collection == CollectionType.MAP ? 1 : 0);
  }

  private static Class<?> keyType(PersistentMember member) {
    MapKeyClass named = member.annotation(MapKeyClass.class);
    return named != null ? named.value() : argument(member, 0);
  }

  private static Class<?> argument(PersistentMember member, int place) {
    List<Class<?>> arguments = member.typeArguments();
    return place < arguments.size() ? arguments.get(place) : Object.class;
  }

  /// The target that the annotation names, `void` when it leaves it to the declaration.
  private static Class<?> named(PersistentMember member) {
    ManyToOne manyToOne = member.annotation(ManyToOne.class);
    if (manyToOne != null) {
      return manyToOne.targetEntity();
    }
    OneToOne oneToOne = member.annotation(OneToOne.class);
    if (oneToOne != null) {
      return oneToOne.targetEntity();
    }
    OneToMany oneToMany = member.annotation(OneToMany.class);
    if (oneToMany != null) {
      return oneToMany.targetEntity();
    }
    ManyToMany manyToMany = member.annotation(ManyToMany.class);
    if (manyToMany != null) {
      return manyToMany.targetEntity();
    }
    ElementCollection elements = member.annotation(ElementCollection.class);
    return elements == null ? void.class : elements.targetClass();
  }

  private static boolean isOptional(PersistentMember member) {
    if (member.javaType().isPrimitive()) {
      return false;
    }
    ManyToOne manyToOne = member.annotation(ManyToOne.class);
    if (manyToOne != null) {
      return manyToOne.optional();
    }
    OneToOne oneToOne = member.annotation(OneToOne.class);
    if (oneToOne != null) {
      return oneToOne.optional();
    }
    Basic basic = member.annotation(Basic.class);
    return !PersistentMembers.isId(member) && (basic == null || basic.optional());
  }
}
