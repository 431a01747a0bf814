package io.tiercel.cache;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/// What a region has done since the cache began; recorded every ten seconds unless set otherwise.
@Name("io.tiercel.cache.Region")
@Label("Cache Region")
@Description("What a region of the shared cache has done since it began")
@Category({"Tiercel", "Cache"})
@Period("10 s")
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // the Flight Recorder reads the fields
final class RegionEvent extends Event {
  @Label("Region")
  private final String region;

  @Label("Hits")
  private final long hits;

  @Label("Misses")
  private final long misses;

  @Label("Stored")
  private final long stored;

  @Label("Refused: Not Followed")
  private final long notFollowed;

  @Label("Refused: Changed")
  private final long changed;

  @Label("Refused: Written Here")
  private final long writtenHere;

  private RegionEvent(RegionStatistics statistics) {
    region = statistics.region();
    hits = statistics.hits();
    misses = statistics.misses();
    stored = statistics.stored();
    notFollowed = statistics.notFollowed();
    changed = statistics.changed();
    writtenHere = statistics.writtenHere();
  }

  /// Records it where events are recorded.
  static void record(RegionStatistics statistics) {
    new RegionEvent(statistics).commit();
  }
}
