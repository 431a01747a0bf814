package io.tiercel.jpa.mapping.source;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the annotations of a unit's classes and members come from: the class files alone, or
/// mapping files before them (chapter 12). Safe for any number of threads.
public interface AnnotationSource {

  /// What the class files say.
  AnnotationSource CLASSES = ClassFileAnnotations::of;

  /// The annotations of that type, those in a container too; none is an empty array.
  <A extends Annotation> A[] annotations(AnnotatedElement element, Class<A> type);

  /// All annotations of an element, containers not opened.
  default Annotation[] all(AnnotatedElement element) {
    return element.getAnnotations();
  }

  /// What stands at no class but counts in the whole unit: named queries, generators and the like.
  default <A extends Annotation> A[] ofUnit(Class<A> type) {
    return noneOf(type);
  }

  /// The method of a listener class, or of one above it, that is named its callback for an event
  /// elsewhere than at the method; null when none is.
  default @Nullable Method namedCallback(Class<?> listener, Class<? extends Annotation> event) {
    return null;
  }

  /// The listeners of all entities.
  default List<Class<?>> defaultListeners() {
    return List.of();
  }

  /// The schema of tables that name none, as written; null for the connection's.
  default @Nullable String defaultSchema() {
    return null;
  }

  /// Whether every association passes persist on.
  default boolean cascadesPersist() {
    return false;
  }

  /// Whether names mean what quoted ones mean.
  default boolean delimitsIdentifiers() {
    return false;
  }

  /// An empty array of annotations.
  @SuppressWarnings("unchecked") // an array of A has elements of A
  static <A extends Annotation> A[] noneOf(Class<A> type) {
    return (A[]) Array.newInstance(type, 0);
  }
}
