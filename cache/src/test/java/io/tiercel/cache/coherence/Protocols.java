package io.tiercel.cache.coherence;

/// Nodes that follow other rules than ours, which the tests must see fail.
public final class Protocols {
  /// Whatever was read is stored.
  static final FillRule NAIVE = (invalidated, fill) -> true;

  /// The lease of caches beside a database: refused if the key was invalidated since the
  /// read began.
  static final FillRule LEASE = (invalidated, fill) -> invalidated <= fill.applied();

  private Protocols() {}

  /// Ours, with few stripes, so that some are shared.
  public static Coherence settled(int stripes) {
    return new Coherence(FillRule.SETTLED, stripes);
  }

  public static Coherence naive(int stripes) {
    return new Coherence(NAIVE, stripes);
  }

  public static Coherence lease(int stripes) {
    return new Coherence(LEASE, stripes);
  }

  /// The number of a commit of the node that was just answered.
  public static long nextEpoch(Coherence coherence) {
    return coherence.nextEpoch();
  }

  public static Coherence naive() {
    return new Coherence(NAIVE, 1 << 16);
  }

  public static Coherence lease() {
    return new Coherence(LEASE, 1 << 16);
  }
}
