import org.jspecify.annotations.NullMarked;

/// A real PostgreSQL server, unpacked from Maven artifacts and run as a child process.
@NullMarked
module io.tiercel.embedded {
  requires static org.jspecify;
  requires io.tiercel.wire;
}
