package io.tiercel.lab.bench.tier;

import io.tiercel.cache.SharedCache;
import io.tiercel.jpa.TiercelPersistenceProvider;
import io.tiercel.lab.bench.model.cached.StoredOrder;
import io.tiercel.lab.bench.workload.Endpoint;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the JVM of a node is told on its command line, the password aside, which is in its
/// environment.
///
/// @param heapBytes that the cache may use for rows
/// @param directory of the tier; null for none
/// @param rows of the table
record NodeSettings(Endpoint endpoint, String heapBytes, @Nullable Path directory, int rows) {
  static final String PASSWORD = "TIERCEL_BENCH_PASSWORD";
  private static final String NO_DIRECTORY = "-";
  private static final long LEAST_TIER_BYTES = 64L << 20;

  /// Of a row with its head, and some room: the tier never has to make any.
  private static final long TIER_ROW_BYTES = 500;

  List<String> arguments() {
    var arguments = new ArrayList<String>();
    arguments.add(endpoint.host());
    arguments.add(String.valueOf(endpoint.port()));
    arguments.add(endpoint.database());
    arguments.add(endpoint.user());
    arguments.add(heapBytes);
    arguments.add(directory == null ? NO_DIRECTORY : directory.toString());
    arguments.add(String.valueOf(rows));
    return arguments;
  }

  static NodeSettings of(List<String> arguments) {
    var endpoint =
        new Endpoint(
            arguments.get(0),
            Integer.parseInt(arguments.get(1)),
            arguments.get(2),
            arguments.get(3),
            System.getenv().getOrDefault(PASSWORD, ""));
    String directory = arguments.get(5);
    return new NodeSettings(
        endpoint,
        arguments.get(4),
        directory.equals(NO_DIRECTORY) ? null : Path.of(directory),
        Integer.parseInt(arguments.get(6)));
  }

  /// The unit, whose first EntityManager waits until the cache follows.
  EntityManagerFactory open() {
    var configuration =
        new PersistenceConfiguration("tiercel-bench-tier")
            .managedClass(StoredOrder.class)
            .property("jakarta.persistence.jdbc.url", endpoint.tiercelUrl())
            .property("jakarta.persistence.jdbc.user", endpoint.user())
            .property("jakarta.persistence.jdbc.password", endpoint.password())
            .property("tiercel.cache", "on")
            .property("tiercel.cache.bytes", heapBytes)
            .property("tiercel.cache.start-timeout", "30000");
    if (directory != null) {
      configuration.property("tiercel.cache.tier.directory", directory.toString());
      long bytes = Math.max(LEAST_TIER_BYTES, rows * TIER_ROW_BYTES);
      configuration.property("tiercel.cache.tier.bytes", (bytes >> 20) + "m");
    }
    var factory = new TiercelPersistenceProvider().createEntityManagerFactory(configuration);
    if (factory == null) {
      throw new IllegalStateException("the provider does not take its own unit");
    }
    return factory;
  }

  static SharedCache cache(EntityManagerFactory factory) {
    return factory.getCache().unwrap(SharedCache.class);
  }
}
