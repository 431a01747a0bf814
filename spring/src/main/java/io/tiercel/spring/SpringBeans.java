package io.tiercel.spring;

import io.tiercel.jpa.bean.BeanSource;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;

/// Entity listeners and converters with what they need of an application context: each is an
/// instance of its own, autowired as a bean of that class would be, and destroyed with the
/// EntityManagerFactory. The starter sets it; without Spring Boot it is the value of the property
/// `tiercel.beans`. Safe for any number of threads.
public final class SpringBeans implements BeanSource {
  private final AutowireCapableBeanFactory factory;

  /// With the beans of that factory.
  public SpringBeans(AutowireCapableBeanFactory factory) {
    this.factory = factory;
  }

  @Override
  public <T> Bean<T> create(Class<T> type) {
    T instance = factory.createBean(type);
    return new Bean<>(instance, () -> factory.destroyBean(instance));
  }
}
