import io.tiercel.jdbc.RegisteredDriver;
import io.tiercel.wire.spi.ServerLocator;
import java.sql.Driver;
import org.jspecify.annotations.NullMarked;

/// A JDBC 4.3 driver for PostgreSQL.
@NullMarked
module io.tiercel.jdbc {
  exports io.tiercel.jdbc;
  exports io.tiercel.jdbc.error;
  exports io.tiercel.jdbc.extension;
  exports io.tiercel.jdbc.lob;
  exports io.tiercel.jdbc.value;

  requires transitive io.tiercel.wire; // connections lead to it and back
  requires java.logging;
  requires transitive java.naming; // data sources are Referenceable
  requires transitive java.sql;
  requires static org.jspecify;

  uses ServerLocator;

  provides Driver with
      RegisteredDriver;
}
