package io.tiercel.spring;

import io.tiercel.jpa.TiercelPersistenceProvider;
import jakarta.persistence.EntityManager;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jpa.autoconfigure.JpaProperties;
import org.springframework.context.annotation.Import;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;

/// Makes Tiercel the persistence provider of a Spring Boot application, also when Hibernate is on
/// its class path: this comes first, and Boot's configuration for Hibernate leaves alone what is
/// there. `tiercel.enabled=false` switches it off.
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.transaction.jta.autoconfigure.JtaAutoConfiguration",
      "org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration"
    },
    beforeName = {
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
      "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
      "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration"
    })
@ConditionalOnClass({
  LocalContainerEntityManagerFactoryBean.class,
  EntityManager.class,
  TiercelPersistenceProvider.class
})
@ConditionalOnProperty(name = "tiercel.enabled", matchIfMissing = true)
@EnableConfigurationProperties(JpaProperties.class)
@Import(TiercelJpaConfiguration.class)
public final class TiercelJpaAutoConfiguration {
  /// Made by Spring.
  public TiercelJpaAutoConfiguration() {}
}
