package io.tiercel.wire;

/// Takes the data of a COPY as they come, on the thread that reads them.
@FunctionalInterface
public interface CopyDataConsumer {
  /// Takes the bytes `source[offset .. offset + length)`, which are valid only inside the call. In
  /// text and CSV format each call brings one row; in binary the header and the rows come as the
  /// server cuts them, which is one row each as well.
  void accept(byte[] source, int offset, int length);
}
