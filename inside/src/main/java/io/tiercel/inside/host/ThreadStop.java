package io.tiercel.inside.host;

import java.nio.file.Path;

/// Throws an exception into another thread, wherever it is (JVM TI, StopThread). Java itself can
/// only ask a thread to end. The library is `inside/pgjava/pgjava_stop.c`.
final class ThreadStop {
  private ThreadStop() {}

  /// @throws UnsatisfiedLinkError if it cannot be loaded
  @SuppressWarnings("restricted") // native code is the only way to stop a thread
  static void load(Path library) {
    System.load(library.toAbsolutePath().toString());
  }

  /// Throws `error` in `thread`; returns JVM TI's error code, 0 for none.
  static native int stop(Thread thread, Throwable error);
}
