package io.tiercel.lab.tour;

import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.cli.ProjectVersion;
import io.tiercel.lab.data.DataSet;
import io.tiercel.lab.data.JpaStep;
import io.tiercel.lab.data.Shop;
import io.tiercel.lab.data.Transactions;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.spi.PersistenceProvider;
import java.util.LinkedHashMap;
import java.util.Map;

/// A Jakarta Persistence provider. All of them get the same entities and the same application code;
/// what differs is the class of the provider and its recommended settings.
///
/// @param subprotocol `tiercel` or `postgresql`: whose URL the provider takes
/// @param urlParameters the driver's settings
/// @param properties the provider's settings
record JpaContender(
    String name,
    String slug,
    String description,
    String provider,
    String subprotocol,
    Map<String, String> urlParameters,
    Map<String, String> properties)
    implements Contender {
  private static final String ACTION = "jakarta.persistence.schema-generation.database.action";

  static JpaContender tiercel() {
    return new JpaContender(
        "Tiercel",
        "tiercel",
        "Tiercel %s, no settings",
        "io.tiercel.jpa.TiercelPersistenceProvider",
        "tiercel",
        Map.of(),
        Map.of());
  }

  /// As Hibernate's user guide recommends: batches of 50, sorted, rewritten by the driver into
  /// multi-row INSERTs; lazy relations fetched in batches; padded IN lists.
  static JpaContender hibernate() {
    return new JpaContender(
        "Hibernate",
        "hibernate",
        "Hibernate ORM %s on pgjdbc, batch size 50, ordered, reWriteBatchedInserts, batch fetch 100",
        "org.hibernate.jpa.HibernatePersistenceProvider",
        "postgresql",
        Map.of("reWriteBatchedInserts", "true"),
        Map.of(
            "hibernate.jdbc.batch_size", "50",
            "hibernate.order_inserts", "true",
            "hibernate.order_updates", "true",
            "hibernate.default_batch_fetch_size", "100",
            "hibernate.query.in_clause_parameter_padding", "true",
            "hibernate.connection.provider_disables_autocommit", "true",
            "hibernate.connection.autocommit", "false"));
  }

  /// The version is that of the jar the provider came from; from its directory of classes, in a
  /// clone, our own has none.
  @Override
  public String description() {
    String version = instantiate().getClass().getPackage().getImplementationVersion();
    return description.formatted(version == null ? ProjectVersion.get() : version);
  }

  @Override
  public void createSchema(DataSet data, ServerAddress database) {
    open(data, database, Map.of(ACTION, "create")).close();
  }

  @Override
  public void load(DataSet data, ServerAddress database, Progress progress) {
    try (EntityManagerFactory factory = open(data, database, Map.of())) {
      for (JpaStep step : data.jpaSteps()) {
        for (int from = 0; from < step.count(); from += step.batch()) {
          progress.add(step.what(), persist(factory, step, from));
        }
      }
    }
  }

  private static int persist(EntityManagerFactory factory, JpaStep step, int from) {
    int to = Math.min(step.count(), from + step.batch());
    return Transactions.call(
        factory,
        entityManager -> {
          int rows = 0;
          for (int i = from; i < to; i++) {
            rows += step.persist().persist(entityManager, i);
          }
          return rows;
        });
  }

  @Override
  public OpenShop open(DataSet data, ServerAddress database) {
    EntityManagerFactory factory = open(data, database, Map.of());
    Shop shop = data.jpaShop(factory);
    return new OpenShop() {
      @Override
      public Shop shop() {
        return shop;
      }

      @Override
      public void close() {
        factory.close();
      }
    };
  }

  private EntityManagerFactory open(
      DataSet data, ServerAddress database, Map<String, String> more) {
    var configuration = new PersistenceConfiguration("tour").provider(provider);
    data.entities().forEach(configuration::managedClass);
    var all = new LinkedHashMap<>(properties);
    all.put(PersistenceConfiguration.JDBC_URL, database.jdbcUrl(subprotocol, urlParameters));
    all.putAll(more);
    all.forEach(configuration::property);
    EntityManagerFactory factory = instantiate().createEntityManagerFactory(configuration);
    if (factory == null) {
      throw new CommandFailure(provider + " does not take this configuration", null);
    }
    return factory;
  }

  /// Named directly, so that of several providers on the class path this one is measured.
  private PersistenceProvider instantiate() {
    try {
      return Class.forName(provider)
          .asSubclass(PersistenceProvider.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new CommandFailure("cannot start %s: %s".formatted(name, e), null, e);
    }
  }
}
