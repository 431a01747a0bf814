package io.tiercel.inside.call;

import io.tiercel.inside.PgEventTrigger;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.wire.buffer.WriteBuffer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// The method of an event trigger. Confined to the thread of its session.
final class EventTriggerFunction implements Routine {
  private final MethodHandle method;

  private EventTriggerFunction(MethodHandle method) {
    this.method = method;
  }

  static EventTriggerFunction link(Definition definition, ClassLoader loader)
      throws IllegalAccessException {
    return new EventTriggerFunction(
        MethodHandles.publicLookup()
            .unreflect(MethodSearch.find(definition, loader))
            .asType(MethodType.methodType(void.class, PgEventTrigger.class)));
  }

  @Override
  public void writeDefined(WriteBuffer out) {}

  @Override
  public void call(FrameReader frame, WriteBuffer result) throws Throwable {
    var event = new PgEventTrigger(frame.readCString(), frame.readCString());
    frame.requireEnd();
    method.invokeExact(event);
    result.putInt(1).putShort(0);
  }
}
