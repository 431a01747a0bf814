import org.jspecify.annotations.NullMarked;

/// The command line, the tour and the benchmarks that set Tiercel beside its peers.
@NullMarked
module io.tiercel.lab {
  requires static org.jspecify;
  requires io.tiercel.jpa;
}
