import org.jspecify.annotations.NullMarked;

/// The shared cache: rows that follow the database's own change stream.
@NullMarked
module io.tiercel.cache {
  requires static org.jspecify;
  requires com.github.benmanes.caffeine;
  requires transitive java.management; // for those who ask for its MXBean
  requires jdk.jfr;
  requires transitive io.tiercel.wire;

  exports io.tiercel.cache;
  exports io.tiercel.cache.coherence;
  exports io.tiercel.cache.follow;
  exports io.tiercel.cache.guard;
  exports io.tiercel.cache.journal;
  exports io.tiercel.cache.observe;
  exports io.tiercel.cache.predicate;
  exports io.tiercel.cache.query;
  exports io.tiercel.cache.tier;
  exports io.tiercel.cache.tiered;
}
