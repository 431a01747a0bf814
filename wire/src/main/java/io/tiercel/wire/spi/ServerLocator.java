package io.tiercel.wire.spi;

/// Finds, or starts, the server that a URL names without saying where it listens, such as
/// `jdbc:tiercel:embedded:shop`. Implementations are found by [java.util.ServiceLoader]; they are
/// stateless and safe for any number of threads.
public interface ServerLocator {
  /// Whether this locator is the one for `url`. Decides by the text alone: starts nothing, opens
  /// nothing, never throws.
  boolean accepts(String url);

  /// Opens the server that `url` names and holds it until the result is closed. Blocks until the
  /// server accepts connections.
  ///
  /// @throws IllegalArgumentException if the URL is not one that [#accepts] takes
  /// @throws RuntimeException if the URL is malformed or the server cannot be started; the message
  ///     says what to change
  LocatedServer open(String url);
}
