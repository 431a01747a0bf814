package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entries;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.tier.TierSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Rows of a simulation in a heap that forgets, over a tier on disk. Keys are texts, rows lists of
/// transactions.
public final class ModelTier implements AutoCloseable {
  private static final long MAX_BYTES = 1 << 20;

  private final ConcurrentMap<String, Entry<List<Integer>>> heap = new ConcurrentHashMap<>();
  private final Tier tier;
  private final TieredRows<String, List<Integer>> rows;

  /// An empty one.
  public ModelTier(Coherence coherence, Path directory) {
    tier = new Tier(new TierSettings(directory, MAX_BYTES), coherence);
    tier.open("model");
    rows = new TieredRows<>(heap, new Codec(), key -> key, Object::toString, tier);
    rows.setLayout(1, coherence.nextEpoch());
  }

  static final class Codec implements RowCodec<List<Integer>> {
    @Override
    public String layout() {
      return "model";
    }

    @Override
    public byte[] key(Object id) {
      return id.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object id(byte[] key) {
      return new String(key, StandardCharsets.UTF_8);
    }

    @Override
    public Object[] columns(Object id) {
      return new Object[] {id};
    }

    @Override
    public byte[] encode(List<Integer> row) {
      return row.stream()
          .map(String::valueOf)
          .collect(Collectors.joining(","))
          .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public List<Integer> decode(byte[] bytes, int offset, int length) {
      String row = new String(bytes, offset, length, StandardCharsets.UTF_8);
      return row.isEmpty()
          ? List.of()
          : Arrays.stream(row.split(",")).map(Integer::valueOf).toList();
    }
  }

  /// Both together.
  public Entries<String, List<Integer>> rows() {
    return rows;
  }

  /// The heap has no room for one of its rows; false when it has none.
  public boolean forget() {
    var any = heap.keySet().stream().findFirst();
    any.ifPresent(heap::remove);
    return any.isPresent();
  }

  /// Looks at a row, and leaves it where it was.
  public @Nullable Entry<List<Integer>> look(
      String key, Supplier<@Nullable Entry<List<Integer>>> look) {
    boolean wasInHeap = heap.containsKey(key);
    Entry<List<Integer>> entry = look.get();
    if (!wasInHeap) {
      heap.remove(key);
    }
    return entry;
  }

  /// How many rows have come back from the tier.
  public long hits() {
    var statistics = tier.statistics();
    return statistics == null ? 0 : statistics.hits();
  }

  @Override
  public void close() {
    tier.close();
  }
}
