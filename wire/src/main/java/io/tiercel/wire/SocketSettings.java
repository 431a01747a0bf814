package io.tiercel.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// Settings of the TCP socket. Immutable.
///
/// @param noDelay whether small messages are sent at once
/// @param keepAlive whether the operating system probes an idle connection
/// @param sendBufferBytes 0 leaves it to the operating system
/// @param localAddress the address to connect from, for hosts with several
public record SocketSettings(
    boolean noDelay, boolean keepAlive, int sendBufferBytes, @Nullable String localAddress) {
  /// No delay, probes when idle.
  public static final SocketSettings DEFAULT = new SocketSettings(true, true, 0, null);

  /// Sets a channel that is not connected yet.
  void apply(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, noDelay);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, keepAlive);
    if (sendBufferBytes > 0) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, sendBufferBytes);
    }
    if (localAddress != null) {
      channel.bind(new InetSocketAddress(localAddress, 0));
    }
  }
}
