package io.tiercel.jpa.orm;

import io.tiercel.jpa.mapping.source.AnnotationSource;
import io.tiercel.jpa.xml.XmlElement;
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
import org.jspecify.annotations.Nullable;

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

  /// @param type the class that has the methods; a listener may inherit them
  static CallbackNames read(XmlElement element, Class<?> type, int parameters) {
    Map<Class<? extends Annotation>, String> methods = new HashMap<>();
    for (XmlElement child : element.children()) {
      Class<? extends Annotation> event = EVENTS.get(child.name());
      if (event != null) {
        String name = child.required("method-name");
        boolean isListener = parameters > 0;
        if (method(type, name, parameters, isListener) == null) {
          throw child.refusal(
              "%s has no method %s with %d parameters".formatted(type.getName(), name, parameters),
              "name a method that the class %s.".formatted(isListener ? "has" : "itself declares"));
        }
        methods.put(event, name);
      }
    }
    return new CallbackNames(methods, parameters);
  }

  private static @Nullable Method method(
      Class<?> type, String name, int parameters, boolean mayInherit) {
    for (Class<?> up = type; up != null; up = mayInherit ? up.getSuperclass() : null) {
      for (Method method : up.getDeclaredMethods()) {
        if (isNamed(method, name, parameters)) {
          return method;
        }
      }
    }
    return null;
  }

  /// The method of a listener that is named for the event, null when none is.
  @Nullable Method method(Class<? extends Annotation> event, Class<?> listener) {
    String name = methods.get(event);
    return name == null ? null : method(listener, name, parameters, true);
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
