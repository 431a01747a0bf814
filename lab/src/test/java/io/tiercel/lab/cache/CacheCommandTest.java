package io.tiercel.lab.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.bench.model.cached.StoredOrder;
import io.tiercel.testkit.TestServer;
import jakarta.persistence.PersistenceConfiguration;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/// The command as a user runs it, on this JVM, by way of a JMX address.
@Timeout(120)
class CacheCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static JMXConnectorServer listen() throws Exception {
    var server =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("rmi", "localhost", 0),
            Map.of(),
            ManagementFactory.getPlatformMBeanServer());
    server.start();
    return server;
  }

  private int run(String... arguments) {
    return new CommandLine(new CacheCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void it_tells_what_a_unit_has_and_does_until_it_is_closed() throws Exception {
    var server = listen();
    var address = server.getAddress().toString();
    try (var database = TestServer.v18().newDatabase()) {
      database.execute(
          "create table sequence_order (id bigint primary key, version int not null, customer_id"
              + " bigint, ordered_at timestamptz, status text, total numeric, note text)",
          "insert into sequence_order values (1, 0, 1, now(), 'PLACED', 1, 'a')");
      var configuration =
          new PersistenceConfiguration("shop, \"north\"")
              .managedClass(StoredOrder.class)
              .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
              .property("jakarta.persistence.jdbc.user", database.user())
              .property("jakarta.persistence.jdbc.password", database.password())
              .property("tiercel.cache", "on")
              .property("tiercel.cache.level.StoredOrder", "bounded 500 ms")
              .property("tiercel.cache.start-timeout", "30000");
      try (var factory = configuration.createEntityManagerFactory()) {
        for (int i = 0; i < 3 || !factory.getCache().contains(StoredOrder.class, 1L); i++) {
          try (var em = factory.createEntityManager()) {
            assertEquals("a", em.find(StoredOrder.class, 1L).getNote());
          }
        }
        try (var em = factory.createEntityManager()) {
          assertEquals("a", em.find(StoredOrder.class, 1L).getNote());
        }
        assertEquals(0, run(address), err::toString);
        var text = out.toString();
        assertTrue(text.contains("shop, \"north\": FOLLOWING"), text);
        assertTrue(text.matches("(?s).*applied [0-9A-F]+/[0-9A-F]+, settled [0-9A-F]+/.*"), text);
        assertTrue(
            text.matches("(?s).*StoredOrder +bounded 500 ms +1 +0 +[1-9][0-9]* +[1-9][0-9]* +1 .*"),
            text);
      }
      assertEquals(1, run(address), out::toString);
      assertTrue(err.toString().contains("has no shared cache"), err::toString);
    } finally {
      server.stop();
    }
  }

  @Test
  void without_a_process_it_lists_them() {
    assertEquals(0, run(), err::toString);
    assertTrue(out.toString().contains("Which one?"), out::toString);
  }
}
