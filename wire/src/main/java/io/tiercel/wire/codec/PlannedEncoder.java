package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;

/// A [ValueWriter] that says its format.
record PlannedEncoder<T>(Format format, ValueWriter<T> writer) implements Encoder<T> {
  @Override
  public void encode(T value, WriteBuffer out) {
    writer.write(value, out);
  }
}
