import org.jspecify.annotations.NullMarked;

/// The command line, the tour and the benchmarks that set Tiercel beside its peers.
@NullMarked
module io.tiercel.lab {
  requires static org.jspecify;
  requires com.fasterxml.jackson.databind;
  requires com.ongres.scram.client;
  requires info.picocli;
  requires io.tiercel.jpa;
  requires jakarta.persistence;
  requires java.management;
  requires java.sql;
  requires jdk.management;
  requires org.postgresql.jdbc;

  opens io.tiercel.lab to
      info.picocli;
}
