package io.tiercel.jpa.bean;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionTarget;

/// Non-contextual instances of CDI (Jakarta Persistence 3.2, sections 3.6.1 and 3.9), in the steps
/// that the specification lists. Safe for any number of threads, as the BeanManager is.
record CdiBeans(BeanManager manager) implements BeanSource {
  @Override
  public <T> Bean<T> create(Class<T> type) {
    InjectionTarget<T> target =
        manager
            .getInjectionTargetFactory(manager.createAnnotatedType(type))
            .createInjectionTarget(null);
    CreationalContext<T> context = manager.createCreationalContext(null);
    try {
      T instance = target.produce(context);
      target.inject(instance, context);
      target.postConstruct(instance);
      return new Bean<>(
          instance,
          () -> {
            target.preDestroy(instance);
            target.dispose(instance);
            context.release();
          });
    } catch (RuntimeException e) {
      context.release();
      throw e;
    }
  }
}
