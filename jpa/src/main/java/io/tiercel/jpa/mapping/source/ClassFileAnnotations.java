package io.tiercel.jpa.mapping.source;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;

/// What class files say. Safe for any number of threads.
///
/// Most questions are about annotations that are not there. The JDK answers those, too, by way of
/// what the annotation type is annotated with, so that the first question about each type reads a
/// class; here only what stands at the element is looked at.
final class ClassFileAnnotations {

  /// What a container holds; `void` for an annotation that is none.
  private static final ClassValue<Class<?>> HELD =
      new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
          for (Method element : type.getDeclaredMethods()) {
            Class<?> held = element.getReturnType().getComponentType();
            if (element.getName().equals("value") && held != null && held.isAnnotation()) {
              return held;
            }
          }
          return void.class;
        }
      };

  private ClassFileAnnotations() {}

  /// As [AnnotationSource#annotations].
  static <A extends Annotation> A[] of(AnnotatedElement element, Class<A> type) {
    for (Annotation annotation : element.getAnnotations()) {
      Class<?> found = annotation.annotationType();
      if (found == type || HELD.get(found) == type) {
        return element.getAnnotationsByType(type);
      }
    }
    return AnnotationSource.noneOf(type);
  }
}
