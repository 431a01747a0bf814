package io.tiercel.lab.bench.workload;

/// Who takes part. Each peer has a JVM of its own.
public enum Peer {
  TIERCEL("Tiercel"),
  /// Our driver at its best setting for the case: `copyBatch`.
  TIERCEL_TUNED("Tiercel tuned"),
  HIBERNATE("Hibernate"),
  ECLIPSELINK("EclipseLink"),
  PGJDBC("pgjdbc by hand"),
  /// pgjdbc in a transaction with a fetch size, its best mode for large results.
  PGJDBC_FETCH("pgjdbc fetching"),
  /// pgjdbc at the best setting for the case: rewritten inserts, or a fetch size in a transaction.
  PGJDBC_TUNED("pgjdbc tuned"),
  /// Vert.x's client: event loop, pipelining.
  VERTX("Vert.x"),
  /// The reactive driver of the Reactor world.
  R2DBC("R2DBC"),
  /// What the protocol allows at best: COPY, one flight, a reader that does nothing else.
  RAW("raw limit");

  private final String label;

  Peer(String label) {
    this.label = label;
  }

  /// As tables name it.
  public String label() {
    return label;
  }

  /// Whether it is a Jakarta Persistence provider other than ours: one of those that a target means
  /// by "the best peer".
  public boolean isOtherProvider() {
    return this == HIBERNATE || this == ECLIPSELINK;
  }
}
