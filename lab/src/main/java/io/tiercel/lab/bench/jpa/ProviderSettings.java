package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.Customer;
import io.tiercel.lab.bench.model.IdentityOrder;
import io.tiercel.lab.bench.model.OrderLine;
import io.tiercel.lab.bench.model.PlacedLine;
import io.tiercel.lab.bench.model.PlacedOrder;
import io.tiercel.lab.bench.model.Product;
import io.tiercel.lab.bench.model.PurchaseOrder;
import io.tiercel.lab.bench.model.SequenceOrder;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.persistence.spi.PersistenceProviderResolverHolder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How each provider is set up: batching, ordered statements, rewritten inserts, prefetching, as
/// its manual advises for throughput; no shared cache, because the database is what is measured.
///
/// @param providerClass the name of its `PersistenceProvider`
/// @param flushEvery after how many persists a bulk program flushes and clears
/// @param properties beside URL, user and password
record ProviderSettings(
    String providerClass, int flushEvery, boolean usesPgjdbc, Map<String, String> properties) {
  private static final String UNIT = "tiercel-bench";

  private static final List<Class<?>> ENTITIES =
      List.of(
          SequenceOrder.class,
          IdentityOrder.class,
          PurchaseOrder.class,
          OrderLine.class,
          PlacedOrder.class,
          PlacedLine.class,
          Customer.class,
          Product.class);

  /// Inserts of a batch become multi-row statements, and large results are fetched in pieces.
  private static final String PGJDBC_PARAMETERS =
      "?reWriteBatchedInserts=true&defaultRowFetchSize=1000&ApplicationName=tiercel-bench";

  static ProviderSettings of(Peer peer) {
    return switch (peer) {
      case TIERCEL ->
          new ProviderSettings(
              "io.tiercel.jpa.TiercelPersistenceProvider", 10_000, false, Map.of());
      case HIBERNATE ->
          new ProviderSettings(
              "org.hibernate.jpa.HibernatePersistenceProvider", 1_000, true, hibernate());
      case ECLIPSELINK ->
          new ProviderSettings(
              "org.eclipse.persistence.jpa.PersistenceProvider", 1_000, true, eclipseLink());
      case PGJDBC, PGJDBC_FETCH, PGJDBC_TUNED, VERTX, R2DBC, RAW ->
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
    return Map.of(
        "eclipselink.jdbc.batch-writing", "JDBC",
        "eclipselink.jdbc.batch-writing.size", "1000",
        "eclipselink.jdbc.cache-statements", "true",
        "eclipselink.cache.shared.default", "false",
        "eclipselink.logging.level", "WARNING",
        // Refused unless the agent is there to weave.
        "eclipselink.weaving", "true");
  }

  EntityManagerFactory open(Endpoint endpoint) {
    var all = new HashMap<String, Object>(properties);
    all.put(
        "jakarta.persistence.jdbc.url",
        usesPgjdbc ? endpoint.pgjdbcUrl() + PGJDBC_PARAMETERS : endpoint.tiercelUrl());
    all.put("jakarta.persistence.jdbc.user", endpoint.user());
    all.put("jakarta.persistence.jdbc.password", endpoint.password());
    var provider = provider();
    if (providerClass.startsWith("org.eclipse")) {
      // Its agent weaves only classes of units that it finds in a descriptor at start.
      return factory(provider.createEntityManagerFactory(UNIT, all));
    }
    var configuration = new PersistenceConfiguration(UNIT).provider(providerClass);
    ENTITIES.forEach(configuration::managedClass);
    all.forEach(configuration::property);
    return factory(provider.createEntityManagerFactory(configuration));
  }

  private PersistenceProvider provider() {
    return PersistenceProviderResolverHolder.getPersistenceProviderResolver()
        .getPersistenceProviders()
        .stream()
        .filter(provider -> provider.getClass().getName().equals(providerClass))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(providerClass + " is not on the class path"));
  }

  private EntityManagerFactory factory(@Nullable EntityManagerFactory made) {
    if (made == null) {
      throw new IllegalStateException(providerClass + " does not know the unit " + UNIT);
    }
    return made;
  }
}
