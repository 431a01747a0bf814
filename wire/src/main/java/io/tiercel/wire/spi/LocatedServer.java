package io.tiercel.wire.spi;

/// A running server, held for its opener: it is not stopped before [#close()]. Safe for any number
/// of threads.
public interface LocatedServer extends AutoCloseable {
  /// The plain `jdbc:tiercel://host:port/database?…` URL of the server, password included: treat it
  /// as a secret.
  String url();

  /// Lets the server go; it may stop now if nobody else holds it. May block until it has stopped.
  /// Idempotent.
  @Override
  void close();
}
