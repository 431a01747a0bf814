package io.tiercel.lab.cache;

import io.tiercel.cache.RegionFigures;
import io.tiercel.cache.SharedCacheMXBean;
import io.tiercel.cache.TierFigures;
import io.tiercel.cache.query.ResultStatistics;
import java.util.ArrayList;
import java.util.List;

/// What a cache tells, as lines for a terminal.
final class CacheReport {
  private static final double MIB = 1 << 20;
  private static final String REGION = "  %-24s %-15s %10s %10s %12s %12s %10s %9s %9s %9s";
  private static final String RESULT = "  %-40s %10s %12s %12s %10s %9s %9s";

  private CacheReport() {}

  static List<String> lines(String title, SharedCacheMXBean cache) {
    var lines = new ArrayList<String>();
    lines.add("%s: %s".formatted(title, cache.getState()));
    if (!cache.getReason().isEmpty()) {
      lines.add("  " + cache.getReason());
    }
    if (!cache.getMend().isEmpty()) {
      lines.add("  to mend it: " + cache.getMend());
    }
    lines.add(
        "  applied %s, settled %s; up to date %s ago, last probe %s; began to follow %d times"
            .formatted(
                orNone(cache.getAppliedLsn()),
                orNone(cache.getSettledLsn()),
                millis(cache.getSecondsSinceProof()),
                millis(cache.getProbeSeconds()),
                cache.getStretches()));
    lines.add(
        "  %,d rows, %.1f of %.1f MiB of the heap"
            .formatted(cache.getRows(), cache.getBytes() / MIB, cache.getMaxBytes() / MIB));
    regions(cache.getRegions(), lines);
    results(cache, lines);
    TierFigures tier = cache.getTier();
    if (tier != null) {
      tier(tier, lines);
    }
    return lines;
  }

  private static void regions(List<RegionFigures> regions, List<String> lines) {
    lines.add("");
    lines.add(
        REGION.formatted(
            "entity",
            "level",
            "rows",
            "KiB",
            "hits",
            "misses",
            "stored",
            "unsettled",
            "written",
            "no stream"));
    for (var each : regions) {
      lines.add(
          REGION.formatted(
              each.region(),
              each.level(),
              number(each.rows()),
              number(each.bytes() >> 10),
              number(each.hits()),
              number(each.misses()),
              number(each.stored()),
              number(each.changed()),
              number(each.writtenHere()),
              number(each.notFollowed())));
      if (each.unfit() != null) {
        lines.add("    not cached: " + each.unfit());
      }
    }
    lines.add(
        "  not stored: a change of the row may have been missed (unsettled), this node was writing"
            + " it (written), nothing was followed (no stream)");
  }

  private static void results(SharedCacheMXBean cache, List<String> lines) {
    lines.add("");
    lines.add(
        RESULT.formatted("queries", "stored now", "hits", "misses", "stored", "refused", "ended"));
    lines.add(line(cache.getResults()));
    cache.getUniqueKeys().forEach(each -> lines.add(line(each)));
  }

  private static String line(ResultStatistics each) {
    return RESULT.formatted(
        each.name(),
        number(each.size()),
        number(each.hits()),
        number(each.misses()),
        number(each.stored()),
        number(each.refused()),
        number(each.ended()));
  }

  private static void tier(TierFigures tier, List<String> lines) {
    lines.add("");
    lines.add(
        "  tier: %,d rows, %.1f MiB on disk, %.1f MiB off the heap, %,d hits"
            .formatted(tier.rows(), tier.fileBytes() / MIB, tier.indexBytes() / MIB, tier.hits()));
    lines.add(
        "    of earlier runs %,d found, %,d verified, %,d refuted, %,d damaged; %,d ready for the next"
            .formatted(
                tier.found(), tier.verified(), tier.refuted(), tier.corrupt(), tier.stamped()));
    if (tier.offReason() != null) {
      lines.add("    off: " + tier.offReason());
    }
  }

  private static String number(long value) {
    return "%,d".formatted(value);
  }

  private static String orNone(String position) {
    return position.isEmpty() ? "nothing" : position;
  }

  private static String millis(double seconds) {
    return Double.isNaN(seconds) ? "(not known)" : "%.1f ms".formatted(seconds * 1e3);
  }
}
