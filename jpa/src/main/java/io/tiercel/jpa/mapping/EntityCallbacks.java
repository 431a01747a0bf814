package io.tiercel.jpa.mapping;

import java.util.List;
import java.util.Map;

/// The callbacks of one entity class, by event, in the order in which they are called (Jakarta
/// Persistence 3.2, section 3.6). Immutable.
public record EntityCallbacks(Map<LifecycleEvent, List<CallbackMethod>> methods) {

  public EntityCallbacks {
    methods = Map.copyOf(methods);
  }

  /// Those of that event; empty for none.
  public List<CallbackMethod> of(LifecycleEvent event) {
    return methods.getOrDefault(event, List.of());
  }

  /// Whether there are none at all.
  public boolean isEmpty() {
    return methods.isEmpty();
  }
}
