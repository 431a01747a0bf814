package io.tiercel.cache;

import io.tiercel.cache.observe.Meter;
import io.tiercel.cache.observe.Meter.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The figures of a cache, one by one.
final class CacheMeters {
  private static final String REFUSED = "tiercel.cache.refused";
  private static final String WHY_REFUSED = "rows that were read and not stored";

  private final SharedCache cache;
  private final List<Meter> meters = new ArrayList<>();

  private CacheMeters(SharedCache cache) {
    this.cache = cache;
  }

  static List<Meter> of(SharedCache cache, List<RowRegion> regions) {
    var all = new CacheMeters(cache);
    all.ofCache();
    regions.forEach(all::ofRegion);
    return List.copyOf(all.meters);
  }

  private void ofCache() {
    gauge("tiercel.cache.size", "bytes", "what the stored rows take", SharedCache::bytes);
    gauge("tiercel.cache.rows", "", "how many rows are stored", SharedCache::rows);
    gauge(
        "tiercel.cache.following",
        "",
        "1 while changes are followed, else 0",
        each -> each.state().phase() == CacheState.Phase.FOLLOWING ? 1 : 0);
    seconds(
        "tiercel.cache.proved",
        "how long ago all that was committed was known to be applied",
        cache.coherence()::proved);
    seconds("tiercel.cache.probe", "how long the last probe took", cache.coherence()::lastProbe);
    meters.add(
        new Meter(
            "tiercel.cache.stretches",
            Kind.COUNTER,
            Map.of(),
            "",
            "how often it began to follow",
            () -> cache.coherence().stretches()));
  }

  private void ofRegion(RowRegion region) {
    counter(region, "tiercel.cache.gets", "result", "hit", "look-ups", RegionStatistics::hits);
    counter(region, "tiercel.cache.gets", "result", "miss", "look-ups", RegionStatistics::misses);
    counter(region, "tiercel.cache.puts", "", "", "rows stored", RegionStatistics::stored);
    counter(region, REFUSED, "cause", "not-followed", WHY_REFUSED, RegionStatistics::notFollowed);
    counter(region, REFUSED, "cause", "changed", WHY_REFUSED, RegionStatistics::changed);
    counter(region, REFUSED, "cause", "written-here", WHY_REFUSED, RegionStatistics::writtenHere);
  }

  private void gauge(
      String name, String unit, String description, ToLongFunction<SharedCache> value) {
    meters.add(
        new Meter(name, Kind.GAUGE, Map.of(), unit, description, () -> value.applyAsLong(cache)));
  }

  private interface Age {
    @Nullable Duration now();
  }

  private void seconds(String name, String description, Age age) {
    meters.add(
        new Meter(name, Kind.GAUGE, Map.of(), "seconds", description, () -> seconds(age.now())));
  }

  private static double seconds(@Nullable Duration age) {
    return age == null ? Double.NaN : age.toNanos() / 1e9;
  }

  private void counter(
      RowRegion region,
      String name,
      String tag,
      String tagValue,
      String description,
      ToLongFunction<RegionStatistics> value) {
    Map<String, String> tags =
        tag.isEmpty()
            ? Map.of("region", region.name())
            : Map.of("region", region.name(), tag, tagValue);
    meters.add(
        new Meter(
            name,
            Kind.COUNTER,
            tags,
            "",
            description,
            () -> value.applyAsLong(region.statistics())));
  }
}
