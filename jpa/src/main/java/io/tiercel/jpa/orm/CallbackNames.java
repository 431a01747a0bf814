package io.tiercel.jpa.orm;

import io.tiercel.jpa.mapping.source.AnnotationSource;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreRemove;
import jakarta.persistence.PreUpdate;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The callback methods that a mapping file names in an entity, mapped superclass or listener. They
/// replace those that annotations of the same event mark in that class.
///
/// @param parameters how many the methods have: none, or a listener's one
record CallbackNames(Map<Class<? extends Annotation>, String> methods, int parameters) {
  private static final Map<String, Class<? extends Annotation>> EVENTS =
      Map.of(
          "pre-persist", PrePersist.class,
          "post-persist", PostPersist.class,
          "pre-remove", PreRemove.class,
          "post-remove", PostRemove.class,
          "pre-update", PreUpdate.class,
          "post-update", PostUpdate.class,
          "post-load", PostLoad.class);

  CallbackNames {
    methods = Map.copyOf(methods);
  }

  static boolean isCallback(Class<? extends Annotation> type) {
    return EVENTS.containsValue(type);
  }

  static boolean isCallback(String element) {
    return EVENTS.containsKey(element);
  }

  /// @param type the class that has the methods
  static CallbackNames read(XmlElement element, Class<?> type, int parameters) {
    Map<Class<? extends Annotation>, String> methods = new HashMap<>();
    for (XmlElement child : element.children()) {
      Class<? extends Annotation> event = EVENTS.get(child.name());
      if (event != null) {
        String name = child.required("method-name");
        if (Stream.of(type.getDeclaredMethods())
            .noneMatch(method -> isNamed(method, name, parameters))) {
          throw child.refusal(
              "%s has no method %s with %d parameters".formatted(type.getName(), name, parameters),
              "name a method that the class itself declares.");
        }
        methods.put(event, name);
      }
    }
    return new CallbackNames(methods, parameters);
  }

  private static boolean isNamed(Method method, String name, int parameters) {
    return method.getName().equals(name)
        && method.getParameterCount() == parameters
        && !method.isSynthetic();
  }

  <A extends Annotation> A[] annotations(Method method, Class<A> type, boolean complete) {
    String name = methods.get(type);
    if (name == null) {
      return complete ? AnnotationSource.noneOf(type) : method.getAnnotationsByType(type);
    }
    A[] found = AnnotationSource.noneOf(type);
    if (isNamed(method, name, parameters)) {
      found = java.util.Arrays.copyOf(found, 1);
      found[0] = AnnotationProxy.of(type, Map.of());
    }
    return found;
  }
}
