package io.tiercel.lab.bench.tier;

import com.sleepycat.bind.tuple.LongBinding;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Berkeley DB Java Edition, without transactions and without waiting for the disk: like the tier,
/// it may lose what it has written last when the machine stops.
final class BerkeleyInserts implements InsertedStore {
  private static final long CACHE_BYTES = 256L << 20;

  private final Environment environment;
  private final Database database;

  BerkeleyInserts(Path directory) {
    var config = new EnvironmentConfig();
    config.setAllowCreate(true);
    config.setCacheSize(CACHE_BYTES);
    environment = new Environment(directory.toFile(), config);
    database =
        environment.openDatabase(
            null, "inserts", new DatabaseConfig().setAllowCreate(true).setKeyPrefixing(true));
  }

  private static DatabaseEntry entry(long key) {
    var entry = new DatabaseEntry();
    LongBinding.longToEntry(key, entry);
    return entry;
  }

  @Override
  public void put(long key, byte[] value) {
    var status = database.put(null, entry(key), new DatabaseEntry(value));
    if (status != OperationStatus.SUCCESS) {
      throw new IllegalStateException("not put: " + status);
    }
  }

  @Override
  public byte @Nullable [] get(long key) {
    var value = new DatabaseEntry();
    var status = database.get(null, entry(key), value, LockMode.READ_UNCOMMITTED);
    return status == OperationStatus.SUCCESS ? value.getData() : null;
  }

  @Override
  public void close() {
    database.close();
    environment.close();
  }
}
