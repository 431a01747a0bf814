package io.tiercel.inside.call;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.sql.Statements;
import io.tiercel.wire.error.ProtocolViolation;
import java.util.HashMap;
import java.util.Map;

/// The functions that one session has defined. Confined to its thread.
public final class Functions {
  private final ClassLoader loader;
  private final Statements statements;
  private final Map<Integer, Routine> byNumber = new HashMap<>();

  /// @param loader of the functions' classes
  /// @param statements by which triggers read transition tables
  public Functions(ClassLoader loader, Statements statements) {
    this.loader = loader;
    this.statements = statements;
  }

  /// Takes a DEFINE, which may replace a function.
  ///
  /// @throws Exception if there is no such method, or its types do not fit
  Routine define(FrameReader frame) throws Exception {
    var definition = Definition.read(frame);
    byNumber.remove(definition.number());
    Routine routine =
        switch (definition.kind()) {
          case FUNCTION -> JavaFunction.link(definition, loader);
          case TRIGGER -> TriggerFunction.link(definition, loader, statements);
          case EVENT_TRIGGER -> EventTriggerFunction.link(definition, loader);
        };
    byNumber.put(definition.number(), routine);
    return routine;
  }

  /// The function of a number.
  Routine get(int number) {
    Routine routine = byNumber.get(number);
    if (routine == null) {
      throw new ProtocolViolation("a call of function %d, which was not defined".formatted(number));
    }
    return routine;
  }
}
