package io.tiercel.jpa.bootstrap;

import jakarta.persistence.PersistenceConfiguration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which provider a unit names (Jakarta Persistence 3.2, sections 8.2.1.4 and 9.4.3). It is asked
/// before anything else of a unit is read, for what another provider's unit says is none of our
/// business.
public final class NamedProvider {
  private static final String EARLIER = "javax.persistence.provider";

  private NamedProvider() {}

  /// Whether the unit is for a provider other than `ours`, the name of a class.
  public static boolean isOther(String ours, PersistenceConfiguration configuration) {
    return isOther(ours, configuration.provider(), configuration.properties(), null);
  }

  /// As above.
  ///
  /// @param declared what the unit says outside its properties, which go before it; null for any
  /// @param overrides go before the unit's properties: null there takes one of these away
  static boolean isOther(
      String ours,
      @Nullable String declared,
      @Nullable Map<?, ?> properties,
      @Nullable Map<?, ?> overrides) {
    Map<?, ?> deciding = overrides != null && isIn(overrides) ? overrides : properties;
    Object property = deciding == null ? null : property(deciding);
    String named = property == null ? declared : property.toString().strip();
    return named != null && !named.isEmpty() && !named.equals(ours);
  }

  private static boolean isIn(Map<?, ?> properties) {
    return properties.containsKey(PropertyNames.PROVIDER) || properties.containsKey(EARLIER);
  }

  private static @Nullable Object property(Map<?, ?> properties) {
    return properties.get(
        properties.containsKey(PropertyNames.PROVIDER) ? PropertyNames.PROVIDER : EARLIER);
  }
}
