package io.tiercel.serial;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferUnderflowException;

/// What is stored, from which lengths are taken only as far as its bytes can be that many elements:
/// Kryo makes arrays and collections as long as it is told before it reads what is in them.
///
/// Each element takes a byte of its own at least, however collections are nested, but for the nulls
/// of a collection that holds nothing else. So all lengths together are bounded by the number of
/// bytes and a number of nulls.
final class BoundedInput extends Input {
  private static final int NULLS = 1 << 24;

  private long left;

  BoundedInput(byte[] stored) {
    super(stored);
    this.left = (long) stored.length + NULLS;
  }

  /// Something says that it has so many elements.
  void claim(int length) {
    left -= Math.max(length, 0);
    if (left < 0) {
      throw new KryoException("it says that it has " + length + " elements, which it cannot");
    }
  }

  /// Never moves what is in the buffer, as the inherited one does: the bytes are the row's.
  @Override
  protected int require(int required) {
    int remaining = limit - position;
    if (remaining < required) {
      throw new KryoBufferUnderflowException("it ends early");
    }
    return remaining;
  }

  @Override
  protected int optional(int optional) {
    int remaining = limit - position;
    return remaining == 0 ? -1 : Math.min(remaining, optional);
  }

  /// The length of a text or of a collection, and one more.
  @Override
  public int readVarIntFlag(boolean optimizePositive) {
    int length = super.readVarIntFlag(optimizePositive);
    claim(length);
    return length;
  }

  /// Of a large number, or an array, like those below.
  @Override
  public byte[] readBytes(int length) {
    claim(length);
    return super.readBytes(length);
  }

  @Override
  public char[] readChars(int length) {
    claim(length);
    return super.readChars(length);
  }

  @Override
  public short[] readShorts(int length) {
    claim(length);
    return super.readShorts(length);
  }

  @Override
  public int[] readInts(int length) {
    claim(length);
    return super.readInts(length);
  }

  @Override
  public int[] readInts(int length, boolean optimizePositive) {
    claim(length);
    return super.readInts(length, optimizePositive);
  }

  @Override
  public long[] readLongs(int length) {
    claim(length);
    return super.readLongs(length);
  }

  @Override
  public long[] readLongs(int length, boolean optimizePositive) {
    claim(length);
    return super.readLongs(length, optimizePositive);
  }

  @Override
  public float[] readFloats(int length) {
    claim(length);
    return super.readFloats(length);
  }

  @Override
  public double[] readDoubles(int length) {
    claim(length);
    return super.readDoubles(length);
  }
}
