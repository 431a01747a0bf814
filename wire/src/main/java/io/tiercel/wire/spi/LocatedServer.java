package io.tiercel.wire.spi;

import java.util.Optional;

/// A running server, held for its opener: it is not stopped before [#close()]. Safe for any number
/// of threads.
public interface LocatedServer extends AutoCloseable {
  /// The plain `jdbc:tiercel://host:port/database?…` URL of the server, password included: treat it
  /// as a secret.
  String url();

  /// The message of the last PANIC that the server logged while held here: why it broke off all
  /// connections at once. Empty if there was none, or if the log is out of reach.
  default Optional<String> panic() {
    return Optional.empty();
  }

  /// Lets the server go; it may stop now if nobody else holds it. May block until it has stopped.
  /// Idempotent.
  @Override
  void close();
}
