package io.tiercel.inside.call;

import io.tiercel.inside.jar.JarLoaders;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.sql.Statements;
import io.tiercel.wire.error.ProtocolViolation;
import java.util.HashMap;
import java.util.Map;

/// The functions that one session has defined. Confined to its thread.
public final class Functions {
  private final JarLoaders loaders;
  private final Statements statements;
  private final Map<Integer, Defined> byNumber = new HashMap<>();
  private final Groups groups = new Groups();

  /// A routine and the loader that its class was asked from.
  record Defined(Routine routine, ClassLoader loader) {}

  /// @param loaders of the functions' classes
  /// @param statements by which triggers read transition tables
  public Functions(JarLoaders loaders, Statements statements) {
    this.loaders = loaders;
    this.statements = statements;
  }

  /// Takes a DEFINE, which may replace a function. Calls of the old one that are in progress stay
  /// with it.
  ///
  /// @param contents brings the content of a jar
  /// @throws Exception if there is no such method, or its types do not fit
  Routine define(FrameReader frame, JarLoaders.Contents contents) throws Exception {
    var definition = Definition.read(frame);
    byNumber.remove(definition.number());
    ClassLoader loader = loaders.of(definition.classPath(), contents);
    Routine routine =
        switch (definition.kind()) {
          case FUNCTION -> JavaFunction.link(definition, loader);
          case TRIGGER -> TriggerFunction.link(definition, loader, statements);
          case EVENT_TRIGGER -> EventTriggerFunction.link(definition, loader);
          case TRANSITION -> TransitionFunction.link(definition, loader, groups);
          case FINAL -> FinalFunction.link(definition, loader, groups);
        };
    byNumber.put(definition.number(), new Defined(routine, loader));
    return routine;
  }

  /// Takes a FORGET_GROUPS.
  void forgetGroups(FrameReader frame) {
    groups.forget(frame);
  }

  /// The function of a number.
  Defined get(int number) {
    Defined routine = byNumber.get(number);
    if (routine == null) {
      throw new ProtocolViolation("a call of function %d, which was not defined".formatted(number));
    }
    return routine;
  }
}
