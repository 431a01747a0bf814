import org.jspecify.annotations.NullMarked;

/// PostgreSQL protocol 3 client.
@NullMarked
module io.tiercel.wire {
  exports io.tiercel.wire;
  exports io.tiercel.wire.buffer;
  exports io.tiercel.wire.codec;
  exports io.tiercel.wire.error;
  exports io.tiercel.wire.replication;
  exports io.tiercel.wire.row;
  exports io.tiercel.wire.spi;

  requires com.ongres.scram.common;
  requires java.sql;
  requires static org.jspecify;

  uses io.tiercel.wire.spi.OAuthTokenProvider;
}
