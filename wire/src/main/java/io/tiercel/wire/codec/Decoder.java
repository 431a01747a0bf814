package io.tiercel.wire.codec;

/// Reads one non-null value in place. The format is fixed when the decoder is planned. Stateless,
/// safe for any number of threads.
@FunctionalInterface
public interface Decoder<T> {
  /// Reads the value at `source[offset .. offset + length)`, keeping no reference to `source`.
  ///
  /// @throws io.tiercel.wire.error.CodecException if the bytes are not a value of the type, or the
  ///     value does not fit the Java type
  T decode(byte[] source, int offset, int length);
}
