package io.tiercel.jpa.bootstrap;

/// Properties of the specification that say what a unit is (Jakarta Persistence 3.2, sections
/// 8.2.1.11 and 9.4.3). `persistence.xml` and a container have other ways to say the same; all of
/// them end as these.
public final class PropertyNames {
  public static final String PROVIDER = "jakarta.persistence.provider";
  public static final String TRANSACTION_TYPE = "jakarta.persistence.transactionType";
  public static final String JTA_DATA_SOURCE = "jakarta.persistence.jtaDataSource";
  public static final String NON_JTA_DATA_SOURCE = "jakarta.persistence.nonJtaDataSource";

  /// What `PersistenceConfiguration.JDBC_DATASOURCE` is called.
  public static final String DATA_SOURCE = "jakarta.persistence.dataSource";

  public static final String URL = "jakarta.persistence.jdbc.url";
  public static final String VALIDATION_MODE = "jakarta.persistence.validation.mode";

  /// A `jakarta.validation.ValidatorFactory` to use instead of the default one.
  public static final String VALIDATION_FACTORY = "jakarta.persistence.validation.factory";

  public static final String CACHE_MODE = "jakarta.persistence.sharedCache.mode";

  private PropertyNames() {}
}
