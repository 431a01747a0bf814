package io.tiercel.embedded;

import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import java.util.Optional;

/// Makes `jdbc:tiercel:embedded:…` work wherever a URL is taken. Found by
/// [java.util.ServiceLoader].
public final class EmbeddedServerLocator implements ServerLocator {

  /// For [java.util.ServiceLoader].
  public EmbeddedServerLocator() {}

  @Override
  public boolean accepts(String url) {
    return EmbeddedUrl.accepts(url);
  }

  @Override
  public LocatedServer open(String url) {
    if (!accepts(url)) {
      throw new IllegalArgumentException("not the URL of an embedded server");
    }
    return new Located(EmbeddedPostgres.openUrl(url));
  }

  private record Located(EmbeddedPostgres postgres) implements LocatedServer {
    @Override
    public String url() {
      return postgres.jdbcUrl();
    }

    @Override
    public Optional<String> panic() {
      return postgres.panic();
    }

    @Override
    public void close() {
      postgres.close();
    }

    /// Without the password.
    @Override
    public String toString() {
      return "embedded server in " + postgres.directory();
    }
  }
}
