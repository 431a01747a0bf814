package io.tiercel.wire;

import io.tiercel.wire.codec.Encoder;

/// Writes rows in the binary COPY format. Sends what it has by itself when it is much. Confined to
/// one thread.
public interface CopyRowWriter {
  /// Begins a row; the one before must have as many columns as the first.
  ///
  /// @throws io.tiercel.wire.error.UsageException if it has not
  void startRow();

  void putNull();

  /// Adds a column; the encoder must be planned for its type, in binary.
  <T> void put(Encoder<T> encoder, T value);
}
