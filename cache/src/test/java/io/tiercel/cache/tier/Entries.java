package io.tiercel.cache.tier;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Records that tell by themselves whether they are right: the value follows from the key and a
/// version that stands in it.
final class Entries {
  static final long LAYOUT = 7;
  static final String IDENTITY = "system 1, database 2";

  private Entries() {}

  static TierStore open(Path directory, long maxBytes) {
    return TierStore.open(new TierSettings(directory, maxBytes), IDENTITY, Retention.NONE);
  }

  static byte[] key(long id) {
    return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
  }

  static long id(Stored record) {
    return ByteBuffer.wrap(record.key()).getLong();
  }

  static byte[] value(long id, int version) {
    var random = new Random(id * 31 + version);
    byte[] bytes = new byte[Integer.BYTES + random.nextInt(600)];
    random.nextBytes(bytes);
    ByteBuffer.wrap(bytes).putInt(version);
    return bytes;
  }

  /// The version of a value that belongs to that key; AssertionError when it is not what was put.
  static int version(long id, Stored record) {
    byte[] value = record.value();
    int version = ByteBuffer.wrap(value).getInt();
    if (!java.util.Arrays.equals(value, value(id, version))) {
      throw new AssertionError("a wrong value under key " + id);
    }
    return version;
  }

  /// The version that is stored; -1 for none.
  static int version(TierStore store, long id) {
    Stored record = store.get(LAYOUT, key(id));
    return record == null ? -1 : version(id, record);
  }

  static boolean put(TierStore store, long id, int version) {
    return store.put(LAYOUT, key(id), value(id, version), Admission.NONE);
  }

  static void putStamped(TierStore store, long id, int version) {
    put(store, id, version);
    Stored record = store.get(LAYOUT, key(id));
    if (record == null || !store.stamp(record, stamp(version))) {
      throw new AssertionError("not stamped: " + id);
    }
  }

  static Stamp stamp(int version) {
    return new Stamp(version, 1_000L + version);
  }

  static @Nullable Stamp stamp(TierStore store, long id) {
    Stored record = store.get(LAYOUT, key(id));
    return record == null ? null : record.stamp();
  }
}
