package io.tiercel.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/// Gives the application's registries of meters, such as those of Actuator, what the provider
/// counts. `tiercel.enabled=false` switches it off with all else, `tiercel.metrics.enabled=false`
/// alone.
@AutoConfiguration(after = TiercelJpaAutoConfiguration.class)
@ConditionalOnClass({MeterBinder.class, EntityManagerFactory.class})
@ConditionalOnProperty(
    name = {"tiercel.enabled", "tiercel.metrics.enabled"},
    matchIfMissing = true)
public final class TiercelMetricsAutoConfiguration {
  /// Made by Spring.
  public TiercelMetricsAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  TiercelMeters tiercelMeters(ListableBeanFactory beans) {
    return new TiercelMeters(() -> beans.getBeansOfType(EntityManagerFactory.class, false, false));
  }
}
