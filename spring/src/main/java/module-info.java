import org.jspecify.annotations.NullMarked;

/// The Spring Boot starter.
@NullMarked
module io.tiercel.spring {
  exports io.tiercel.spring;

  requires io.tiercel.jdbc;
  requires io.tiercel.jpa;
  requires io.tiercel.wire;
  requires jakarta.persistence;
  requires java.sql;
  requires static jakarta.transaction; // for transactions of JTA
  requires static micrometer.core; // for applications with meters
  requires static org.jspecify;
  requires spring.beans;
  requires spring.boot;
  requires spring.boot.autoconfigure;
  requires spring.boot.jdbc;
  requires spring.boot.jpa;
  requires spring.boot.transaction;
  requires spring.context;
  requires spring.core;
  requires spring.jdbc;
  requires spring.orm;
  requires spring.tx;

  opens io.tiercel.spring to
      spring.beans,
      spring.boot,
      spring.context,
      spring.core;
}
