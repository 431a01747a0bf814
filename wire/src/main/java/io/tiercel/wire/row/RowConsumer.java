package io.tiercel.wire.row;

/// Takes the rows of a result, one after the other, on the thread that reads them.
///
/// The row is valid only inside the call. The connection must not be used from here. An exception
/// ends the delivery of this result, and is thrown by the call that reads when the stream is in
/// order again.
@FunctionalInterface
public interface RowConsumer {
  void accept(DataRow row);
}
