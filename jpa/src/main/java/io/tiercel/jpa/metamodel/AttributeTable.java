package io.tiercel.jpa.metamodel;

import io.tiercel.jpa.mapping.Nearest;
import jakarta.persistence.metamodel.Attribute;
import jakarta.persistence.metamodel.MapAttribute;
import jakarta.persistence.metamodel.PluralAttribute;
import jakarta.persistence.metamodel.PluralAttribute.CollectionType;
import jakarta.persistence.metamodel.SingularAttribute;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Attributes of one type by name, and the lookups of a managed type among them: each throws
/// IllegalArgumentException when there is no attribute of that name, kind and type.
final class AttributeTable {
  private final Class<?> owner;
  private final Map<String, Attribute<?, ?>> byName = new LinkedHashMap<>();

  AttributeTable(Class<?> owner, List<? extends Attribute<?, ?>> attributes) {
    this.owner = owner;
    attributes.forEach(attribute -> byName.put(attribute.getName(), attribute));
  }

  /// Those that the type itself declares.
  AttributeTable declared() {
    return new AttributeTable(
        owner,
        byName.values().stream()
            .filter(attribute -> attribute.getDeclaringType().getJavaType() == owner)
            .toList());
  }

  Attribute<?, ?> attribute(@Nullable String name) {
    return find(name, "attribute", attribute -> true);
  }

  SingularAttribute<?, ?> singular(@Nullable String name) {
    return (SingularAttribute<?, ?>)
        find(name, "singular attribute", SingularAttribute.class::isInstance);
  }

  SingularAttribute<?, ?> singular(@Nullable String name, @Nullable Class<?> type) {
    SingularAttribute<?, ?> found = singular(name);
    require(found, "is of type", found.getJavaType(), type);
    return found;
  }

  PluralAttribute<?, ?, ?> plural(@Nullable String name, CollectionType kind) {
    return (PluralAttribute<?, ?, ?>)
        find(name, kind + " attribute", attribute -> isOf(attribute, kind));
  }

  PluralAttribute<?, ?, ?> plural(
      @Nullable String name, CollectionType kind, @Nullable Class<?> elementType) {
    PluralAttribute<?, ?, ?> found = plural(name, kind);
    require(found, "has elements of type", found.getElementType().getJavaType(), elementType);
    return found;
  }

  MapAttribute<?, ?, ?> map(
      @Nullable String name, @Nullable Class<?> keyType, @Nullable Class<?> valueType) {
    var found = (MapAttribute<?, ?, ?>) plural(name, CollectionType.MAP, valueType);
    require(found, "has keys of type", found.getKeyJavaType(), keyType);
    return found;
  }

  private static boolean isOf(Attribute<?, ?> attribute, CollectionType kind) {
    return attribute instanceof PluralAttribute<?, ?, ?> plural
        && plural.getCollectionType() == kind;
  }

  Set<Attribute<?, ?>> all() {
    return Collections.unmodifiableSet(new LinkedHashSet<>(byName.values()));
  }

  Set<SingularAttribute<?, ?>> singulars() {
    Set<SingularAttribute<?, ?>> found = new LinkedHashSet<>();
    for (Attribute<?, ?> attribute : byName.values()) {
      if (attribute instanceof SingularAttribute<?, ?> singular) {
        found.add(singular);
      }
    }
    return found;
  }

  Set<PluralAttribute<?, ?, ?>> plurals() {
    Set<PluralAttribute<?, ?, ?>> found = new LinkedHashSet<>();
    for (Attribute<?, ?> attribute : byName.values()) {
      if (attribute instanceof PluralAttribute<?, ?, ?> plural) {
        found.add(plural);
      }
    }
    return found;
  }

  private Attribute<?, ?> find(
      @Nullable String name, String kind, Predicate<Attribute<?, ?>> isOfKind) {
    Attribute<?, ?> found = name == null ? null : byName.get(name);
    if (found == null || !isOfKind.test(found)) {
      List<String> fitting =
          byName.values().stream().filter(isOfKind).map(Attribute::getName).toList();
      throw new IllegalArgumentException(
          "%s has no %s \"%s\"\nHint: %s"
              .formatted(owner.getName(), kind, name, Nearest.hint(String.valueOf(name), fitting)));
    }
    return found;
  }

  private void require(
      Attribute<?, ?> attribute, String what, Class<?> actual, @Nullable Class<?> expected) {
    if (expected == null || boxed(actual) != boxed(expected)) {
      throw new IllegalArgumentException(
          "%s.%s %s %s, not %s"
              .formatted(
                  owner.getName(),
                  attribute.getName(),
                  what,
                  actual.getName(),
                  expected == null ? null : expected.getName()));
    }
  }

  /// A primitive type and its wrapper are the same here.
  static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }
}
