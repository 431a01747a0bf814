package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.protocol.MessageReader;

/// A request that the server refuses, made to have it refuse what goes with it too: there is no
/// message that takes an implicit transaction back.
final class FailingStep extends Step {
  @Override
  boolean on(byte type, MessageReader in) {
    throw unexpected(type);
  }

  @Override
  boolean onError(ServerError error) {
    return true;
  }

  @Override
  void skipped() {
    // Whatever made the server pass over it is as good.
  }

  @Override
  String awaited() {
    return "the refusal of a request that cannot be met";
  }
}
