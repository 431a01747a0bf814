import org.jspecify.annotations.NullMarked;

/// Java functions inside PostgreSQL: the API for their authors, and the worker that runs them.
@NullMarked
module io.tiercel.inside {
  exports io.tiercel.inside;

  requires io.tiercel.wire;
  requires java.sql;
  requires jdk.net;
  requires static org.jspecify;
}
