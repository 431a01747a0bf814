package io.tiercel.inside.call;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.RowEncoder;
import io.tiercel.wire.buffer.WriteBuffer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// The method that tells the result of an aggregate: an instance method of the class whose objects
/// are its states. It may be called several times for one state, which goes on to take rows.
/// Confined to the thread of its session.
///
/// CALL is the group (u64), 0 for one without rows; RESULT is that of a function.
final class FinalFunction implements Routine {
  private final MethodHandle constructor;
  private final MethodHandle method;
  private final RowEncoder encoder;
  private final Groups groups;

  private FinalFunction(
      MethodHandle constructor, MethodHandle method, RowEncoder encoder, Groups groups) {
    this.constructor = constructor;
    this.method = method;
    this.encoder = encoder;
    this.groups = groups;
  }

  static FinalFunction link(Definition definition, ClassLoader loader, Groups groups)
      throws ReflectiveOperationException {
    Method method = MethodSearch.find(definition, loader);
    return new FinalFunction(
        TransitionFunction.constructor(method.getDeclaringClass()),
        MethodHandles.publicLookup()
            .unreflect(method)
            .asType(MethodType.methodType(Object.class, Object.class)),
        MethodSearch.planResult(method, definition),
        groups);
  }

  @Override
  public void writeDefined(WriteBuffer out) {
    encoder.formats().forEach(format -> out.putByte(format.code()));
  }

  @Override
  public void call(FrameReader frame, WriteBuffer result) throws Throwable {
    Object state = groups.get(frame.readLong(), constructor);
    frame.requireEnd();
    @Nullable Object value = (Object) method.invokeExact(state);
    result.putInt(1);
    encoder.write(value, result);
  }
}
