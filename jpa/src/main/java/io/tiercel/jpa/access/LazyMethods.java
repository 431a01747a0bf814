package io.tiercel.jpa.access;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which methods of an entity a lazy subclass overrides: every one that may touch its state. An
/// entity with a method that does and cannot be overridden is not lazy at all, for such a method
/// would see an instance without its state.
///
/// @param overridden most derived first, one for each signature
/// @param obstacle why there is no subclass, null when there is one
record LazyMethods(List<Method> overridden, @Nullable String obstacle) {

  LazyMethods {
    overridden = List.copyOf(overridden);
  }

  static LazyMethods of(EntityMapping mapping) {
    Class<?> entity = mapping.javaType();
    if (Modifier.isAbstract(entity.getModifiers())) {
      return blocked("the class is abstract");
    }
    if (Modifier.isFinal(entity.getModifiers()) || entity.isSealed()) {
      return blocked("the class is final or sealed");
    }
    List<Attribute> ids = mapping.id().attributes();
    Set<String> seen = new HashSet<>();
    List<Method> overridden = new ArrayList<>();
    for (Class<?> type = entity; type != null && type != Object.class; type = superclass(type)) {
      for (Method method : type.getDeclaredMethods()) {
        if (!isInstanceMethod(method) || !seen.add(signature(method))) {
          continue;
        }
        String obstacle = obstacle(entity, method);
        if (obstacle != null) {
          return blocked(obstacle);
        }
        if (touchesState(method, ids)) {
          overridden.add(method);
        }
      }
    }
    return new LazyMethods(overridden, null);
  }

  private static LazyMethods blocked(String obstacle) {
    return new LazyMethods(List.of(), obstacle);
  }

  private static @Nullable Class<?> superclass(Class<?> type) {
    return type.getSuperclass();
  }

  private static boolean isInstanceMethod(Method method) {
    return !Modifier.isStatic(method.getModifiers()) && !Modifier.isPrivate(method.getModifiers());
  }

  private static String signature(Method method) {
    return method.getName() + MethodDescriptors.of(method).descriptorString();
  }

  private static @Nullable String obstacle(Class<?> entity, Method method) {
    if (Modifier.isFinal(method.getModifiers())) {
      return "the method %s is final".formatted(method.getName());
    }
    boolean packagePrivate = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0;
    if (packagePrivate
        && !method.getDeclaringClass().getPackageName().equals(entity.getPackageName())) {
      return "the method %s is private to package %s"
          .formatted(method.getName(), method.getDeclaringClass().getPackageName());
    }
    return null;
  }

  /// Bridges call the method they bridge to, which is overridden itself.
  private static boolean touchesState(Method method, List<Attribute> ids) {
    return !method.isBridge()
        && !Modifier.isAbstract(method.getModifiers())
        && ids.stream().noneMatch(id -> isIdGetter(method, id))
        && !(method.getName().equals("finalize") && method.getParameterCount() == 0);
  }

  /// The getter itself for property access, else a method that is named like one or like the id.
  private static boolean isIdGetter(Method method, Attribute id) {
    if (id instanceof ToOneAttribute) {
      // Not set before the instance is loaded.
      return false;
    }
    if (method.equals(id.javaMember())) {
      return true;
    }
    String capitalized = Character.toUpperCase(id.name().charAt(0)) + id.name().substring(1);
    Set<String> names = Set.of(id.name(), "get" + capitalized, "is" + capitalized);
    return method.getParameterCount() == 0
        && names.contains(method.getName())
        && method.getReturnType().isAssignableFrom(id.javaType());
  }
}
