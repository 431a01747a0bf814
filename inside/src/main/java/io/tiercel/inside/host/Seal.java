package io.tiercel.inside.host;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// The last wall of a confined worker: from then on no thread of this process can start programs or
/// processes, or open a socket. The others stand since before the JVM began. The native part is
/// `inside/pgjava/pgjava_seal.c`, in the library of [ThreadStop].
final class Seal {
  private Seal() {}

  /// Puts the wall up for all threads, those that run already included.
  ///
  /// @throws IllegalStateException if the kernel does not do it
  static void close() throws IOException {
    prepare();
    int error;
    try {
      error = seal();
    } catch (UnsatisfiedLinkError e) {
      throw new IllegalStateException("cannot be confined without --stop-library", e);
    }
    if (error != 0) {
      throw new IllegalStateException("cannot be confined: seccomp, error " + error);
    }
  }

  /// The JDK opens sockets of its own when its classes for them are initialized.
  private static void prepare() throws IOException {
    Selector.open().close();
    var pair = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    pair.close();
    SocketChannel.open(StandardProtocolFamily.UNIX).close();
    UnixDomainSocketAddress.of("");
  }

  private static native int seal();
}
