package io.tiercel.jpa;

import io.tiercel.jpa.bootstrap.PersistenceXml;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.persistence.spi.ProviderUtil;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `jakarta.persistence.Persistence` finds (Jakarta Persistence 3.2, section 9.2). Stateless,
/// safe for any number of threads.
public final class TiercelPersistenceProvider implements PersistenceProvider {
  private static final String PROVIDER = "jakarta.persistence.provider";

  /// For the service loader.
  public TiercelPersistenceProvider() {}

  /// The unit of that name from `persistence.xml`; null when there is none, or when it, or the
  /// properties, name another provider.
  @Override
  public @Nullable EntityManagerFactory createEntityManagerFactory(
      String unitName, @Nullable Map<?, ?> overrides) {
    UnitDefinition unit = find(unitName, overrides);
    return unit == null ? null : TiercelEntityManagerFactory.open(unit);
  }

  private static @Nullable UnitDefinition find(String unitName, @Nullable Map<?, ?> overrides) {
    UnitDefinition unit =
        PersistenceXml.find(unitName, Thread.currentThread().getContextClassLoader());
    if (unit == null) {
      return null;
    }
    Map<String, Object> properties = new HashMap<>(unit.properties());
    if (overrides != null) {
      overrides.forEach((name, value) -> properties.put(String.valueOf(name), value));
    }
    Object named = properties.getOrDefault(PROVIDER, unit.provider());
    return isOurs(named)
        ? new UnitDefinition(unit.name(), unit.provider(), unit.managedClasses(), properties)
        : null;
  }

  private static boolean isOurs(@Nullable Object provider) {
    return provider == null || provider.equals(TiercelPersistenceProvider.class.getName());
  }

  /// The unit described in code; null when it names another provider.
  @Override
  public @Nullable EntityManagerFactory createEntityManagerFactory(
      PersistenceConfiguration configuration) {
    Object named =
        configuration.provider() != null
            ? configuration.provider()
            : configuration.properties().get(PROVIDER);
    if (!isOurs(named)) {
      return null;
    }
    return TiercelEntityManagerFactory.open(
        new UnitDefinition(
            configuration.name(),
            configuration.provider(),
            configuration.managedClasses(),
            configuration.properties()));
  }

  @Override
  public EntityManagerFactory createContainerEntityManagerFactory(
      PersistenceUnitInfo info, Map<?, ?> properties) {
    throw Unsupported.feature("container-managed persistence units", "use a Java SE unit");
  }

  @Override
  public void generateSchema(PersistenceUnitInfo info, Map<?, ?> properties) {
    throw Unsupported.feature("container-managed persistence units", "use a Java SE unit");
  }

  /// Does the unit's schema actions and nothing else; false when the unit is not ours.
  @Override
  public boolean generateSchema(String unitName, @Nullable Map<?, ?> overrides) {
    UnitDefinition unit = find(unitName, overrides);
    if (unit == null) {
      return false;
    }
    TiercelEntityManagerFactory.open(unit).close();
    return true;
  }

  @Override
  public ProviderUtil getProviderUtil() {
    return new LoadStates();
  }
}
