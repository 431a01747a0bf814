package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.LifecycleEvent;
import java.util.ArrayList;
import java.util.List;

/// Whom a flush has to tell of its writes once the database has taken them (section 3.6.2).
public final class PostCallbacks implements Runnable {
  private final List<Call> calls = new ArrayList<>(0);

  private record Call(LifecycleEvent event, EntityDescriptor type, List<EntityEntry> entries) {}

  /// Adds what the type has for the event, if anything.
  void add(LifecycleEvent event, EntityDescriptor type, List<EntityEntry> entries) {
    if (type.callbacks.has(event)) {
      calls.add(new Call(event, type, List.copyOf(entries)));
    }
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /// Calls them; the first exception ends it.
  @Override
  public void run() {
    for (Call call : calls) {
      for (EntityEntry entry : call.entries()) {
        call.type().callbacks.call(call.event(), entry.instance);
      }
    }
  }
}
