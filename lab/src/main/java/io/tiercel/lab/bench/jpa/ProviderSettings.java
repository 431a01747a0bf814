package io.tiercel.lab.bench.jpa;

import com.zaxxer.hikari.HikariDataSource;
import io.tiercel.lab.bench.model.CardPayment;
import io.tiercel.lab.bench.model.Customer;
import io.tiercel.lab.bench.model.IdentityOrder;
import io.tiercel.lab.bench.model.OrderLine;
import io.tiercel.lab.bench.model.Payment;
import io.tiercel.lab.bench.model.PlacedLine;
import io.tiercel.lab.bench.model.PlacedOrder;
import io.tiercel.lab.bench.model.Product;
import io.tiercel.lab.bench.model.PurchaseOrder;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.model.TransferPayment;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.spi.PersistenceProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How each provider is set up: batching, ordered statements, rewritten inserts, prefetching, a
/// pool, as its manual advises for throughput; no shared cache but in [CacheContestant], because
/// the database is what is measured.
///
/// @param providerClass the name of its `PersistenceProvider`
/// @param flushEvery after how many persists a bulk program flushes and clears
/// @param connections where its connections come from
/// @param properties beside those of the connections
/// @param listHints hints for a query of several owners whose collections will be read
record ProviderSettings(
    String providerClass,
    int flushEvery,
    Connections connections,
    Map<String, String> properties,
    Map<String, Object> listHints) {
  private static final String UNIT = "tiercel-bench";

  private static final List<Class<?>> ENTITIES =
      List.of(
          SequenceOrder.class,
          IdentityOrder.class,
          Payment.class,
          CardPayment.class,
          TransferPayment.class,
          PurchaseOrder.class,
          OrderLine.class,
          PlacedOrder.class,
          PlacedLine.class,
          Customer.class,
          Product.class);

  /// Inserts of a batch become multi-row statements, and large results are fetched in pieces.
  private static final String PGJDBC_PARAMETERS =
      "?reWriteBatchedInserts=true&defaultRowFetchSize=1000&ApplicationName=tiercel-bench";

  /// Where connections come from, never more than [Task#SHARED_CONNECTIONS] at once.
  enum Connections {
    /// The provider's own pool over the driver of the project.
    OWN,
    /// The provider's own pool over pgjdbc.
    OWN_PGJDBC,
    /// HikariCP over pgjdbc.
    HIKARI_PGJDBC
  }

  static ProviderSettings of(Peer peer) {
    return switch (peer) {
      case TIERCEL ->
          new ProviderSettings(
              "io.tiercel.jpa.TiercelPersistenceProvider",
              10_000,
              Connections.OWN,
              Map.of(
                  "tiercel.pool.max-connections",
                  String.valueOf(Task.SHARED_CONNECTIONS),
                  "tiercel.fetch",
                  "learn"),
              Map.of());
      case HIBERNATE ->
          new ProviderSettings(
              "org.hibernate.jpa.HibernatePersistenceProvider",
              1_000,
              // Its own pool is not meant for production, its manual says.
              Connections.HIKARI_PGJDBC,
              hibernate(),
              Map.of());
      case ECLIPSELINK ->
          new ProviderSettings(
              "org.eclipse.persistence.jpa.PersistenceProvider",
              1_000,
              // It caches statements only in its own pool.
              Connections.OWN_PGJDBC,
              eclipseLink(),
              Map.of("eclipselink.batch", "o.lines", "eclipselink.batch.type", "IN"));
      case TIERCEL_TUNED, PGJDBC, PGJDBC_FETCH, PGJDBC_TUNED, VERTX, R2DBC, RAW ->
          throw new IllegalArgumentException(peer + " is not a persistence provider");
    };
  }

  private static Map<String, String> hibernate() {
    return Map.of(
        "hibernate.jdbc.batch_size", "100",
        "hibernate.order_inserts", "true",
        "hibernate.order_updates", "true",
        "hibernate.default_batch_fetch_size", "100",
        // The pool hands out connections with autocommit off, so asking for it is a waste.
        "hibernate.connection.provider_disables_autocommit", "true");
  }

  private static Map<String, String> eclipseLink() {
    var connections = String.valueOf(Task.SHARED_CONNECTIONS);
    return Map.of(
        "eclipselink.jdbc.batch-writing", "JDBC",
        "eclipselink.jdbc.batch-writing.size", "1000",
        "eclipselink.jdbc.cache-statements", "true",
        "eclipselink.connection-pool.default.initial", "1",
        "eclipselink.connection-pool.default.min", connections,
        "eclipselink.connection-pool.default.max", connections,
        "eclipselink.cache.shared.default", "false",
        "eclipselink.logging.level", "WARNING",
        // Refused unless the agent is there to weave.
        "eclipselink.weaving", "true");
  }

  /// Opens the unit of the entities of the benchmarks.
  OpenUnit open(Endpoint endpoint) {
    return open(UNIT, ENTITIES, endpoint, Map.of());
  }

  /// Opens a unit of those entities.
  ///
  /// @param unit its name, for EclipseLink in its descriptor
  /// @param more properties that replace those of the settings
  OpenUnit open(String unit, List<Class<?>> entities, Endpoint endpoint, Map<String, String> more) {
    if (providerClass.startsWith("org.eclipse")) {
      // Its agent weaves only classes of units that it finds in a descriptor at start.
      return openDescribed(unit, endpoint, more);
    }
    var pool = pool(endpoint);
    var configuration = new PersistenceConfiguration(unit).provider(providerClass);
    entities.forEach(configuration::managedClass);
    all(endpoint, pool).forEach(configuration::property);
    more.forEach(configuration::property);
    return new OpenUnit(factory(unit, provider().createEntityManagerFactory(configuration)), pool);
  }

  /// Opens a unit that a `persistence.xml` describes.
  ///
  /// @param more properties that replace those of the settings
  OpenUnit openDescribed(String unit, Endpoint endpoint, Map<String, String> more) {
    var pool = pool(endpoint);
    var all = all(endpoint, pool);
    all.putAll(more);
    return new OpenUnit(factory(unit, provider().createEntityManagerFactory(unit, all)), pool);
  }

  private Map<String, Object> all(Endpoint endpoint, @Nullable HikariDataSource pool) {
    var all = new HashMap<String, Object>(properties);
    all.put("jakarta.persistence.provider", providerClass);
    if (pool != null) {
      all.put("jakarta.persistence.nonJtaDataSource", pool);
      return all;
    }
    all.put(
        "jakarta.persistence.jdbc.url",
        connections == Connections.OWN ? endpoint.tiercelUrl() : pgjdbcUrl(endpoint));
    all.put("jakarta.persistence.jdbc.user", endpoint.user());
    all.put("jakarta.persistence.jdbc.password", endpoint.password());
    return all;
  }

  private @Nullable HikariDataSource pool(Endpoint endpoint) {
    if (connections != Connections.HIKARI_PGJDBC) {
      return null;
    }
    var pool = new HikariDataSource();
    pool.setJdbcUrl(pgjdbcUrl(endpoint));
    pool.setUsername(endpoint.user());
    pool.setPassword(endpoint.password());
    pool.setAutoCommit(false);
    pool.setMaximumPoolSize(Task.SHARED_CONNECTIONS);
    // A start opens one, as the others do.
    pool.setMinimumIdle(1);
    return pool;
  }

  private static String pgjdbcUrl(Endpoint endpoint) {
    return endpoint.pgjdbcUrl() + PGJDBC_PARAMETERS;
  }

  /// By its name, so that no provider has to load the classes of another.
  private PersistenceProvider provider() {
    try {
      return Class.forName(providerClass)
          .asSubclass(PersistenceProvider.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(providerClass + " is not on the class path", e);
    }
  }

  private EntityManagerFactory factory(String unit, @Nullable EntityManagerFactory made) {
    if (made == null) {
      throw new IllegalStateException(
          "%s does not know the unit %s".formatted(providerClass, unit));
    }
    return made;
  }
}
