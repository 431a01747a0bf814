import org.jspecify.annotations.NullMarked;

/// PostgreSQL protocol 3 client.
@NullMarked
module io.tiercel.wire {
  requires static org.jspecify;
}
