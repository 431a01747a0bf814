package io.tiercel.jpa.metamodel;

import io.tiercel.jpa.mapping.AttributeFacts;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.PluralAttribute.CollectionType;
import java.lang.reflect.Member;

/// What singular attributes and collections have in common.
interface UnitAttribute<X, Y> extends Attribute<X, Y> {

  /// What the annotations say.
  AttributeFacts facts();

  /// The type that declares it.
  ManagedType<X> declaringType();

  /// The attribute that the facts describe.
  static UnitAttribute<?, ?> of(
      UnitMetamodel unit, ManagedType<?> declaring, AttributeFacts facts) {
    CollectionType collection = facts.collectionType();
    return switch (collection) {
      case null -> new UnitSingularAttribute<>(unit, declaring, facts);
      case COLLECTION -> new UnitPluralAttribute.OfCollection<>(unit, declaring, facts);
      case LIST -> new UnitPluralAttribute.OfList<>(unit, declaring, facts);
      case SET -> new UnitPluralAttribute.OfSet<>(unit, declaring, facts);
      case MAP -> new UnitPluralAttribute.OfMap<>(unit, declaring, facts);
    };
  }

  @Override
  default String getName() {
    return facts().name();
  }

  @Override
  default PersistentAttributeType getPersistentAttributeType() {
    return facts().kind();
  }

  @Override
  default ManagedType<X> getDeclaringType() {
    return declaringType();
  }

  @Override
  @SuppressWarnings("unchecked") // the facts are of this attribute
  default Class<Y> getJavaType() {
    return (Class<Y>) facts().javaType();
  }

  @Override
  default Member getJavaMember() {
    return facts().javaMember();
  }

  @Override
  default boolean isAssociation() {
    return switch (facts().kind()) {
      case MANY_TO_ONE, ONE_TO_ONE, ONE_TO_MANY, MANY_TO_MANY -> true;
      case BASIC, EMBEDDED, ELEMENT_COLLECTION -> false;
    };
  }

  @Override
  default boolean isCollection() {
    return facts().collectionType() != null;
  }
}
