import io.tiercel.embedded.EmbeddedServerLocator;
import io.tiercel.wire.spi.ServerLocator;
import org.jspecify.annotations.NullMarked;

/// A real PostgreSQL server, unpacked from Maven artifacts and run as a process of its own.
@NullMarked
module io.tiercel.embedded {
  requires static org.jspecify;
  requires transitive io.tiercel.wire;
  requires org.apache.commons.compress;
  requires org.tukaani.xz;

  exports io.tiercel.embedded;

  provides ServerLocator with
      EmbeddedServerLocator;
}
