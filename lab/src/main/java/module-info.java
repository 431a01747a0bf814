import org.jspecify.annotations.NullMarked;

/// The command line, the tour and the benchmarks that set Tiercel beside its peers.
@NullMarked
module io.tiercel.lab {
  requires static org.jspecify;
  requires com.fasterxml.jackson.databind;
  requires com.ongres.scram.client;
  requires info.picocli;
  requires io.tiercel.jdbc;
  requires io.tiercel.jpa;
  requires io.tiercel.wire;
  requires jakarta.persistence;
  requires java.logging;
  requires java.management;
  requires java.sql;
  requires jdk.management;
  requires org.postgresql.jdbc;

  uses io.tiercel.wire.spi.ServerLocator;

  opens io.tiercel.lab to
      info.picocli;
  // For the providers, the workers' JSON and picocli; on the class path everything is open anyway.
  opens io.tiercel.lab.bench to
      info.picocli;
  opens io.tiercel.lab.bench.model;
  opens io.tiercel.lab.bench.worker to
      com.fasterxml.jackson.databind;
  opens io.tiercel.lab.bench.workload to
      com.fasterxml.jackson.databind;
  opens io.tiercel.lab.tour to
      info.picocli;

  // Persistence providers read and write the fields of entities.
  opens io.tiercel.lab.chinook;
  opens io.tiercel.lab.foodmart;
}
