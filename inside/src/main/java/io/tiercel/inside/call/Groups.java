package io.tiercel.inside.call;

import io.tiercel.inside.PgException;
import io.tiercel.inside.protocol.FrameReader;
import io.tiercel.inside.type.Sneaky;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;

/// The states of aggregates: an object for each group, by the number that the backend gave it.
/// Confined to the session's thread.
final class Groups {
  private final Map<Long, Object> byNumber = new HashMap<>();

  /// The state of a group, a new one for a number that is new.
  Object getOrCreate(long number, MethodHandle constructor) {
    Object state = byNumber.get(number);
    if (state == null) {
      state = create(constructor);
      byNumber.put(number, state);
    }
    return state;
  }

  /// The state of a group that had rows, or, for 0, of one that had none.
  Object get(long number, MethodHandle constructor) {
    if (number == 0) {
      return create(constructor);
    }
    Object state = byNumber.get(number);
    if (state == null) {
      throw new PgException("58000", "the Java worker has no state of that aggregate");
    }
    return state;
  }

  private static Object create(MethodHandle constructor) {
    try {
      return (Object) constructor.invokeExact();
    } catch (Throwable e) {
      throw Sneaky.rethrown(e);
    }
  }

  /// Takes a FORGET_GROUPS: a count (u32) and so many numbers (u64).
  void forget(FrameReader frame) {
    int count = frame.readInt();
    for (int i = 0; i < count; i++) {
      byNumber.remove(frame.readLong());
    }
    frame.requireEnd();
  }
}
