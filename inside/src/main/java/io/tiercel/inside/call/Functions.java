package io.tiercel.inside.call;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.wire.error.ProtocolViolation;
import java.util.HashMap;
import java.util.Map;

/// The functions that one session has defined. Confined to its thread.
public final class Functions {
  private final ClassLoader loader;
  private final Map<Integer, JavaFunction> byOid = new HashMap<>();

  /// @param loader of the functions' classes
  public Functions(ClassLoader loader) {
    this.loader = loader;
  }

  /// Takes a DEFINE, which may replace a function.
  ///
  /// @throws Exception if there is no such method, or its types do not fit
  JavaFunction define(FrameReader frame) throws Exception {
    var definition = Definition.read(frame);
    byOid.remove(definition.oid());
    var function = JavaFunction.link(definition, loader);
    byOid.put(definition.oid(), function);
    return function;
  }

  /// The function of an oid.
  JavaFunction get(int oid) {
    JavaFunction function = byOid.get(oid);
    if (function == null) {
      throw new ProtocolViolation("a call of function %d, which was not defined".formatted(oid));
    }
    return function;
  }
}
