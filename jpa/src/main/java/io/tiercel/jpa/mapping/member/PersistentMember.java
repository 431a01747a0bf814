package io.tiercel.jpa.mapping.member;

import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.source.Annotations;
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
/// @param annotations what is said about it: the member itself, but for the keys of a map
public record PersistentMember(
    String name,
    Member javaMember,
    Class<?> javaType,
    List<Class<?>> typeArguments,
    AnnotatedElement annotations) {

  public PersistentMember {
    typeArguments = List.copyOf(typeArguments);
  }

  public PersistentMember(
      String name, Member javaMember, Class<?> javaType, List<Class<?>> typeArguments) {
    this(name, javaMember, javaType, typeArguments, (AnnotatedElement) javaMember);
  }

  /// One element of the collection that this member holds, as if it were an attribute.
  public PersistentMember element(Class<?> elementType) {
    return new PersistentMember(name, javaMember, elementType, List.of());
  }

  /// One key of the map that this member holds, as if it were an attribute.
  public PersistentMember key(Class<?> keyType) {
    return new PersistentMember(name, javaMember, keyType, List.of(), new KeyAnnotations(this));
  }

  public <A extends Annotation> @Nullable A annotation(Class<A> type) {
    return Annotations.of(annotations, type);
  }

  public boolean has(Class<? extends Annotation> type) {
    return Annotations.has(annotations, type);
  }

  public <A extends Annotation> A[] annotations(Class<A> type) {
    return Annotations.all(annotations, type);
  }

  public MappingException refusal(String problem, String hint) {
    return new MappingException(javaMember.getDeclaringClass(), name, problem, hint);
  }
}
