package io.tiercel.jpa.metamodel;

import io.tiercel.jpa.mapping.AttributeFacts;
import jakarta.persistence.metamodel.CollectionAttribute;
import jakarta.persistence.metamodel.ListAttribute;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.MapAttribute;
import jakarta.persistence.metamodel.PluralAttribute;
import jakarta.persistence.metamodel.SetAttribute;
import jakarta.persistence.metamodel.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// A to-many association or element collection, of one of four kinds. Equal only to itself.
abstract sealed class UnitPluralAttribute<X, C, E>
    implements PluralAttribute<X, C, E>, UnitAttribute<X, C> {
  private final UnitMetamodel unit;
  private final ManagedType<X> declaringType;
  private final AttributeFacts facts;

  private UnitPluralAttribute(
      UnitMetamodel unit, ManagedType<X> declaringType, AttributeFacts facts) {
    this.unit = unit;
    this.declaringType = declaringType;
    this.facts = facts;
  }

  UnitMetamodel unit() {
    return unit;
  }

  @Override
  public AttributeFacts facts() {
    return facts;
  }

  @Override
  public ManagedType<X> declaringType() {
    return declaringType;
  }

  @Override
  public CollectionType getCollectionType() {
    return Objects.requireNonNull(facts.collectionType());
  }

  @Override
  @SuppressWarnings("unchecked") // the facts are of this attribute
  public Type<E> getElementType() {
    return (Type<E>) unit.type(facts.elementType());
  }

  @Override
  public BindableType getBindableType() {
    return BindableType.PLURAL_ATTRIBUTE;
  }

  @Override
  @SuppressWarnings("unchecked") // the facts are of this attribute
  public Class<E> getBindableJavaType() {
    return (Class<E>) facts.elementType();
  }

  @Override
  public String toString() {
    return declaringType.getJavaType().getSimpleName() + "." + getName();
  }

  /// Declared as a Collection.
  static final class OfCollection<X, E> extends UnitPluralAttribute<X, Collection<E>, E>
      implements CollectionAttribute<X, E> {
    OfCollection(UnitMetamodel unit, ManagedType<X> declaringType, AttributeFacts facts) {
      super(unit, declaringType, facts);
    }
  }

  /// Declared as a List.
  static final class OfList<X, E> extends UnitPluralAttribute<X, List<E>, E>
      implements ListAttribute<X, E> {
    OfList(UnitMetamodel unit, ManagedType<X> declaringType, AttributeFacts facts) {
      super(unit, declaringType, facts);
    }
  }

  /// Declared as a Set.
  static final class OfSet<X, E> extends UnitPluralAttribute<X, Set<E>, E>
      implements SetAttribute<X, E> {
    OfSet(UnitMetamodel unit, ManagedType<X> declaringType, AttributeFacts facts) {
      super(unit, declaringType, facts);
    }
  }

  /// Declared as a Map.
  static final class OfMap<X, K, V> extends UnitPluralAttribute<X, Map<K, V>, V>
      implements MapAttribute<X, K, V> {
    OfMap(UnitMetamodel unit, ManagedType<X> declaringType, AttributeFacts facts) {
      super(unit, declaringType, facts);
    }

    @Override
    @SuppressWarnings("unchecked") // the facts are of this attribute
    public Class<K> getKeyJavaType() {
      return (Class<K>) Objects.requireNonNull(facts().keyType());
    }

    @Override
    public Type<K> getKeyType() {
      return unit().type(getKeyJavaType());
    }
  }
}
