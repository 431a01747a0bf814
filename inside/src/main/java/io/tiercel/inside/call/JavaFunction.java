package io.tiercel.inside.call;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.RowEncoder;
import io.tiercel.inside.type.ValueDecoder;
import io.tiercel.wire.buffer.WriteBuffer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A method that is called from SQL, with everything about its values decided. Confined to the
/// thread of its session.
public final class JavaFunction implements Routine {
  private final Definition definition;
  private final MethodHandle method;
  private final List<ValueDecoder> arguments;
  private final RowEncoder result;

  private JavaFunction(
      Definition definition, MethodHandle method, List<ValueDecoder> arguments, RowEncoder result) {
    this.definition = definition;
    this.method = method;
    this.arguments = arguments;
    this.result = result;
  }

  /// Finds the method, and plans its values.
  ///
  /// @throws io.tiercel.inside.PgException if there is no such method
  /// @throws io.tiercel.wire.error.CodecException if its types do not fit
  static JavaFunction link(Definition definition, ClassLoader loader)
      throws IllegalAccessException {
    Method method = MethodSearch.find(definition, loader);
    List<ValueDecoder> arguments = MethodSearch.planArguments(method, definition);
    RowEncoder result = MethodSearch.planResult(method, definition);
    MethodHandle handle =
        MethodHandles.publicLookup()
            .unreflect(method)
            .asFixedArity() // a variadic function brings its array, too
            .asSpreader(Object[].class, method.getParameterCount())
            .asType(MethodType.methodType(Object.class, Object[].class));
    return new JavaFunction(definition, handle, arguments, result);
  }

  @Override
  public void writeDefined(WriteBuffer out) {
    for (int oid : definition.arguments()) {
      out.putByte(definition.types().argumentFormat(oid).code());
    }
    result.formats().forEach(format -> out.putByte(format.code()));
  }

  /// Whether it returns a set.
  public boolean isSet() {
    return definition.isSet();
  }

  /// CALL is a number of rows (u32), and so many times the arguments; RESULT has as many rows.
  @Override
  public void call(FrameReader frame, WriteBuffer out) throws Throwable {
    int rows = frame.readInt();
    out.putInt(rows);
    for (int i = 0; i < rows; i++) {
      writeResult(call(frame), out);
    }
    frame.requireEnd();
  }

  /// Reads one row of arguments and calls the method.
  ///
  /// @throws Throwable whatever the method throws
  public @Nullable Object call(FrameReader frame) throws Throwable {
    @Nullable Object[] values = new @Nullable Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments.get(i).read(frame);
    }
    return (Object) method.invokeExact(values);
  }

  /// Appends one result.
  public void writeResult(@Nullable Object value, WriteBuffer out) {
    if (definition.isVoid()) {
      out.putShort(0);
    } else {
      result.write(value, out);
    }
  }
}
