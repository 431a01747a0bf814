import org.jspecify.annotations.NullMarked;

/// Real PostgreSQL servers and rules on the code for the tests of the other modules. Not published.
@NullMarked
module io.tiercel.testkit {
  requires java.management;
  requires jdk.management; // what a thread has allocated
  requires static org.jspecify;
  requires static org.checkerframework.checker.qual; // only to read pgjdbc's annotations
  requires transitive java.sql;
  requires java.naming; // PGSimpleDataSource is a javax.naming.Referenceable
  requires jdk.compiler;
  requires jdk.jfr; // which threads were pinned
  requires org.apache.commons.compress;
  requires org.postgresql.jdbc;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.jupiter.params;
  requires com.tngtech.archunit;

  exports io.tiercel.testkit;
}
