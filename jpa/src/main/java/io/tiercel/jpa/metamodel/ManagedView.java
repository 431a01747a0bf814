package io.tiercel.jpa.metamodel;

import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.CollectionAttribute;
import jakarta.persistence.metamodel.ListAttribute;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.MapAttribute;
import jakarta.persistence.metamodel.PluralAttribute;
import jakarta.persistence.metamodel.PluralAttribute.CollectionType;
import jakarta.persistence.metamodel.SetAttribute;
import jakarta.persistence.metamodel.SingularAttribute;
import java.util.Set;

/// The lookups of a managed type, wide by law: each asks an [AttributeTable], which checks, so that
/// the casts here hold.
@SuppressWarnings("unchecked")
interface ManagedView<X> extends ManagedType<X> {

  /// The attributes of the type and of its supertypes.
  AttributeTable attributes();

  /// Those that the type itself declares.
  AttributeTable declared();

  @Override
  default Set<Attribute<? super X, ?>> getAttributes() {
    return (Set<Attribute<? super X, ?>>) (Set<?>) attributes().all();
  }

  @Override
  default Set<Attribute<X, ?>> getDeclaredAttributes() {
    return (Set<Attribute<X, ?>>) (Set<?>) declared().all();
  }

  @Override
  default Attribute<? super X, ?> getAttribute(String name) {
    return (Attribute<? super X, ?>) attributes().attribute(name);
  }

  @Override
  default Attribute<X, ?> getDeclaredAttribute(String name) {
    return (Attribute<X, ?>) declared().attribute(name);
  }

  // ---- singular ----

  @Override
  default <Y> SingularAttribute<? super X, Y> getSingularAttribute(String name, Class<Y> type) {
    return (SingularAttribute<? super X, Y>) attributes().singular(name, type);
  }

  @Override
  default <Y> SingularAttribute<X, Y> getDeclaredSingularAttribute(String name, Class<Y> type) {
    return (SingularAttribute<X, Y>) declared().singular(name, type);
  }

  @Override
  default Set<SingularAttribute<? super X, ?>> getSingularAttributes() {
    return (Set<SingularAttribute<? super X, ?>>) (Set<?>) attributes().singulars();
  }

  @Override
  default Set<SingularAttribute<X, ?>> getDeclaredSingularAttributes() {
    return (Set<SingularAttribute<X, ?>>) (Set<?>) declared().singulars();
  }

  @Override
  default SingularAttribute<? super X, ?> getSingularAttribute(String name) {
    return (SingularAttribute<? super X, ?>) attributes().singular(name);
  }

  @Override
  default SingularAttribute<X, ?> getDeclaredSingularAttribute(String name) {
    return (SingularAttribute<X, ?>) declared().singular(name);
  }

  // ---- collections ----

  @Override
  default Set<PluralAttribute<? super X, ?, ?>> getPluralAttributes() {
    return (Set<PluralAttribute<? super X, ?, ?>>) (Set<?>) attributes().plurals();
  }

  @Override
  default Set<PluralAttribute<X, ?, ?>> getDeclaredPluralAttributes() {
    return (Set<PluralAttribute<X, ?, ?>>) (Set<?>) declared().plurals();
  }

  @Override
  default <E> CollectionAttribute<? super X, E> getCollection(String name, Class<E> type) {
    return (CollectionAttribute<? super X, E>)
        attributes().plural(name, CollectionType.COLLECTION, type);
  }

  @Override
  default <E> CollectionAttribute<X, E> getDeclaredCollection(String name, Class<E> type) {
    return (CollectionAttribute<X, E>) declared().plural(name, CollectionType.COLLECTION, type);
  }

  @Override
  default CollectionAttribute<? super X, ?> getCollection(String name) {
    return (CollectionAttribute<? super X, ?>) attributes().plural(name, CollectionType.COLLECTION);
  }

  @Override
  default CollectionAttribute<X, ?> getDeclaredCollection(String name) {
    return (CollectionAttribute<X, ?>) declared().plural(name, CollectionType.COLLECTION);
  }

  @Override
  default <E> SetAttribute<? super X, E> getSet(String name, Class<E> type) {
    return (SetAttribute<? super X, E>) attributes().plural(name, CollectionType.SET, type);
  }

  @Override
  default <E> SetAttribute<X, E> getDeclaredSet(String name, Class<E> type) {
    return (SetAttribute<X, E>) declared().plural(name, CollectionType.SET, type);
  }

  @Override
  default SetAttribute<? super X, ?> getSet(String name) {
    return (SetAttribute<? super X, ?>) attributes().plural(name, CollectionType.SET);
  }

  @Override
  default SetAttribute<X, ?> getDeclaredSet(String name) {
    return (SetAttribute<X, ?>) declared().plural(name, CollectionType.SET);
  }

  @Override
  default <E> ListAttribute<? super X, E> getList(String name, Class<E> type) {
    return (ListAttribute<? super X, E>) attributes().plural(name, CollectionType.LIST, type);
  }

  @Override
  default <E> ListAttribute<X, E> getDeclaredList(String name, Class<E> type) {
    return (ListAttribute<X, E>) declared().plural(name, CollectionType.LIST, type);
  }

  @Override
  default ListAttribute<? super X, ?> getList(String name) {
    return (ListAttribute<? super X, ?>) attributes().plural(name, CollectionType.LIST);
  }

  @Override
  default ListAttribute<X, ?> getDeclaredList(String name) {
    return (ListAttribute<X, ?>) declared().plural(name, CollectionType.LIST);
  }

  @Override
  default <K, V> MapAttribute<? super X, K, V> getMap(
      String name, Class<K> keyType, Class<V> valueType) {
    return (MapAttribute<? super X, K, V>) attributes().map(name, keyType, valueType);
  }

  @Override
  default <K, V> MapAttribute<X, K, V> getDeclaredMap(
      String name, Class<K> keyType, Class<V> valueType) {
    return (MapAttribute<X, K, V>) declared().map(name, keyType, valueType);
  }

  @Override
  default MapAttribute<? super X, ?, ?> getMap(String name) {
    return (MapAttribute<? super X, ?, ?>) attributes().plural(name, CollectionType.MAP);
  }

  @Override
  default MapAttribute<X, ?, ?> getDeclaredMap(String name) {
    return (MapAttribute<X, ?, ?>) declared().plural(name, CollectionType.MAP);
  }
}
