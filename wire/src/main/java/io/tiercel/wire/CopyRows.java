package io.tiercel.wire;

/// The rows of a COPY, written when the connection asks for them.
@FunctionalInterface
public interface CopyRows {
  /// Writes all rows. Called once, on the thread of the connection, which is not to be used from
  /// here.
  void writeTo(CopyRowWriter out);
}
