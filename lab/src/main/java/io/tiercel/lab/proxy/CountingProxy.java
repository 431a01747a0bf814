package io.tiercel.lab.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;

/// Counts what clients say to a PostgreSQL server and how often they wait for it, whatever driver
/// they use. Encryption is declined, since an encrypted stream cannot be counted: a client that
/// insists on TLS (`sslmode=require`) fails to connect through it.
///
/// Not for timing: every byte takes a detour. Safe for any thread.
public final class CountingProxy implements AutoCloseable {
  private final ConcurrentLinkedQueue<Conversation> conversations = new ConcurrentLinkedQueue<>();
  private final Relay relay;

  private CountingProxy(InetSocketAddress server) throws IOException {
    this.relay = new Relay(server, this::link);
  }

  /// Listens on a free loopback port.
  ///
  /// @throws IOException when no port can be had
  public static CountingProxy to(InetSocketAddress server) throws IOException {
    return new CountingProxy(server);
  }

  /// Where clients connect.
  public InetSocketAddress address() {
    return relay.address();
  }

  /// What all connections said until now. A message is counted before the server receives it, so
  /// whoever has its answer finds it counted.
  public MessageCounts counts() {
    var byType = new TreeMap<Character, Long>();
    long roundTrips = 0;
    for (var conversation : conversations) {
      var counts = conversation.counts();
      counts.byType().forEach((type, count) -> byType.merge(type, count, Long::sum));
      roundTrips += counts.roundTrips();
    }
    return new MessageCounts(byType, roundTrips);
  }

  private Relay.Link link(OutputStream toClient) {
    var conversation = new Conversation();
    conversations.add(conversation);
    return new Relay.Link(
        (in, out) -> {
          Startup.pass(in, toClient, out);
          pass(in, out, type -> conversation.clientSent((char) type));
        },
        (in, out) -> pass(in, out, type -> conversation.serverSent((char) type)));
  }

  private static void pass(InputStream in, OutputStream out, IntConsumer onType)
      throws IOException {
    var scanner = new MessageScanner(onType);
    var buffer = new byte[Pump.CHUNK_BYTES];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      scanner.scan(buffer, 0, n);
      out.write(buffer, 0, n);
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    relay.close();
  }
}
