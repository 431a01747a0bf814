package io.tiercel.cache;

import io.tiercel.cache.query.ResultStatistics;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a cache is doing, and what it has done so far. Immutable.
///
/// @param applied the position of the log up to where the changes of others are in what is served
/// @param settled the position up to where every commit can be seen by whoever reads now; negative
///     while nothing is stored
/// @param proved how long ago all that was committed was known to be applied; null while that was
///     not known yet
/// @param probe how long the last probe took from the server's log to this node; on a quiet server
///     it has to be pushed after 20 ms
/// @param stretches how often it began to follow: one more for each time that the stream was lost
/// @param bytes about how many the stored rows take
/// @param rows about how many are stored
/// @param results of queries, how many are stored
/// @param queries what the stored results of queries have done
/// @param uniqueKeys what the answers by unique columns have done, for each table and its columns
public record CacheStatistics(
    CacheState state,
    long applied,
    long settled,
    @Nullable Duration proved,
    @Nullable Duration probe,
    long stretches,
    long bytes,
    long rows,
    int results,
    List<RegionStatistics> regions,
    ResultStatistics queries,
    List<ResultStatistics> uniqueKeys) {
  public CacheStatistics {
    regions = List.copyOf(regions);
    uniqueKeys = List.copyOf(uniqueKeys);
  }
}
