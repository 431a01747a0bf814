package io.tiercel.jpa;

import io.tiercel.jpa.bootstrap.DescribedUnit;
import io.tiercel.jpa.bootstrap.NamedProvider;
import io.tiercel.jpa.bootstrap.PersistenceXml;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.schema.action.SchemaActions;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.spi.PersistenceProvider;
import jakarta.persistence.spi.PersistenceUnitInfo;
import jakarta.persistence.spi.ProviderUtil;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `jakarta.persistence.Persistence` and containers find (Jakarta Persistence 3.2, sections
/// 9.2 and 9.5). Stateless, safe for any number of threads.
public final class TiercelPersistenceProvider implements PersistenceProvider {

  private static final String NAME = TiercelPersistenceProvider.class.getName();

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
    return PersistenceXml.find(unitName, overrides, NAME, loader());
  }

  private static ClassLoader loader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread != null ? ofThread : TiercelPersistenceProvider.class.getClassLoader();
  }

  /// The unit described in code; null when it names another provider.
  @Override
  public @Nullable EntityManagerFactory createEntityManagerFactory(
      PersistenceConfiguration configuration) {
    return NamedProvider.isOther(NAME, configuration)
        ? null
        : TiercelEntityManagerFactory.open(DescribedUnit.of(configuration, loader()));
  }

  /// The unit that a container describes. It has chosen the provider, so what the unit names is not
  /// looked at.
  @Override
  public EntityManagerFactory createContainerEntityManagerFactory(
      PersistenceUnitInfo info, @Nullable Map<?, ?> overrides) {
    return TiercelEntityManagerFactory.open(DescribedUnit.of(info, loader()).with(overrides));
  }

  /// Does the unit's schema actions and nothing else.
  @Override
  public void generateSchema(PersistenceUnitInfo info, @Nullable Map<?, ?> overrides) {
    SchemaActions.generate(Tuning.of(DescribedUnit.of(info, loader()).with(overrides)));
  }

  /// Does the unit's schema actions and nothing else; false when the unit is not ours.
  @Override
  public boolean generateSchema(String unitName, @Nullable Map<?, ?> overrides) {
    UnitDefinition unit = find(unitName, overrides);
    if (unit == null) {
      return false;
    }
    SchemaActions.generate(Tuning.of(unit));
    return true;
  }

  @Override
  public ProviderUtil getProviderUtil() {
    return new LoadStates();
  }
}
