package io.tiercel.inside.call;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.ValueDecoder;
import io.tiercel.wire.buffer.WriteBuffer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The method by which an aggregate takes a row: an instance method of the class whose objects are
/// its states. Confined to the thread of its session.
///
/// CALL is a number of rows (u32), and for each the group (u64) and the arguments; RESULT is a zero
/// (u32).
final class TransitionFunction implements Routine {
  private final Definition definition;
  private final MethodHandle constructor;
  private final MethodHandle method;
  private final List<ValueDecoder> arguments;
  private final Groups groups;

  private TransitionFunction(
      Definition definition,
      MethodHandle constructor,
      MethodHandle method,
      List<ValueDecoder> arguments,
      Groups groups) {
    this.definition = definition;
    this.constructor = constructor;
    this.method = method;
    this.arguments = arguments;
    this.groups = groups;
  }

  static TransitionFunction link(Definition definition, ClassLoader loader, Groups groups)
      throws ReflectiveOperationException {
    Method method = MethodSearch.find(definition, loader);
    return new TransitionFunction(
        definition,
        constructor(method.getDeclaringClass()),
        MethodHandles.publicLookup()
            .unreflect(method)
            .asSpreader(Object[].class, method.getParameterCount())
            .asType(MethodType.methodType(void.class, Object.class, Object[].class)),
        MethodSearch.planArguments(method, definition),
        groups);
  }

  /// Makes the state of a group.
  static MethodHandle constructor(Class<?> type) throws ReflectiveOperationException {
    return MethodHandles.publicLookup()
        .findConstructor(type, MethodType.methodType(void.class))
        .asType(MethodType.methodType(Object.class));
  }

  @Override
  public void writeDefined(WriteBuffer out) {
    for (int oid : definition.arguments()) {
      out.putByte(definition.types().argumentFormat(oid).code());
    }
  }

  @Override
  public void call(FrameReader frame, WriteBuffer result) throws Throwable {
    int rows = frame.readInt();
    for (int row = 0; row < rows; row++) {
      Object state = groups.getOrCreate(frame.readLong(), constructor);
      @Nullable Object[] values = new @Nullable Object[arguments.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = arguments.get(i).read(frame);
      }
      method.invokeExact(state, values);
    }
    frame.requireEnd();
    result.putInt(0);
  }
}
