package io.tiercel.inside.call;

import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.wire.buffer.WriteBuffer;

/// What a DEFINE has defined: a method with everything decided about its values. Confined to the
/// thread of its session.
sealed interface Routine
    permits JavaFunction, TriggerFunction, EventTriggerFunction, TransitionFunction, FinalFunction {
  /// Appends DEFINED: for each argument and each column of the result whether it is to travel in
  /// binary (u8, 1), as text (0), or, of a trigger's row, not at all (2).
  void writeDefined(WriteBuffer out);

  /// Reads what follows the number in CALL, calls the method, and appends the body of RESULT.
  ///
  /// @throws Throwable whatever the method throws
  void call(FrameReader frame, WriteBuffer result) throws Throwable;
}
