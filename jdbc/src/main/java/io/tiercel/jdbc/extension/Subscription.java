package io.tiercel.jdbc.extension;

/// A listener that is told of notifications until this is closed.
public interface Subscription extends AutoCloseable {
  /// Listens no more. Idempotent.
  @Override
  void close();
}
