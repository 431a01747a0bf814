package io.tiercel.cache.follow;

import io.tiercel.cache.guard.DatabaseIdentity;
import java.util.function.BooleanSupplier;

/// One unbroken stretch of learning of every change. Confined to one thread, but for [#abort].
interface Stretch extends AutoCloseable {
  /// The server.
  DatabaseIdentity identity();

  /// Follows until that ends or somebody wants it to.
  ///
  /// @param onStream called once every change is learnt of
  /// @throws RuntimeException why it ended, or did not begin
  void follow(BooleanSupplier isWanted, Runnable onStream) throws InterruptedException;

  /// Ends whatever waits for the server. For any thread.
  void abort();

  @Override
  void close();
}
