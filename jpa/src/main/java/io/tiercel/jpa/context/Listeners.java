package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.MappingException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The entity listeners of a unit: one instance of each class, made when the first entity that has
/// it is used. Safe for any number of threads.
final class Listeners implements Function<Class<?>, Object> {
  private final ConcurrentHashMap<Class<?>, Object> instances = new ConcurrentHashMap<>();

  @Override
  public Object apply(Class<?> type) {
    return instances.computeIfAbsent(type, Listeners::construct);
  }

  private static Object construct(Class<?> type) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      Throwable cause = e instanceof InvocationTargetException thrown ? thrown.getCause() : e;
      var refusal =
          new MappingException(
              type,
              null,
              "the entity listener cannot be constructed: %s".formatted(cause),
              "give it a constructor without arguments that does not throw.");
      refusal.initCause(cause);
      throw refusal;
    }
  }
}
