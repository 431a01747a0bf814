package io.tiercel.wire.transport;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/// Where a server listens. Immutable.
public sealed interface Endpoint {
  /// An address to connect to. Resolving a host name may block.
  SocketAddress address();

  /// Over TCP.
  record Tcp(String host, int port) implements Endpoint {
    @Override
    public SocketAddress address() {
      return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
      return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /// Over a Unix-domain socket, which PostgreSQL names `.s.PGSQL.port` in its directory.
  record Unix(Path directory, int port) implements Endpoint {
    @Override
    public SocketAddress address() {
      return UnixDomainSocketAddress.of(directory.resolve(".s.PGSQL." + port));
    }

    @Override
    public String toString() {
      return directory.resolve(".s.PGSQL." + port).toString();
    }
  }
}
