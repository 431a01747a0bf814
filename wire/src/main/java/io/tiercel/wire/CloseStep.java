package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.MessageReader;

/// Close of a statement or a portal.
final class CloseStep extends Step {
  private final Runnable whenSkipped;

  /// @param whenSkipped what to do when the server passed over it
  CloseStep(Runnable whenSkipped) {
    this.whenSkipped = whenSkipped;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    if (type != Backend.CLOSE_COMPLETE) {
      throw unexpected(type);
    }
    in.expectEnd();
    return true;
  }

  @Override
  boolean onError(ServerError error) {
    whenSkipped.run();
    return true;
  }

  @Override
  void skipped() {
    whenSkipped.run();
  }

  @Override
  String awaited() {
    return "CloseComplete";
  }
}
