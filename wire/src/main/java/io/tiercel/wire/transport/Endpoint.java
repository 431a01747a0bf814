package io.tiercel.wire.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Where a server listens. Immutable.
public sealed interface Endpoint {
  /// The addresses to try, in order. Resolving a host name may block.
  ///
  /// @throws UnknownHostException if there are none
  List<SocketAddress> addresses() throws UnknownHostException;

  /// Over TCP.
  record Tcp(String host, int port) implements Endpoint {
    @Override
    public List<SocketAddress> addresses() throws UnknownHostException {
      return Arrays.stream(InetAddress.getAllByName(host))
          .<SocketAddress>map(address -> new InetSocketAddress(address, port))
          .toList();
    }

    @Override
    public String toString() {
      return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /// Over a Unix-domain socket, which PostgreSQL names `.s.PGSQL.port` in its directory.
  record Unix(Path directory, int port) implements Endpoint {
    @Override
    public List<SocketAddress> addresses() {
      return List.of(UnixDomainSocketAddress.of(directory.resolve(".s.PGSQL." + port)));
    }

    @Override
    public String toString() {
      return directory.resolve(".s.PGSQL." + port).toString();
    }
  }
}
