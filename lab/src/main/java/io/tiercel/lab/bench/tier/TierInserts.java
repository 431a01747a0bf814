package io.tiercel.lab.bench.tier;

import io.tiercel.cache.tier.Admission;
import io.tiercel.cache.tier.Retention;
import io.tiercel.cache.tier.Stored;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.cache.tier.TierStore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The tier of the shared cache, large enough that it never has to make room.
final class TierInserts implements InsertedStore {
  private static final long LEAST_BYTES = 16L << 20;

  /// Of a record with its head, and some room.
  private static final long RECORD_BYTES = 600;

  private static final long LAYOUT = 1;
  private static final VarHandle NUMBER =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final TierStore store;

  /// @param rows that it is going to hold
  TierInserts(Path directory, int rows) {
    long bytes = Math.max(LEAST_BYTES, rows * RECORD_BYTES);
    store = TierStore.open(new TierSettings(directory, bytes), "inserts", Retention.NONE);
  }

  private static byte[] bytes(long key) {
    byte[] bytes = new byte[Long.BYTES];
    NUMBER.set(bytes, 0, key);
    return bytes;
  }

  @Override
  public void put(long key, byte[] value) {
    if (!store.put(LAYOUT, bytes(key), value, Admission.NONE)) {
      throw new IllegalStateException("the tier is off: " + store.offReason());
    }
  }

  @Override
  public byte @Nullable [] get(long key) {
    Stored record = store.get(LAYOUT, bytes(key));
    return record == null
        ? null
        : Arrays.copyOfRange(
            record.array(), record.valueOffset(), record.valueOffset() + record.valueBytes());
  }

  @Override
  public void close() {
    store.close();
  }
}
