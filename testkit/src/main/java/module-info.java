import org.jspecify.annotations.NullMarked;

/// Real PostgreSQL servers for the tests of the other modules. Not published.
@NullMarked
module io.tiercel.testkit {
  requires static org.jspecify;
}
