package io.tiercel.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// URLs that a module beside the driver turns into servers.
@Timeout(60)
class LocatedServersTest {
  private static final AtomicInteger OPENED = new AtomicInteger();
  private static volatile String plainUrl = "";

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  /// Takes `jdbc:tiercel:located:` URLs; those that end in `broken` do not start.
  public static final class Locator implements ServerLocator {
    @Override
    public boolean accepts(String url) {
      return url.startsWith("jdbc:tiercel:located:");
    }

    @Override
    public LocatedServer open(String url) {
      if (url.endsWith("broken")) {
        throw new IllegalStateException("the disk is full");
      }
      OPENED.incrementAndGet();
      return new LocatedServer() {
        @Override
        public String url() {
          return plainUrl;
        }

        @Override
        public void close() {}
      };
    }
  }

  @BeforeEach
  void provideTheLocator(@TempDir Path directory) throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(services.resolve(ServerLocator.class.getName()), Locator.class.getName());
    Thread.currentThread()
        .setContextClassLoader(new URLClassLoader(new URL[] {directory.toUri().toURL()}, before));
  }

  @AfterEach
  void restoreTheClassLoader() {
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  void oneServerServesAllConnections() throws Exception {
    TestDatabase database = TestServer.v18().newDatabase();
    plainUrl = database.jdbcUrl();
    int opened = OPENED.get();
    var source = new TiercelDataSource();
    source.setUrl("jdbc:tiercel:located:shop");
    for (int i = 0; i < 2; i++) {
      try (var connection = DriverManager.getConnection("jdbc:tiercel:located:shop")) {
        assertTrue(connection.isValid(5));
        String shown = connection.getMetaData().getURL();
        assertTrue(shown.startsWith("jdbc:tiercel://" + database.host()), shown);
        assertFalse(shown.contains("password"), shown);
      }
      try (var connection = source.getConnection()) {
        assertEquals(database.name(), connection.getCatalog());
      }
    }
    assertEquals(1, OPENED.get() - opened);
  }

  @Test
  void aServerThatDoesNotStartSaysWhy() {
    var e =
        assertThrows(
            SQLException.class, () -> DriverManager.getConnection("jdbc:tiercel:located:broken"));
    assertEquals("08001", e.getSQLState());
    assertEquals("the disk is full", e.getMessage());
  }

  @Test
  void withoutItsModuleAnEmbeddedServerNamesTheModule() {
    var e =
        assertThrows(
            SQLException.class, () -> DriverManager.getConnection("jdbc:tiercel:embedded:shop"));
    assertEquals("08001", e.getSQLState());
    assertTrue(e.getMessage().contains("io.tiercel:tiercel-embedded"), e.getMessage());
  }
}
