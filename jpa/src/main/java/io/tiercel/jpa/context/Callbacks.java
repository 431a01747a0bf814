package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.CallbackMethod;
import io.tiercel.jpa.mapping.EntityCallbacks;
import io.tiercel.jpa.mapping.LifecycleEvent;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Calls the callbacks of one entity type (Jakarta Persistence 3.2, section 3.6), as method handles
/// made once. Safe for any number of threads.
final class Callbacks {
  private static final MethodType CALL = MethodType.methodType(void.class, Object.class);
  private static final MethodHandle[] NOTHING = {};

  /// Those of an entity without callbacks.
  static final Callbacks NONE = new Callbacks(new EntityCallbacks(Map.of()), listener -> listener);

  private final Map<LifecycleEvent, MethodHandle[]> byEvent = new EnumMap<>(LifecycleEvent.class);

  /// @param listeners gives the one instance of a listener class
  private Callbacks(EntityCallbacks callbacks, Function<Class<?>, Object> listeners) {
    for (LifecycleEvent event : LifecycleEvent.values()) {
      List<CallbackMethod> methods = callbacks.of(event);
      byEvent.put(
          event,
          methods.stream().map(method -> handle(method, listeners)).toArray(MethodHandle[]::new));
    }
  }

  private static MethodHandle handle(
      CallbackMethod callback, Function<Class<?>, Object> listeners) {
    Method method = callback.method();
    try {
      method.setAccessible(true);
      MethodHandle handle = MethodHandles.lookup().unreflect(method);
      Class<?> listener = callback.listener();
      return (listener == null ? handle : handle.bindTo(listeners.apply(listener))).asType(CALL);
    } catch (IllegalAccessException e) {
      // setAccessible would have failed before.
      throw new IllegalStateException("could not reach " + method, e);
    }
  }

  static Callbacks of(EntityCallbacks callbacks, Function<Class<?>, Object> listeners) {
    return callbacks.isEmpty() ? NONE : new Callbacks(callbacks, listeners);
  }

  /// Whether the event calls anything.
  boolean has(LifecycleEvent event) {
    return of(event).length != 0;
  }

  private MethodHandle[] of(LifecycleEvent event) {
    return byEvent.getOrDefault(event, NOTHING);
  }

  /// Calls what the event calls; the first exception ends it and comes out as it is.
  void call(LifecycleEvent event, Object instance) {
    for (MethodHandle callback : of(event)) {
      try {
        callback.invokeExact(instance);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        // Callbacks may not throw checked exceptions; one that does so hides it from the compiler.
        throw new IllegalStateException("a callback of %s failed".formatted(event), e);
      }
    }
  }
}
