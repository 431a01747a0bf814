package io.tiercel.wire.row;

/// Takes the rows of a result as they came, the body of each DataRow message, to keep them or pass
/// them on. [DataRow#moveTo] reads such a body.
///
/// The bytes are valid only inside the call. The connection must not be used from here. An
/// exception ends the delivery of this result, and is thrown by the call that reads when the stream
/// is in order again.
@FunctionalInterface
public interface RowBytesConsumer {
  void accept(byte[] buffer, int offset, int length);
}
