import org.jspecify.annotations.NullMarked;

/// The command line, the tour and the benchmarks that set Tiercel beside its peers.
@NullMarked
module io.tiercel.lab {
  requires static io.vertx.codegen.api; // only to read Vert.x's annotations, as the next
  requires static io.vertx.codegen.json;
  requires static org.checkerframework.checker.qual; // only to read pgjdbc's annotations
  requires static org.jspecify;
  requires com.fasterxml.jackson.databind;
  requires com.esotericsoftware.kryo; // under io.tiercel.serial, like those of Fory and Jackson 3
  requires com.ongres.scram.client;
  requires com.github.benmanes.caffeine;
  requires com.zaxxer.hikari;
  requires com.fasterxml.jackson.annotation;
  requires info.picocli;
  requires io.tiercel.cache;
  requires io.tiercel.embedded;
  requires io.tiercel.inside;
  requires io.tiercel.jdbc;
  requires io.tiercel.jpa;
  requires io.tiercel.json;
  requires io.tiercel.serial;
  requires io.tiercel.wire;
  requires io.vertx.core;
  requires io.vertx.sql.client;
  requires io.vertx.sql.client.pg;
  requires jakarta.persistence;
  requires java.compiler;
  requires java.logging;
  requires java.management;
  requires java.management.rmi; // to look at other processes, as the next
  requires java.sql;
  requires je; // Berkeley DB, beside the tier on disk
  requires jdk.attach;
  requires static java.net.http; // the tests alone, as clients
  requires jdk.httpserver;
  requires jdk.jfr;
  requires jdk.management;
  requires org.apache.fory.core;
  requires org.hibernate.orm.core;
  requires org.postgresql.jdbc;
  requires org.reactivestreams;
  requires r2dbc.postgresql;
  requires r2dbc.spi;
  requires reactor.core;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.xml;

  uses io.tiercel.wire.spi.ServerLocator;

  opens io.tiercel.lab to
      info.picocli;
  opens io.tiercel.lab.cache to
      info.picocli;
  opens io.tiercel.lab.check to
      info.picocli;
  opens io.tiercel.lab.check.node;
  // For the providers, the workers' JSON and picocli; on the class path everything is open anyway.
  opens io.tiercel.lab.bench to
      info.picocli;
  opens io.tiercel.lab.bench.json.model;
  opens io.tiercel.lab.bench.model;
  opens io.tiercel.lab.bench.model.cached;
  opens io.tiercel.lab.bench.serial;
  opens io.tiercel.lab.bench.worker to
      com.fasterxml.jackson.databind;
  opens io.tiercel.lab.bench.workload to
      com.fasterxml.jackson.databind;
  opens io.tiercel.lab.doctor to
      info.picocli;
  opens io.tiercel.lab.inside to
      info.picocli;
  opens io.tiercel.lab.load to
      info.picocli;
  opens io.tiercel.lab.sru to
      info.picocli;
  opens io.tiercel.lab.tour to
      info.picocli;

  // Persistence providers read and write the fields of entities.
  opens io.tiercel.lab.chinook;
  opens io.tiercel.lab.foodmart;
}
