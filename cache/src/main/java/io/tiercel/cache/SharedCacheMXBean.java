package io.tiercel.cache;

import io.tiercel.cache.query.ResultStatistics;
import java.util.List;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/// A shared cache as JMX shows it, under `io.tiercel:type=SharedCache,name=…` in the platform's
/// MBean server from [SharedCache#start] to [SharedCache#close]. The name is that of the
/// [settings][CacheSettings#name], in quotes; a second cache of a name has `,number=2` behind it.
/// Safe for any thread.
public interface SharedCacheMXBean {
  /// A pattern for all of them.
  String PATTERN = "io.tiercel:type=SharedCache,*";

  /// One of [CacheState.Phase].
  String getState();

  /// Why nothing is served; empty where something is.
  String getReason();

  /// What mends it; may be empty.
  String getMend();

  /// The position of the log up to where changes of others are in what is served, as the server
  /// writes it.
  String getAppliedLsn();

  /// The position up to where every commit can be seen by whoever reads now; empty while nothing is
  /// stored.
  String getSettledLsn();

  /// How long ago all that was committed was known to be applied; NaN while that was not known yet.
  double getSecondsSinceProof();

  /// How long the last probe took from the server's log to this node; NaN before the first. On a
  /// quiet server it has to be pushed after 20 ms.
  double getProbeSeconds();

  /// How often it began to follow.
  long getStretches();

  /// About how many bytes of the heap the stored rows take.
  long getBytes();

  /// How many they may take.
  long getMaxBytes();

  /// About how many rows are in the heap.
  long getRows();

  /// Of each region. Walks through all rows of the heap.
  List<RegionFigures> getRegions();

  /// Of the stored results of queries.
  ResultStatistics getResults();

  /// Of the answers by unique columns.
  List<ResultStatistics> getUniqueKeys();

  /// Null where there is no tier, or it is not open yet.
  @Nullable TierFigures getTier();

  /// The pattern as an [ObjectName].
  static ObjectName pattern() {
    try {
      return new ObjectName(PATTERN);
    } catch (javax.management.MalformedObjectNameException e) {
      throw new AssertionError(e);
    }
  }
}
