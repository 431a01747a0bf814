package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;

/// Writes one non-null value of one PostgreSQL type; only its bytes, never the length word.
/// Stateless, safe for any number of threads.
public interface Encoder<T> {
  /// The format of what [#encode] writes.
  Format format();

  /// Appends the bytes of `value`.
  ///
  /// @throws io.tiercel.wire.error.CodecException if the type cannot hold the value; what was
  ///     written until then is taken back by the caller
  void encode(T value, WriteBuffer out);
}
