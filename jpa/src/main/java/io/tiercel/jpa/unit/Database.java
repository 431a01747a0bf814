package io.tiercel.jpa.unit;

import io.tiercel.jpa.bootstrap.PropertyNames;
import io.tiercel.jpa.session.ConnectionPool;
import io.tiercel.jpa.session.ConnectionSource;
import io.tiercel.jpa.session.DataSourceConnections;
import io.tiercel.jpa.session.PoolLimits;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.StatementListener;
import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import jakarta.persistence.PersistenceException;
import java.time.Duration;
import java.util.ServiceLoader;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// The server of a unit and the connections to it. A URL that names an embedded server starts it;
/// closing stops it when this was its last user.
public final class Database implements AutoCloseable {
  private static final int DEFAULT_MAX_CONNECTIONS = 10;
  private static final Duration DEFAULT_ACQUIRE_TIMEOUT = Duration.ofSeconds(30);

  private static final int DEFAULT_MINIMUM_IDLE = 1;
  private static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofMinutes(10);

  private final @Nullable LocatedServer server;
  private final ConnectionSource pool;

  private Database(@Nullable LocatedServer server, ConnectionSource pool) {
    this.server = server;
    this.pool = pool;
  }

  /// Connects to nothing yet, but starts an embedded server.
  public static Database open(UnitProperties properties) {
    if (properties.isJta()) {
      return new Database(null, managed(properties));
    }
    DataSource dataSource = DataSources.of(properties);
    if (dataSource != null) {
      return new Database(null, new DataSourceConnections(dataSource));
    }
    String url = properties.text(UnitProperties.URL);
    if (url == null) {
      throw new PersistenceException(
          "persistence unit \"%s\" names no database\nHint: set %s, e.g. jdbc:tiercel://localhost:5432/shop or jdbc:tiercel:embedded:shop, or %s to a DataSource over our driver."
              .formatted(
                  properties.unitName(), UnitProperties.URL, PropertyNames.NON_JTA_DATA_SOURCE));
    }
    LocatedServer server = locate(url);
    try {
      ConnectionConfig config = config(server == null ? url : server.url(), properties);
      return new Database(server, new ConnectionPool(config, limits(properties)));
    } catch (RuntimeException e) {
      if (server != null) {
        server.close();
      }
      throw e;
    }
  }

  private static PoolLimits limits(UnitProperties properties) {
    return new PoolLimits(
        properties.number(UnitProperties.POOL_MAX, DEFAULT_MAX_CONNECTIONS),
        properties.millis(UnitProperties.POOL_TIMEOUT, DEFAULT_ACQUIRE_TIMEOUT),
        properties.number(UnitProperties.POOL_MINIMUM_IDLE, DEFAULT_MINIMUM_IDLE),
        properties.millis(UnitProperties.POOL_IDLE_TIMEOUT, DEFAULT_IDLE_TIMEOUT));
  }

  private static ConnectionSource managed(UnitProperties properties) {
    DataSource managed = DataSources.of(properties, PropertyNames.JTA_DATA_SOURCE);
    if (managed == null) {
      managed = DataSources.of(properties, PropertyNames.DATA_SOURCE);
    }
    if (managed == null) {
      throw new PersistenceException(
          "persistence unit \"%s\" has transaction type JTA, but no DataSource of the transaction manager\nHint: set %s to one over io.tiercel.jdbc.TiercelXADataSource, or %s to RESOURCE_LOCAL."
              .formatted(
                  properties.unitName(),
                  PropertyNames.JTA_DATA_SOURCE,
                  PropertyNames.TRANSACTION_TYPE));
    }
    return DataSourceConnections.managed(
        managed, DataSources.of(properties, PropertyNames.NON_JTA_DATA_SOURCE));
  }

  private static @Nullable LocatedServer locate(String url) {
    for (ServerLocator locator : ServiceLoader.load(ServerLocator.class)) {
      if (locator.accepts(url)) {
        return locator.open(url);
      }
    }
    if (url.startsWith("jdbc:tiercel:embedded:")) {
      throw new PersistenceException(
          "cannot start %s: io.tiercel:tiercel-embedded is not on the class path".formatted(url));
    }
    return null;
  }

  private static ConnectionConfig config(String url, UnitProperties properties) {
    ConnectionConfig.Builder builder = ConnectionConfig.parse(url).toBuilder();
    String user = properties.text(UnitProperties.USER);
    if (user != null) {
      builder.user(user);
    }
    String password = properties.text(UnitProperties.PASSWORD);
    if (password != null) {
      builder.password(password);
    }
    StatementListener listener =
        properties.object(UnitProperties.STATEMENT_LISTENER, StatementListener.class);
    if (listener != null) {
      builder.statementListener(listener);
    }
    return builder.build();
  }

  public ConnectionSource pool() {
    return pool;
  }

  @Override
  public void close() {
    pool.close();
    if (server != null) {
      server.close();
    }
  }
}
