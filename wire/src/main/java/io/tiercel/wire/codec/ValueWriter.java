package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;

/// Writes one non-null value in a format that the owner knows.
@FunctionalInterface
interface ValueWriter<T> {
  void write(T value, WriteBuffer out);
}
