package io.tiercel.lab.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/// Puts a server a fixed time away: every byte arrives `delay` after it was sent, each way.
/// Bytes and their order are unchanged and bandwidth is not limited, so a round trip takes twice
/// the delay however much travels in it.
///
/// Safe for any thread. Opens one loopback port; `close` hangs up on all clients.
public final class DelayProxy implements AutoCloseable {
  private final Relay relay;

  private DelayProxy(Relay relay) {
    this.relay = relay;
  }

  /// Listens on a free loopback port.
  ///
  /// @throws IOException when no port can be had
  public static DelayProxy to(InetSocketAddress server, Duration delayEachWay) throws IOException {
    return new DelayProxy(
        new Relay(
            server,
            toClient -> new Relay.Link(new DelayLine(delayEachWay), new DelayLine(delayEachWay))));
  }

  /// Where clients connect.
  public InetSocketAddress address() {
    return relay.address();
  }

  /// What a proxy of this delay adds to a round trip beyond twice the delay, measured now against
  /// an echo server: the cost of the detour itself. Takes `samples` round trips each way of asking.
  ///
  /// @throws IOException when loopback sockets cannot be had
  public static Duration addedRoundTrip(Duration delayEachWay, int samples) throws IOException {
    try (var echo = new EchoServer();
        var proxy = to(echo.address(), delayEachWay)) {
      var direct = EchoServer.medianRoundTrip(echo.address(), samples);
      var delayed = EchoServer.medianRoundTrip(proxy.address(), samples);
      return delayed.minus(direct).minus(delayEachWay.multipliedBy(2));
    }
  }

  @Override
  public void close() throws IOException {
    relay.close();
  }
}
