package io.tiercel.wire;

import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.MessageReader;

/// One expected part of the server's answers. Steps wait in the order in which their requests were
/// written, and the first one is given each message until it is complete.
abstract sealed class Step
    permits CloseStep,
        CopyBothStep,
        CopyInStep,
        CopyOutStep,
        FailingStep,
        ParseStep,
        Pending,
        ScriptStep,
        SyncStep {
  /// Where its request begins in the stream of bytes that this connection has written.
  long start;

  /// Takes one message. Returns whether this step is complete with it.
  abstract boolean on(byte type, MessageReader in);

  /// An ErrorResponse came while this step was the first one. Returns whether that completes it.
  abstract boolean onError(ServerError error);

  /// The server passes over this step, for an earlier one of the same scope failed.
  abstract void skipped();

  /// The connection was lost before this step was complete.
  void lost(WireException cause) {
    skipped();
  }

  /// Whether its request makes the outcome of a transaction final.
  boolean isCommit() {
    return false;
  }

  /// What it waits for, for errors.
  abstract String awaited();

  final ProtocolViolation unexpected(byte type) {
    return new ProtocolViolation(
        "unexpected message %s while waiting for %s".formatted(Backend.name(type), awaited()));
  }
}
