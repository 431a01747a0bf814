package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.CallbackMethod;
import io.tiercel.jpa.mapping.EntityCallbacks;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.ExcludeDefaultListeners;
import jakarta.persistence.ExcludeSuperclassListeners;
import jakarta.persistence.MappedSuperclass;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the callbacks of one entity class: those of listeners first, then its own, each from the
/// topmost class down (sections 3.6.4 to 3.6.6).
final class CallbackReader {
  private final Class<?> entity;
  private final List<Class<?>> persistentClasses;
  private final Set<Class<?>> listeners;

  /// All callbacks of an entity class; [MappingException] when one cannot be called.
  static EntityCallbacks read(Class<?> entity) {
    Map<LifecycleEvent, List<CallbackMethod>> methods = new EnumMap<>(LifecycleEvent.class);
    CallbackReader reader = new CallbackReader(entity);
    for (LifecycleEvent event : LifecycleEvent.values()) {
      List<CallbackMethod> ofEvent = reader.of(event);
      if (!ofEvent.isEmpty()) {
        methods.put(event, List.copyOf(ofEvent));
      }
    }
    return new EntityCallbacks(methods);
  }

  CallbackReader(Class<?> entity) {
    this.entity = entity;
    this.persistentClasses =
        hierarchy(entity).stream()
            .filter(
                type ->
                    Annotations.has(type, Entity.class)
                        || Annotations.has(type, MappedSuperclass.class))
            .toList();
    this.listeners = listeners();
  }

  /// The class and its superclasses, topmost first.
  private static List<Class<?>> hierarchy(Class<?> type) {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> up = type; up != null && up != Object.class; up = up.getSuperclass()) {
      classes.addFirst(up);
    }
    return classes;
  }

  private Set<Class<?>> listeners() {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : persistentClasses) {
      if (Annotations.has(type, ExcludeSuperclassListeners.class)) {
        found.clear();
      }
      EntityListeners annotation = Annotations.of(type, EntityListeners.class);
      if (annotation != null) {
        found.addAll(List.of(annotation.value()));
      }
    }
    Set<Class<?>> all = new LinkedHashSet<>();
    if (persistentClasses.stream()
        .noneMatch(type -> Annotations.has(type, ExcludeDefaultListeners.class))) {
      all.addAll(Annotations.source().defaultListeners());
    }
    all.addAll(found);
    return all;
  }

  List<CallbackMethod> of(LifecycleEvent event) {
    List<CallbackMethod> found = new ArrayList<>();
    for (Class<?> listener : listeners) {
      for (Method method : ofListener(listener, event)) {
        checkListener(method, event);
        found.add(new CallbackMethod(method, listener));
      }
    }
    for (Method method : methods(persistentClasses, event)) {
      checkSignature(method, event, method.getParameterCount() == 0, "take no arguments");
      found.add(new CallbackMethod(method, null));
    }
    return found;
  }

  /// A mapping file may name a method that the listener inherits: it counts as if the listener
  /// itself had it.
  private static List<Method> ofListener(Class<?> listener, LifecycleEvent event) {
    List<Method> found = methods(hierarchy(listener), event);
    Method named = Annotations.source().namedCallback(listener, event.annotation());
    if (named != null && !found.contains(named)) {
      found.add(named);
    }
    return found;
  }

  /// The methods of that event, without those that a subclass overrides by one of the same event.
  private static List<Method> methods(List<Class<?>> classes, LifecycleEvent event) {
    List<Method> found = new ArrayList<>();
    for (Class<?> type : classes) {
      List<Method> declared =
          Stream.of(type.getDeclaredMethods())
              .filter(method -> !method.isSynthetic())
              .filter(method -> Annotations.has(method, event.annotation()))
              .toList();
      if (declared.size() > 1) {
        throw new MappingException(
            type,
            null,
            "it has more than one method with @%s: %s"
                .formatted(
                    event.annotation().getSimpleName(),
                    String.join(", ", declared.stream().map(Method::getName).sorted().toList())),
            "keep one, and call the others from it.");
      }
      for (Method method : declared) {
        found.removeIf(above -> overrides(method, above));
        found.add(method);
      }
    }
    return found;
  }

  private static boolean overrides(Method below, Method above) {
    boolean isInherited =
        Modifier.isPublic(above.getModifiers())
            || Modifier.isProtected(above.getModifiers())
            || (!Modifier.isPrivate(above.getModifiers())
                && above.getDeclaringClass().getPackage()
                    == below.getDeclaringClass().getPackage());
    return isInherited
        && below.getName().equals(above.getName())
        && List.of(below.getParameterTypes()).equals(List.of(above.getParameterTypes()));
  }

  private void checkListener(Method method, LifecycleEvent event) {
    checkSignature(
        method,
        event,
        method.getParameterCount() == 1 && method.getParameterTypes()[0].isAssignableFrom(entity),
        "take one argument, which may be a " + entity.getName());
  }

  private static void checkSignature(
      Method method, LifecycleEvent event, boolean argumentsFit, String arguments) {
    int modifiers = method.getModifiers();
    boolean fits = argumentsFit && method.getReturnType() == void.class;
    if (!fits || Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
      throw new MappingException(
          method.getDeclaringClass(),
          method.getName(),
          "it cannot be a callback: a method with @%s there must %s, return void, and be neither static nor final"
              .formatted(event.annotation().getSimpleName(), arguments),
          "change the method, or remove the annotation.");
    }
  }
}
