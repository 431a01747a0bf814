package io.tiercel.inside.protocol;

import io.tiercel.wire.buffer.WriteBuffer;

/// A frame that is being written. The header is reserved at the front, and complete with
/// [#finish()]. Confined to one thread.
public final class FrameWriter {
  static final int HEADER_BYTES = 8;
  private static final int INITIAL_BYTES = 128;

  private final WriteBuffer buffer = new WriteBuffer(INITIAL_BYTES);

  /// @param type one of [FrameType]'s
  /// @param level of the call that the frame belongs to
  public FrameWriter(byte type, int flags, int level) {
    buffer.putInt(0).putByte(type).putByte(flags).putShort(level);
  }

  /// Where the body is appended.
  public WriteBuffer body() {
    return buffer;
  }

  /// The bytes of the body so far.
  public int bodyBytes() {
    return buffer.position() - HEADER_BYTES;
  }

  /// Writes the length into the header.
  WriteBuffer finish() {
    buffer.setInt(0, bodyBytes());
    return buffer;
  }

  /// Overwrites the first four bytes of the body, a count that is known at the end only.
  public void setCount(int count) {
    buffer.setInt(HEADER_BYTES, count);
  }

  /// Overwrites the flags, when they are known at the end only.
  public void setFlags(int flags) {
    int typeAndFlags = ((buffer.array()[Integer.BYTES] & 0xFF) << 8) | (flags & 0xFF);
    buffer.setShort(Integer.BYTES, typeAndFlags);
  }
}
