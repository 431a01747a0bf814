package io.tiercel.jpa.metamodel;

import jakarta.persistence.metamodel.IdentifiableType;
import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.persistence.metamodel.Type;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What entities and mapped superclasses tell about their ids and versions.
@SuppressWarnings("unchecked") // the attribute tables are of this type
interface IdentifiableView<X> extends ManagedView<X>, IdentifiableType<X> {

  /// The metamodel it belongs to.
  UnitMetamodel unit();

  @Override
  default <Y> SingularAttribute<? super X, Y> getId(Class<Y> type) {
    return (SingularAttribute<? super X, Y>) id(attributes(), type);
  }

  @Override
  default <Y> SingularAttribute<X, Y> getDeclaredId(Class<Y> type) {
    return (SingularAttribute<X, Y>) id(declared(), type);
  }

  private SingularAttribute<?, ?> id(AttributeTable table, @Nullable Class<?> type) {
    if (unit().classes().idClass(getJavaType()) != null) {
      throw new IllegalArgumentException(
          "%s has an id class\nHint: ask for getIdClassAttributes()."
              .formatted(getJavaType().getName()));
    }
    SingularAttribute<?, ?> id = ids(table).findFirst().orElseThrow(() -> none("id"));
    return table.singular(id.getName(), type);
  }

  private static Stream<SingularAttribute<?, ?>> ids(AttributeTable table) {
    return table.singulars().stream().filter(SingularAttribute::isId);
  }

  private IllegalArgumentException none(String what) {
    return new IllegalArgumentException(
        "%s has no %s there".formatted(getJavaType().getName(), what));
  }

  @Override
  default <Y> SingularAttribute<? super X, Y> getVersion(Class<Y> type) {
    return (SingularAttribute<? super X, Y>) version(attributes(), type);
  }

  @Override
  default <Y> SingularAttribute<X, Y> getDeclaredVersion(Class<Y> type) {
    return (SingularAttribute<X, Y>) version(declared(), type);
  }

  private SingularAttribute<?, ?> version(AttributeTable table, @Nullable Class<?> type) {
    SingularAttribute<?, ?> version =
        table.singulars().stream()
            .filter(SingularAttribute::isVersion)
            .findFirst()
            .orElseThrow(() -> none("version"));
    return table.singular(version.getName(), type);
  }

  @Override
  @SuppressWarnings("NullAway") // the interface returns null without one
  default @Nullable IdentifiableType<? super X> getSupertype() {
    Class<?> above = unit().classes().supertype(getJavaType());
    return above == null ? null : (IdentifiableType<? super X>) unit().managedType(above);
  }

  @Override
  default boolean hasSingleIdAttribute() {
    return unit().classes().idClass(getJavaType()) == null && ids(attributes()).count() == 1;
  }

  @Override
  default boolean hasVersionAttribute() {
    return attributes().singulars().stream().anyMatch(SingularAttribute::isVersion);
  }

  @Override
  default Set<SingularAttribute<? super X, ?>> getIdClassAttributes() {
    if (unit().classes().idClass(getJavaType()) == null) {
      throw new IllegalArgumentException(
          "%s has no id class\nHint: ask for getId(Class).".formatted(getJavaType().getName()));
    }
    return ids(attributes())
        .map(id -> (SingularAttribute<? super X, ?>) id)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @Override
  @SuppressWarnings("NullAway") // a mapped superclass without id has no id type
  default @Nullable Type<?> getIdType() {
    Class<?> idClass = unit().classes().idClass(getJavaType());
    if (idClass != null) {
      return unit().type(idClass);
    }
    return ids(attributes())
        .findFirst()
        .map(SingularAttribute::getType)
        .map(Objects::requireNonNull)
        .orElse(null);
  }
}
