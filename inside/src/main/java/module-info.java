import org.jspecify.annotations.NullMarked;

/// Java functions inside PostgreSQL: the API for their authors, and the worker that runs them.
@NullMarked
module io.tiercel.inside {
  exports io.tiercel.inside;
  exports io.tiercel.inside.deploy;
  exports io.tiercel.inside.processor;
  exports io.tiercel.inside.xml;

  requires io.tiercel.jdbc;
  requires io.tiercel.wire;
  requires static java.compiler; // only for the annotation processor
  requires java.logging;
  requires transitive java.sql; // connections into the session
  requires jdk.net;
  requires static java.naming; // for the data sources of the tests
  requires static org.jspecify;
  // Both for io.tiercel.inside.xml.
  requires static com.fasterxml.aalto;
  requires static net.sf.saxon;
  requires java.xml;

  provides java.sql.Driver with
      io.tiercel.inside.InsideDriver;
  provides javax.annotation.processing.Processor with
      io.tiercel.inside.processor.PgFunctionProcessor;
}
