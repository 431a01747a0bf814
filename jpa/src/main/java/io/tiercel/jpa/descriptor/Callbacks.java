package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.bean.UnitBeans;
import io.tiercel.jpa.mapping.CallbackMethod;
import io.tiercel.jpa.mapping.EntityCallbacks;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.MappingException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Calls the callbacks of one entity type (Jakarta Persistence 3.2, section 3.6), as method handles
/// made once. Safe for any number of threads.
public final class Callbacks {
  private static final MethodType CALL = MethodType.methodType(void.class, Object.class);
  private static final MethodType LISTENER_CALL =
      MethodType.methodType(void.class, Object.class, Object.class);
  private static final Callback[] NOTHING = {};

  /// Those of an entity without callbacks.
  static final Callbacks NONE =
      new Callbacks(new EntityCallbacks(Map.of()), UnitBeans.constructed());

  private final Map<LifecycleEvent, Callback[]> byEvent = new EnumMap<>(LifecycleEvent.class);

  /// @param listener gives the instance to call the method on; null for the entity itself
  private record Callback(MethodHandle handle, @Nullable Supplier<?> listener) {
    void call(Object instance) throws Throwable {
      if (listener == null) {
        handle.invokeExact(instance);
      } else {
        Object callee = listener.get();
        handle.invokeExact(callee, instance);
      }
    }
  }

  private Callbacks(EntityCallbacks callbacks, UnitBeans beans) {
    for (LifecycleEvent event : LifecycleEvent.values()) {
      List<CallbackMethod> methods = callbacks.of(event);
      byEvent.put(
          event, methods.stream().map(method -> callback(method, beans)).toArray(Callback[]::new));
    }
  }

  private static Callback callback(CallbackMethod callback, UnitBeans beans) {
    Class<?> listener = callback.listener();
    MethodHandle handle = handle(callback.method());
    return listener == null
        ? new Callback(handle.asType(CALL), null)
        : new Callback(
            handle.asType(LISTENER_CALL),
            beans.of(
                listener,
                (cause, mend) ->
                    new MappingException(
                        listener,
                        null,
                        "the entity listener cannot be constructed: %s".formatted(cause),
                        mend)));
  }

  private static MethodHandle handle(Method method) {
    try {
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (IllegalAccessException e) {
      // setAccessible would have failed before.
      throw new IllegalStateException("could not reach " + method, e);
    }
  }

  static Callbacks of(EntityCallbacks callbacks, UnitBeans beans) {
    return callbacks.isEmpty() ? NONE : new Callbacks(callbacks, beans);
  }

  /// Whether the event calls anything.
  public boolean has(LifecycleEvent event) {
    return of(event).length != 0;
  }

  private Callback[] of(LifecycleEvent event) {
    return byEvent.getOrDefault(event, NOTHING);
  }

  /// Calls what the event calls; the first exception ends it and comes out as it is.
  public void call(LifecycleEvent event, Object instance) {
    for (Callback callback : of(event)) {
      try {
        callback.call(instance);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        // Callbacks may not throw checked exceptions; one that does so hides it from the compiler.
        throw new IllegalStateException("a callback of %s failed".formatted(event), e);
      }
    }
  }
}
