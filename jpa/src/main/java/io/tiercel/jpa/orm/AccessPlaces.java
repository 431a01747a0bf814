package io.tiercel.jpa.orm;

import io.tiercel.jpa.mapping.member.Getters;
import io.tiercel.jpa.mapping.member.Setters;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.stream.Stream;

/// How the state of a class is reached when its mapping file does not say it (section 2.3.1): as
/// its annotations, then those of its superclasses say; else by property where each attribute that
/// the file names has a getter and a setter.
final class AccessPlaces {
  private AccessPlaces() {}

  static AccessType of(
      OrmMapping mapping, Class<?> type, boolean complete, List<OrmAttribute> attributes) {
    if (!complete) {
      Access declared = type.getAnnotation(Access.class);
      if (declared != null) {
        return declared.value();
      }
      if (Stream.of(type.getDeclaredFields()).anyMatch(AccessPlaces::isMapped)) {
        return AccessType.FIELD;
      }
      if (Stream.of(type.getDeclaredMethods())
          .filter(method -> Getters.propertyName(method) != null)
          .anyMatch(AccessPlaces::isMapped)) {
        return AccessType.PROPERTY;
      }
    }
    OrmClass above = type.getSuperclass() == null ? null : mapping.of(type.getSuperclass());
    if (above != null) {
      return above.access();
    }
    boolean areProperties =
        !attributes.isEmpty()
            && attributes.stream().allMatch(attribute -> isProperty(type, attribute.name()));
    return areProperties ? AccessType.PROPERTY : AccessType.FIELD;
  }

  private static boolean isProperty(Class<?> type, String name) {
    return Stream.of(type.getDeclaredMethods())
        .anyMatch(
            method -> name.equals(Getters.propertyName(method)) && Setters.of(method).isPresent());
  }

  private static boolean isMapped(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .map(Annotation::annotationType)
        .anyMatch(OrmMapping::isPersistence);
  }
}
