package io.tiercel.cache.tier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// How a record lies in a segment, and in an array. All numbers are little-endian; a record begins
/// at a multiple of 8.
///
/// | offset | bytes | is |
/// |---|---|---|
/// | 0 | 4 | CRC-32C of the bytes 4 to 31 and of all from 96 to the end of the value |
/// | 4 | 4 | length of the record, a multiple of 8 |
/// | 8 | 8 | the number of the segment's use: what an earlier use of the file left is no record |
/// | 16 | 8 | layout: says how key and value are made |
/// | 24 | 4 | bytes of the key |
/// | 28 | 4 | bytes of the value |
/// | 32 | 40 | [Admission]: session, admitted, epoch, upTo, snapshots; changes |
/// | 72 | 24 | [Stamp]: version, taken at, check; changes |
/// | 96 | | key, value, filling |
final class RecordLayout {
  static final int CHECK = 0;
  static final int LENGTH = 4;
  static final int SEQUENCE = 8;
  static final int LAYOUT = 16;
  static final int KEY_BYTES = 24;
  static final int VALUE_BYTES = 28;
  static final int ADMISSION = 32;
  static final int STAMP = 72;
  static final int KEY = 96;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private RecordLayout() {}

  static long length(int keyBytes, int valueBytes) {
    return (long) KEY + keyBytes + valueBytes + 7 & -8L;
  }

  static int getInt(byte[] record, int offset) {
    return (int) INTS.get(record, offset);
  }

  static void putInt(byte[] record, int offset, int value) {
    INTS.set(record, offset, value);
  }

  static long getLong(byte[] record, int offset) {
    return (long) LONGS.get(record, offset);
  }

  static void putLong(byte[] record, int offset, long value) {
    LONGS.set(record, offset, value);
  }

  /// Makes a record without stamp, but for its sequence and its check.
  static void write(
      byte[] record, int length, long layout, byte[] key, byte[] value, Admission admission) {
    putInt(record, LENGTH, length);
    putLong(record, LAYOUT, layout);
    putInt(record, KEY_BYTES, key.length);
    putInt(record, VALUE_BYTES, value.length);
    putLong(record, ADMISSION, admission.session());
    putLong(record, ADMISSION + 8, admission.admitted());
    putLong(record, ADMISSION + 16, admission.epoch());
    putLong(record, ADMISSION + 24, admission.upTo());
    putLong(record, ADMISSION + 32, admission.snapshots());
    putLong(record, STAMP, 0);
    putLong(record, STAMP + 8, 0);
    putLong(record, STAMP + 16, 0);
    System.arraycopy(key, 0, record, KEY, key.length);
    System.arraycopy(value, 0, record, KEY + key.length, value.length);
  }

  /// Puts it into a segment's use.
  static void seal(byte[] record, long sequence) {
    putLong(record, SEQUENCE, sequence);
    putInt(record, CHECK, check(record));
  }

  /// Whether its lengths fit together, and do not reach behind `limit`. Reads no more than the
  /// first 32 bytes.
  static boolean isPlausible(byte[] record, long limit) {
    int length = getInt(record, LENGTH);
    int keyBytes = getInt(record, KEY_BYTES);
    int valueBytes = getInt(record, VALUE_BYTES);
    return keyBytes >= 0
        && valueBytes >= 0
        && length <= limit
        && length == length(keyBytes, valueBytes);
  }

  static boolean isWhole(byte[] record, long sequence) {
    return getLong(record, SEQUENCE) == sequence && getInt(record, CHECK) == check(record);
  }

  private static int check(byte[] record) {
    var crc = new CRC32C();
    crc.update(record, LENGTH, ADMISSION - LENGTH);
    crc.update(record, KEY, getInt(record, KEY_BYTES) + getInt(record, VALUE_BYTES));
    return (int) crc.getValue();
  }

  static long hash(byte[] record) {
    return Hash.of(getLong(record, LAYOUT), record, KEY, getInt(record, KEY_BYTES));
  }
}
