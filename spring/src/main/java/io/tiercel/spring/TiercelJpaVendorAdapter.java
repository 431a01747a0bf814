package io.tiercel.spring;

import io.tiercel.jpa.TiercelPersistenceProvider;
import jakarta.persistence.spi.PersistenceProvider;
import java.util.Map;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.vendor.AbstractJpaVendorAdapter;
import org.springframework.util.ClassUtils;

/// Tiercel for Spring's `LocalContainerEntityManagerFactoryBean`. Spring Boot sets it by itself;
/// others give it to `setJpaVendorAdapter`.
public class TiercelJpaVendorAdapter extends AbstractJpaVendorAdapter {
  private static final System.Logger LOG = System.getLogger("io.tiercel.spring");

  private static final String STATEMENTS = "io.tiercel.sql";
  private static final String LOGGING_SYSTEM = "org.springframework.boot.logging.LoggingSystem";

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

  /// In the log, where Spring Boot can set levels.
  private static void showSql() {
    if (ClassUtils.isPresent(LOGGING_SYSTEM, TiercelJpaVendorAdapter.class.getClassLoader())) {
      StatementLog.show();
    } else {
      LOG.log(
          System.Logger.Level.WARNING,
          () ->
              "showSql changes nothing: set the level of the logger %s to DEBUG"
                  .formatted(STATEMENTS));
    }
  }

  /// Apart, because without Spring Boot it cannot be linked.
  private static final class StatementLog {
    static void show() {
      LoggingSystem.get(TiercelJpaVendorAdapter.class.getClassLoader())
          .setLogLevel(STATEMENTS, LogLevel.DEBUG);
    }
  }

  @Override
  public Map<String, ?> getJpaPropertyMap() {
    if (isShowSql()) {
      showSql();
    }
    return isGenerateDdl()
        ? Map.of("jakarta.persistence.schema-generation.database.action", "create")
        : Map.of();
  }
}
