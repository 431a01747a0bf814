package io.tiercel.spring;

import io.tiercel.jpa.TiercelPersistenceProvider;
import jakarta.persistence.spi.PersistenceProvider;
import java.util.Map;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.vendor.AbstractJpaVendorAdapter;

/// Tiercel for Spring's `LocalContainerEntityManagerFactoryBean`. Spring Boot sets it by itself;
/// others give it to `setJpaVendorAdapter`.
public class TiercelJpaVendorAdapter extends AbstractJpaVendorAdapter {
  private static final System.Logger LOG = System.getLogger("io.tiercel.spring");

  private final PersistenceProvider provider = new TiercelPersistenceProvider();
  private final TiercelJpaDialect dialect = new TiercelJpaDialect();

  /// Without settings of its own.
  public TiercelJpaVendorAdapter() {}

  @Override
  public PersistenceProvider getPersistenceProvider() {
    return provider;
  }

  @Override
  public String getPersistenceProviderRootPackage() {
    return "io.tiercel.jpa";
  }

  @Override
  public JpaDialect getJpaDialect() {
    return dialect;
  }

  @Override
  public Map<String, ?> getJpaPropertyMap() {
    if (isShowSql()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "showSql changes nothing: set log_statement in PostgreSQL, or wrap the DataSource");
    }
    return isGenerateDdl()
        ? Map.of("jakarta.persistence.schema-generation.database.action", "create")
        : Map.of();
  }
}
