package io.tiercel.jpa.mapping;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A field or property that is persistent, before anything is known about how it is stored.
///
/// @param javaMember the field, or the getter of a property
/// @param javaType the declared type, type variables of a generic superclass resolved
/// @param typeArguments what stands between the declared type's angle brackets, e.g. `Line` for
///     `List<Line>`
record PersistentMember(
    String name, Member javaMember, Class<?> javaType, List<Class<?>> typeArguments) {

  PersistentMember {
    typeArguments = List.copyOf(typeArguments);
  }

  <A extends Annotation> @Nullable A annotation(Class<A> type) {
    return ((AnnotatedElement) javaMember).getAnnotation(type);
  }

  boolean has(Class<? extends Annotation> type) {
    return ((AnnotatedElement) javaMember).isAnnotationPresent(type);
  }

  <A extends Annotation> A[] annotations(Class<A> type) {
    return ((AnnotatedElement) javaMember).getAnnotationsByType(type);
  }

  MappingException refusal(String problem, String hint) {
    return new MappingException(javaMember.getDeclaringClass(), name, problem, hint);
  }
}
