package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.ConnectionConfig.Host;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Real servers in several roles, and places where nobody listens.
@Timeout(60)
class HostSearchTest {
  @BeforeEach
  void forget() {
    HostStates.forget();
  }

  private static ConnectionConfig.Builder at(TestServer server, Host... hosts) {
    var builder =
        ConnectionConfig.builder()
            .database("postgres")
            .user(server.user())
            .password(server.password());
    for (Host host : hosts) {
      builder.host(host.name(), host.port());
    }
    return builder;
  }

  private static ConnectionConfig choosing(
      ConnectionConfig.Builder builder, TargetServerType type) {
    return builder.hostChoice(new HostChoice(type, false, Duration.ofSeconds(60))).build();
  }

  /// Nobody listens there.
  private static Host dead() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Host("127.0.0.1", socket.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Host host(TestServer server) {
    return new Host(server.host(), server.port());
  }

  private static int port(ConnectionConfig config) {
    try (var connection = Connection.open(config)) {
      return connection.queryList("select inet_server_port()", row -> row.getInt(0)).getFirst();
    }
  }

  @EveryPostgres
  void a_dead_host_is_passed_over_and_tried_last_from_then_on(TestServer server) {
    Host dead = dead();
    var config = at(server, dead, host(server)).build();
    assertEquals(server.port(), port(config));
    assertEquals(
        List.of(host(server), dead), HostStates.inOrder(config.hosts(), config.hostChoice()));
    var rechecked = new HostChoice(TargetServerType.ANY, false, Duration.ZERO);
    assertEquals(List.of(dead, host(server)), HostStates.inOrder(config.hosts(), rechecked));
  }

  @EveryPostgres
  void a_primary_is_told_from_a_standby(TestServer server) {
    for (var type :
        List.of(
            TargetServerType.ANY,
            TargetServerType.PRIMARY,
            TargetServerType.PREFER_PRIMARY,
            TargetServerType.PREFER_SECONDARY,
            TargetServerType.READ_WRITE)) {
      assertEquals(server.port(), port(choosing(at(server, host(server)), type)), type.toString());
    }
    for (var type : List.of(TargetServerType.SECONDARY, TargetServerType.READ_ONLY)) {
      var config = choosing(at(server, dead(), host(server)), type);
      var failure = assertThrows(ConnectionException.class, () -> port(config));
      Failures.assertMentions("is a primary", failure);
      assertEquals("08001", failure.sqlState());
    }
  }

  @Test
  void a_read_only_server_is_found_behind_one_that_writes() {
    TestServer writes = TestServer.v18();
    try (TestServer reads =
        TestServer.start(
            TestServerOptions.defaults().setting("default_transaction_read_only", "on"))) {
      var config = choosing(at(writes, host(writes), host(reads)), TargetServerType.READ_ONLY);
      assertEquals(reads.port(), port(config));
      assertEquals(
          List.of(host(reads), host(writes)),
          HostStates.inOrder(config.hosts(), config.hostChoice()),
          "the next connection goes there at once");
      assertEquals(
          writes.port(),
          port(choosing(at(writes, host(reads), host(writes)), TargetServerType.READ_WRITE)));
    }
  }

  @Test
  void load_is_spread_over_the_hosts() {
    var hosts = List.of(new Host("a", 1), new Host("b", 1), new Host("c", 1));
    var choice = new HostChoice(TargetServerType.ANY, true, Duration.ofSeconds(60));
    var first = new HashSet<Host>();
    for (int i = 0; i < 200; i++) {
      first.add(HostStates.inOrder(hosts, choice).getFirst());
    }
    assertEquals(new HashSet<>(hosts), first);
    HostStates.unreachable(hosts.getFirst());
    for (int i = 0; i < 50; i++) {
      assertEquals(hosts.getFirst(), HostStates.inOrder(hosts, choice).getLast());
    }
  }

  @Test
  void a_refused_user_is_not_tried_at_the_next_host() {
    TestServer server = TestServer.v18();
    var config = at(server, host(server), host(server)).password("wrong").build();
    var failure = assertThrows(ServerException.class, () -> Connection.open(config));
    assertEquals("28P01", failure.sqlState());
    assertEquals(0, failure.getSuppressed().length);
  }
}
