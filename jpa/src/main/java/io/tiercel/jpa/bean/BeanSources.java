package io.tiercel.jpa.bean;

import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.persistence.PersistenceException;
import org.jspecify.annotations.Nullable;

/// Finds where the beans of a unit come from, by its properties.
public final class BeanSources {
  /// A [BeanSource] object.
  public static final String BEANS = "tiercel.beans";

  /// A `jakarta.enterprise.inject.spi.BeanManager` (Jakarta Persistence 3.2, section 9.1).
  public static final String BEAN_MANAGER = "jakarta.persistence.bean.manager";

  private BeanSources() {}

  /// The beans of a unit.
  ///
  /// @param source the value of property [#BEANS], null when it is not set; it goes before CDI
  /// @param manager the value of property [#BEAN_MANAGER], null when it is not set
  /// @throws PersistenceException when one of them is something else
  public static UnitBeans find(String unitName, @Nullable Object source, @Nullable Object manager) {
    if (source instanceof BeanSource beans) {
      return new UnitBeans(beans);
    }
    if (source != null) {
      throw wrong(unitName, BEANS, BeanSource.class.getName(), source);
    }
    return manager == null ? UnitBeans.constructed() : new UnitBeans(cdi(unitName, manager));
  }

  private static BeanSource cdi(String unitName, Object manager) {
    try {
      if (manager instanceof BeanManager beans) {
        return new CdiBeans(beans);
      }
    } catch (NoClassDefFoundError e) {
      // Without the classes of CDI nothing can be a BeanManager.
    }
    throw wrong(unitName, BEAN_MANAGER, "jakarta.enterprise.inject.spi.BeanManager", manager);
  }

  private static PersistenceException wrong(
      String unitName, String property, String type, Object value) {
    return new PersistenceException(
        "property %s of persistence unit \"%s\" must be a %s, got a %s"
            .formatted(property, unitName, type, value.getClass().getName()));
  }
}
