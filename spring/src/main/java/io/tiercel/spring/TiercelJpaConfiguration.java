package io.tiercel.spring;

import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.jpa.autoconfigure.JpaBaseConfiguration;
import org.springframework.boot.jpa.autoconfigure.JpaProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.orm.jpa.vendor.AbstractJpaVendorAdapter;
import org.springframework.transaction.jta.JtaTransactionManager;

/// The beans of an application with Tiercel: entity manager factory, transaction manager and what
/// they need. Any of them that the application defines itself is left alone.
@Configuration(proxyBeanMethods = false)
@ConditionalOnSingleCandidate(DataSource.class)
class TiercelJpaConfiguration extends JpaBaseConfiguration {
  private final SchemaSettings schema;
  private final NamingSettings naming;
  private final SpringBeans beans;

  TiercelJpaConfiguration(
      DataSource dataSource,
      JpaProperties properties,
      ObjectProvider<JtaTransactionManager> jta,
      Environment environment,
      AutowireCapableBeanFactory factory) {
    super(dataSource, properties, jta);
    this.schema = SchemaSettings.of(environment, properties);
    this.naming = NamingSettings.of(environment, properties);
    this.beans = new SpringBeans(factory);
    IgnoredSettings.log(environment);
  }

  @Override
  protected AbstractJpaVendorAdapter createJpaVendorAdapter() {
    return new TiercelJpaVendorAdapter();
  }

  @Override
  protected Map<String, Object> getVendorProperties(DataSource dataSource) {
    Map<String, Object> settings = new HashMap<>(schema.properties());
    settings.putAll(naming.properties());
    settings.put("tiercel.beans", beans);
    JtaTransactionManager jta = getJtaTransactionManager();
    if (jta != null) {
      settings.putAll(JtaSettings.of(jta));
    }
    return settings;
  }
}
