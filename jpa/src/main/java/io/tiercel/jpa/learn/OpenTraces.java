package io.tiercel.jpa.learn;

import java.util.ArrayDeque;

/// The observed reads of one persistence context whose unit of work goes on. Confined to its
/// thread.
public final class OpenTraces {
  /// A unit of work that reads many of a kind tells of the first ones early.
  private static final int MAX_OPEN = 8;

  private final ArrayDeque<ReadTrace> open = new ArrayDeque<>(2);

  /// Traces of nothing so far.
  public OpenTraces() {}

  /// Begins to observe a read.
  ///
  /// @param stamp how often the session has done something else than plain reads
  public ReadTrace begin(ReadSite<?> site, long stamp) {
    if (open.size() == MAX_OPEN) {
      open.remove().close();
    }
    ReadTrace trace = new ReadTrace(site, stamp);
    open.add(trace);
    return trace;
  }

  /// The unit of work is over: what was observed is learned from.
  public void close() {
    for (ReadTrace trace = open.poll(); trace != null; trace = open.poll()) {
      trace.close();
    }
  }
}
